import { Copy, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { type JobRow, jobsPath, useJobActions } from "./jobs-query.ts";

/** Open or close, edit, duplicate, and delete while nobody has applied. */
export function JobActions({ job }: { job: JobRow }) {
	const { change, removal } = useJobActions(job);
	const action = job.is_active ? "Close" : "Open";
	const refusal = `${job.title} has applications and cannot be deleted`;

	function handleDelete() {
		if (window.confirm("Are you sure you want to delete this job?")) removal.mutate();
	}

	return (
		<span className="flex items-center gap-1">
			<Button
				size="dense"
				variant="secondary"
				aria-label={`${action} ${job.title}`}
				busy={change.isPending}
				onClick={() => change.mutate({ is_active: !job.is_active })}
				className="min-w-18 justify-center"
			>
				{action}
			</Button>
			<IconLink to={`${jobsPath}/${job.id}`} icon={Pencil} label={`Edit ${job.title}`} />
			<IconLink to={`${jobsPath}/new?from=${job.id}`} icon={Copy} label={`Duplicate ${job.title}`} />
			<Button
				size="dense"
				variant="ghost"
				aria-label={job.applicants > 0 ? refusal : `Delete ${job.title}`}
				title={job.applicants > 0 ? "Has applications. Close it instead." : "Delete"}
				disabled={job.applicants > 0}
				busy={removal.isPending}
				onClick={handleDelete}
				className="w-11 justify-center px-0! md:w-8.5"
			>
				<Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
			</Button>
		</span>
	);
}

function IconLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
	return (
		<Link
			to={to}
			aria-label={label}
			title={label}
			className="grid size-11 place-items-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground md:size-8.5"
		>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</Link>
	);
}
