import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { api } from "#admin/api-client.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { type JobForm, jobFormSchema, jobOfForm } from "./job-form.schema.ts";
import { JobPreview } from "./job-preview.tsx";
import type { JobInput } from "./jobs.schema.ts";
import { jobsPath, jobsQuery } from "./jobs-query.ts";
import { RequirementsEditor } from "./requirements-editor.tsx";

/** @param props.jobId undefined for a job that does not exist yet */
export function JobEditor({ jobId, initial }: { jobId: string | undefined; initial: JobForm }) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const form = useForm({
		resolver: zodResolver(jobFormSchema),
		defaultValues: initial,
	});
	const { register, formState } = form;
	const { mutate, isPending } = useMutation({
		mutationFn: (json: JobInput) =>
			jobId
				? parseResponse(api.api.jobs[":id"].$patch({ param: { id: jobId }, json }))
				: parseResponse(api.api.jobs.$post({ json })),
		async onSuccess({ title }) {
			await client.invalidateQueries({ queryKey: jobsQuery.queryKey });
			toast({
				title: jobId ? "Job Saved" : "Job Created",
				description: jobId ? `${title} has been updated successfully` : `${title} has been created successfully`,
				tone: "success",
			});
			void navigate(jobsPath);
		},
		meta: { failure: "Failed to save job. Please try again." },
	});

	function tellWhatIsMissing() {
		const { title, location, type, description } = form.getValues();
		if ([title, location, type, description].every((value) => String(value ?? "").trim())) return;
		toast({
			title: "Missing Information",
			description: "Please fill in title, location, type, and description.",
			tone: "destructive",
		});
	}

	const text = (name: "title" | "location" | "type" | "description") => ({
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
					onSubmit={form.handleSubmit((values) => mutate(jobOfForm(values)), tellWhatIsMissing)}
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
					<label className="flex min-h-11 items-center gap-2.5 font-semibold sm:col-span-2 md:min-h-8.5">
						<input type="checkbox" className="size-4.5 accent-(--primary)" {...register("is_active")} />
						Open: shown on the careers page
					</label>
					<div className="flex justify-end gap-2 border-border border-t pt-4 sm:col-span-2">
						<ButtonLink to={jobsPath} size="dense" variant="secondary">
							Cancel
						</ButtonLink>
						<Button type="submit" size="dense" busy={isPending}>
							{isPending ? "Saving..." : jobId ? "Save Job" : "Create Job"}
						</Button>
					</div>
				</form>
				<JobPreview />
			</div>
		</FormProvider>
	);
}
