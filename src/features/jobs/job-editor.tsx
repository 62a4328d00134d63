import { zodResolver } from "@hookform/resolvers/zod";
import { parseResponse } from "hono/client";
import { useRef } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { ApiError, api } from "#admin/api-client.ts";
import { UnsavedChangesGuard } from "#admin/unsaved-changes.tsx";
import { useVersionedSave } from "#admin/versioned-save.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { formOfJob, type JobForm, jobFormSchema, jobOfForm } from "./job-form.schema.ts";
import { JobPreview } from "./job-preview.tsx";
import { useKeepJob } from "./job-queries.ts";
import { JobSearchFields } from "./job-search-fields.tsx";
import { jobsPath } from "./jobs.list.ts";
import type { PresentedJob } from "./jobs.server.ts";
import { RequirementsEditor } from "./requirements-editor.tsx";

/** @param props.job undefined for a job that does not exist yet */
export function JobEditor({ job, initial }: { job: PresentedJob | undefined; initial: JobForm }) {
	const keepJob = useKeepJob();
	const navigate = useNavigate();
	const form = useForm({
		resolver: zodResolver(jobFormSchema),
		defaultValues: initial,
	});
	const { register, formState } = form;
	const { isDirty } = formState;
	const saved = useRef(false);
	const { isSaving, save, conflictDialog } = useVersionedSave({
		subject: "job",
		initial: job,
		send: (json: ReturnType<typeof jobOfForm>, over) =>
			parseResponse(
				over
					? api.api.jobs[":id"].$patch({ param: { id: over.id }, json: { ...json, version: over.version } })
					: api.api.jobs.$post({ json }),
			),
		async onSaved(stored) {
			saved.current = true;
			keepJob(stored);
			const { title } = stored;
			toast({
				title: job ? "Job Saved" : "Job Created",
				description: job ? `${title} has been updated successfully` : `${title} has been created successfully`,
				tone: "success",
			});
			void navigate(jobsPath);
		},
		onTheirs: (theirs) => form.reset(formOfJob(theirs)),
		onRefused(error) {
			if (!(error instanceof ApiError)) return;
			// The schema's fields are the form's.
			for (const [name, message] of Object.entries(error.fields)) form.setError(name as keyof JobForm, { message });
		},
		failure: () => ({ title: "Error", description: "Failed to save job. Please try again." }),
	});

	function tellWhatIsWrong(): void {
		const { title, location, type, description } = form.getValues();
		const missing = [title, location, type, description].some((value) => !String(value ?? "").trim());
		toast(
			missing
				? {
						title: "Missing Information",
						description: "Please fill in title, location, type, and description.",
						tone: "destructive",
					}
				: { title: "Please Check the Form", description: "The marked fields need attention.", tone: "destructive" },
		);
	}

	const text = (name: "title" | "location" | "type" | "description" | "slug") => ({
		...register(name),
		error: formState.errors[name]?.message,
		dense: true,
		required: true,
	});

	return (
		<FormProvider {...form}>
			<div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<form
					noValidate
					onSubmit={form.handleSubmit((values) => save(jobOfForm(values)), tellWhatIsWrong)}
					className="grid gap-4 rounded-md border border-border bg-card p-5 sm:grid-cols-2"
				>
					<TextField label="Title" className="sm:col-span-2" {...text("title")} />
					<TextField label="Location" placeholder="Remote" {...text("location")} />
					<TextField label="Type" placeholder="Full-time" {...text("type")} />
					<TextArea
						label="Description"
						rows={9}
						hint="Line breaks are kept."
						className="sm:col-span-2"
						{...text("description")}
					/>
					<RequirementsEditor className="sm:col-span-2" />
					<JobSearchFields className="sm:col-span-2" />
					{job && (
						<TextField
							label="Address"
							hint="The end of /careers/apply/…. Links to the former address lead to the new one."
							className="sm:col-span-2"
							{...text("slug")}
						/>
					)}
					<label className="flex min-h-11 items-center gap-2.5 font-semibold sm:col-span-2 md:min-h-8.5">
						<input type="checkbox" className="size-4.5 accent-(--primary)" {...register("is_active")} />
						Open: shown on the careers page
					</label>
					<div className="flex justify-end gap-2 border-border border-t pt-4 sm:col-span-2">
						<ButtonLink to={jobsPath} size="dense" variant="secondary">
							Cancel
						</ButtonLink>
						<Button type="submit" size="dense" busy={isSaving}>
							{isSaving ? "Saving..." : job ? "Save Job" : "Create Job"}
						</Button>
					</div>
				</form>
				<JobPreview />
			</div>
			<UnsavedChangesGuard subject="job" unsaved={() => isDirty && !saved.current} />
			{conflictDialog}
		</FormProvider>
	);
}
