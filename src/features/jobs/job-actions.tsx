import { Copy, Pencil } from "lucide-react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { DeleteButton, DeskButton, IconLink } from "#ui/desk-buttons.tsx";
import { useApplicants, useJobActions } from "./job-queries.ts";
import { jobsPath } from "./jobs.list.ts";
import type { PresentedJob } from "./jobs.record.server.ts";

/** Open or close, edit, duplicate, and delete a job without applications. */
export function JobActions({ job }: { job: PresentedJob }) {
	const applicants = useApplicants(job);
	const { change, removal } = useJobActions(job);
	const action = job.is_active ? "Close" : "Open";
	const hasApplicants = applicants !== undefined && applicants > 0;
	const refusal = `${job.title} has applications and can't be deleted`;

	return (
		<span className="flex items-center gap-1.5">
			<DeskButton
				aria-label={`${action} ${job.title}`}
				busy={change.isPending}
				onClick={() => change.mutate()}
				className="min-w-18 justify-center"
			>
				{action}
			</DeskButton>
			<IconLink to={`${jobsPath}/${job.id}`} icon={Pencil} label={`Edit ${job.title}`} />
			<IconLink to={`${jobsPath}/new?from=${job.id}`} icon={Copy} label={`Duplicate ${job.title}`} />
			<ConfirmedAction
				title="Delete Job"
				subject={job.title}
				question="Are you sure you want to delete this job?"
				consequence={
					job.is_active
						? "It will be removed from the careers page, and links to it will stop working. This can't be undone."
						: "This can't be undone."
				}
				action="Delete"
				onConfirm={removal.mutate}
				button={
					<DeleteButton
						aria-label={hasApplicants ? refusal : `Delete ${job.title}`}
						title={hasApplicants ? "This job has applications, so it can't be deleted. Close it instead." : "Delete"}
						disabled={hasApplicants || applicants === undefined}
						busy={removal.isPending}
					/>
				}
			/>
		</span>
	);
}
