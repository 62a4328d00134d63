import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";
import { applicantsQuery, changeFailure, jobsList, loadFailure } from "./jobs.list.ts";
import type { PresentedJob } from "./jobs.record.server.ts";

const endpoint = api.api.jobs[":id"];

const jobKey = (id: string) => ["jobs", id];

export const jobQuery = (id: string) =>
	queryOptions({
		queryKey: jobKey(id),
		queryFn: ({ signal }) => parseResponse(endpoint.$get({ param: { id } }, { init: { signal } })),
		// Another member of staff may have changed it.
		staleTime: 0,
		// The screen itself says that a job is gone.
		meta: {
			failure: (error) =>
				error instanceof ApiError && error.status === 404 ? undefined : { title: "Error", description: loadFailure },
		},
	});

/** Keeps what the server answered in the cache: the job, and its row of the list. */
export function cacheJob(job: PresentedJob): void {
	queryClient.setQueryData(jobKey(job.id), job);
	jobsList.storeRows([job]);
}

/** Changes of a job that its row in the list offers. */
export function useJobActions(job: PresentedJob) {
	const change = useMutation({
		mutationFn: () => jobsList.change(job.id, { status: job.status === "open" ? "closed" : "open" }),
		onSuccess(saved) {
			cacheJob(saved);
			toast(
				saved.is_active
					? { title: "Job Opened", description: `${saved.title} is now on the careers page`, tone: "success" }
					: { title: "Job Closed", description: `${saved.title} is no longer on the careers page`, tone: "success" },
			);
		},
		meta: { failure: changeFailure },
	});
	const removal = useMutation({
		mutationFn: () => parseResponse(endpoint.$delete({ param: { id: job.id } })),
		onSuccess() {
			queryClient.removeQueries({ queryKey: jobKey(job.id) });
			jobsList.removeRows([job.id]);
			toast({ title: "Job Deleted", description: "Job has been successfully deleted", tone: "success" });
		},
		meta: { failure: "Failed to delete job. Please try again." },
	});
	return { change, removal };
}

/** How many have applied for it. Undefined while it is not known. */
export const useApplicants = ({ slug }: PresentedJob): number | undefined =>
	useQuery({ ...applicantsQuery, select: (applicants) => applicants[slug] ?? 0 }).data;
