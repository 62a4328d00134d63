import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { api } from "#admin/api-client.ts";
import { toast } from "#ui/toast.ts";
import type { JobChange } from "./jobs.schema.ts";

const endpoint = api.api.jobs;

export type JobRow = InferResponseType<typeof endpoint.$get>["jobs"][number];

export const jobsPath = "/admin/applications/jobs";
export const loadFailure = "Failed to load jobs. Please try again.";

export const jobsQuery = queryOptions({
	queryKey: ["jobs"],
	queryFn: async ({ signal }) => (await parseResponse(endpoint.$get({}, { init: { signal } }))).jobs,
	meta: { failure: loadFailure },
});

/** Changes of a job that its row in the list offers. */
export function useJobActions(job: JobRow) {
	const client = useQueryClient();
	const reload = () => client.invalidateQueries({ queryKey: jobsQuery.queryKey });
	const change = useMutation({
		mutationFn: (json: JobChange) => parseResponse(endpoint[":id"].$patch({ param: { id: job.id }, json })),
		async onSuccess(saved) {
			await reload();
			toast(
				saved.is_active
					? { title: "Job Opened", description: `${saved.title} is on the careers page now`, tone: "success" }
					: { title: "Job Closed", description: `${saved.title} is off the careers page now`, tone: "success" },
			);
		},
		meta: { failure: "Failed to update job. Please try again." },
	});
	const removal = useMutation({
		mutationFn: () => parseResponse(endpoint[":id"].$delete({ param: { id: job.id } })),
		async onSuccess() {
			await reload();
			toast({ title: "Job Deleted", description: "Job has been successfully deleted", tone: "success" });
		},
		meta: { failure: "Failed to delete job. Please try again." },
	});
	return { change, removal };
}
