import { clsx } from "clsx";
import { Copy, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { Button, ButtonLink, iconButton } from "#ui/button.tsx";
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
		<span className="flex items-center gap-1.5">
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
				variant="secondary"
				aria-label={job.applicants > 0 ? refusal : `Delete ${job.title}`}
				title={job.applicants > 0 ? "Has applications. Close it instead." : "Delete"}
				disabled={job.applicants > 0}
				busy={removal.isPending}
				onClick={handleDelete}
				className={clsx(iconButton, "text-destructive!")}
			>
				<Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
			</Button>
		</span>
	);
}

function IconLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
	return (
		<ButtonLink size="dense" variant="secondary" to={to} aria-label={label} title={label} className={iconButton}>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</ButtonLink>
	);
}
