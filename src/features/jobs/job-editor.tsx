import { parseResponse } from "hono/client";
import { useRef } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { goOnByEnter } from "#admin/editing/enter-goes-on.ts";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { useVersionedSave } from "#admin/editing/versioned-save.tsx";
import { api } from "#admin/session/api-client.ts";
import { JobDescription, JobFacts, JobRequirements } from "#site/job-text.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { ButtonLink, SubmitButton } from "#ui/desk-buttons.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { mayTakeFocus } from "#ui/focus/screen-start.ts";
import { toast } from "#ui/toast.ts";
import { formOfJob, type JobForm, jobFormSchema, jobOfForm } from "./job-form.schema.ts";
import { cacheJob } from "./job-queries.ts";
import { JobSearchFields } from "./job-search-fields.tsx";
import { jobsPath } from "./jobs.list.ts";
import type { PresentedJob } from "./jobs.record.server.ts";
import { RequirementsEditor } from "./requirements-editor.tsx";

/** @param props.job undefined for a job that does not exist yet */
export function JobEditor({ job, initial }: { job: PresentedJob | undefined; initial: JobForm }) {
	const navigate = useNavigate();
	const { form, field, submitting, showRefusal } = useSchemaForm(jobFormSchema, initial);
	const { isDirty } = form.formState;
	const saved = useRef(false);
	const { isSaving, save, conflictDialog } = useVersionedSave({
		subject: "job",
		initial: job,
		create: (input: ReturnType<typeof jobOfForm>, named, request) =>
			parseResponse(api.api.jobs.$post({ json: { ...input, ...named } }, request)),
		change: (_input, touched, { id, ...named }, request) =>
			parseResponse(api.api.jobs[":id"].$patch({ param: { id }, json: { ...touched, ...named } }, request)),
		onSaved(stored) {
			saved.current = true;
			cacheJob(stored);
			const { title } = stored;
			toast({
				title: job ? "Job Saved" : "Job Created",
				description: job ? `${title} has been updated successfully` : `${title} has been created successfully`,
				tone: "success",
			});
			void navigate(jobsPath);
		},
		onTheirs: (theirs) => form.reset(formOfJob(theirs)),
		onRefused: showRefusal,
		failure: () => ({ title: "Error", description: "Failed to save job. Please try again." }),
	});

	return (
		<FormProvider {...form}>
			<div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<form
					noValidate
					onSubmit={submitting(
						(values) => save(jobOfForm(values)),
						"Please fill in title, location, type, and description.",
						"Please correct the marked fields.",
					)}
					onKeyDown={goOnByEnter}
					className="grid gap-4 rounded-md border border-border bg-card p-5 sm:grid-cols-2"
				>
					<TextField label="Title" autoFocus={!job && mayTakeFocus()} className="sm:col-span-2" {...field("title")} />
					<TextField label="Location" placeholder="Remote" {...field("location")} />
					<TextField label="Type" placeholder="Full-time" {...field("type")} />
					<TextArea
						label="Description"
						rows={9}
						hint="Line breaks are kept."
						className="sm:col-span-2"
						{...field("description")}
					/>
					<RequirementsEditor />
					<JobSearchFields />
					{job && (
						<TextField
							label="Slug"
							hint="The end of the page's URL, after /careers/apply/. If you change it, the old URL will redirect to the new one."
							className="sm:col-span-2"
							{...field("slug")}
							required
						/>
					)}
					<CheckboxField
						label="Open: shown on the careers page"
						{...form.register("is_active")}
						className="sm:col-span-2"
					/>
					<div className="flex justify-end gap-2 border-border border-t pt-4 sm:col-span-2">
						<ButtonLink to={jobsPath}>Cancel</ButtonLink>
						<SubmitButton busy={isSaving}>{isSaving ? "Saving..." : job ? "Save Job" : "Create Job"}</SubmitButton>
					</div>
				</form>
				<JobPreview />
			</div>
			<UnsavedChangesGuard
				warning="Your changes to this job haven't been saved."
				unsaved={() => isDirty && !saved.current}
			/>
			{conflictDialog}
		</FormProvider>
	);
}

/** The job as a candidate will read it, in the public page's own colors whatever the theme. */
function JobPreview() {
	const { title, location, type, description, requirements } = useWatch<JobForm>();
	const written = requirements?.map((requirement) => requirement.text ?? "").filter(Boolean) ?? [];
	return (
		<section aria-label="Preview" className="grid gap-2">
			<h2 className="font-semibold text-muted-foreground text-xs">What Candidates Will See</h2>
			<div className="overflow-hidden rounded-md border border-border bg-paper p-[clamp(1.25rem,3vw,2.5rem)] text-base text-ink [overflow-wrap:anywhere]">
				<p className="font-display text-h2">{title || "Title"}</p>
				<JobFacts facts={[location || "Location", type || "Type"]} className="mt-4" />
				<p className="mt-8 mb-2.5 font-display text-h3">Job Description</p>
				<JobDescription text={description ?? ""} />
				{written.length > 0 && (
					<>
						<p className="mt-8 mb-2.5 font-display text-h3">Requirements</p>
						<JobRequirements requirements={written} />
					</>
				)}
			</div>
		</section>
	);
}
