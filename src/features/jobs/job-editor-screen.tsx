import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { ApiError } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { RecordActivity } from "#features/activity/record-activity.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { BackToJobs } from "./back-link.tsx";
import { JobEditor } from "./job-editor.tsx";
import { copyOfJob, emptyJob, formOfJob } from "./job-form.schema.ts";
import { jobQuery } from "./job-queries.ts";
import { loadFailure } from "./jobs.list.ts";

export const meta = () => unlistedMeta("Job");

/** /new, /new?from={id} for a copy, and /{id}. */
export default function JobEditorScreen() {
	const { id } = useParams();
	const from = useSearchParams()[0].get("from");
	return (
		<>
			<BackToJobs />
			<ScreenTitle className="mb-3.5">{id ? "Edit Job" : "New Job"}</ScreenTitle>
			{id ? (
				<ExistingJob key={id} id={id} copy={false} />
			) : from ? (
				<ExistingJob key={from} id={from} copy />
			) : (
				<JobEditor job={undefined} initial={emptyJob} />
			)}
		</>
	);
}

/** @param props.copy a new job is filled from it */
function ExistingJob({ id, copy }: { id: string; copy: boolean }) {
	const { data, error, isFetchedAfterMount, refetch } = useQuery({
		...jobQuery(id),
		// Once the form is filled, a failure to load again must not take it away.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	});
	if (error instanceof ApiError && error.status === 404) {
		return <p>This job doesn't exist, or someone has deleted it.</p>;
	}
	if (error) return <LoadFailure text={loadFailure} onRetry={() => void refetch()} />;
	// What an earlier visit left in the cache may be outdated, and the form does not follow later answers.
	if (!data || !isFetchedAfterMount) return <Skeleton className="h-96 w-full max-w-[44rem] rounded-md" />;
	if (copy) return <JobEditor job={undefined} initial={copyOfJob(data)} />;
	return (
		<>
			<JobEditor job={data} initial={formOfJob(data)} />
			<div className="mt-4 max-w-[44rem]">
				<RecordActivity table="jobs" id={id} />
			</div>
		</>
	);
}
