import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { LoadFailure } from "#admin/load-failure.tsx";
import { RecordActivity } from "#admin/record-activity.tsx";
import { unlistedMeta } from "#site/seo.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { BackToJobs } from "./back-link.tsx";
import { JobEditor } from "./job-editor.tsx";
import { copyOfJob, emptyJob, formOfJob } from "./job-form.schema.ts";
import { jobsQuery, loadFailure } from "./jobs-query.ts";

export const meta = () => unlistedMeta("Job");

/** /new, /new?from={id} for a copy, and /{id}. */
export default function JobEditorScreen() {
	const { id } = useParams();
	const from = useSearchParams()[0].get("from");
	const { data: jobs, isError, refetch } = useQuery(jobsQuery);
	const job = jobs?.find((each) => each.id === (id ?? from));
	const initial = id ? job && formOfJob(job) : from ? job && copyOfJob(job) : emptyJob;
	return (
		<>
			<BackToJobs />
			<h1 className="mb-3.5 font-semibold text-xl leading-tight tracking-[-0.015em]">{id ? "Edit Job" : "New Job"}</h1>
			{initial && <JobEditor key={id ?? from ?? "new"} job={id ? job : undefined} initial={initial} />}
			{id && initial && (
				<div className="mt-4 max-w-[44rem]">
					<RecordActivity table="jobs" id={id} />
				</div>
			)}
			{!initial && isError && <LoadFailure text={loadFailure} onRetry={() => void refetch()} />}
			{!initial && jobs && <p>This job does not exist, or somebody has deleted it.</p>}
			{!initial && !jobs && !isError && <Skeleton className="h-96 w-full max-w-[44rem] rounded-md" />}
		</>
	);
}
