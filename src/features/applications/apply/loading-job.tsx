import { LoaderCircle } from "lucide-react";

/** Between the list and a job, for as long as the job takes to come. */
export function LoadingJob() {
	return (
		<div role="status" className="wrap grid min-h-[70dvh] place-content-center justify-items-center gap-4">
			<LoaderCircle aria-hidden className="size-8 animate-spin text-quiet" strokeWidth={1.75} />
			<p className="text-quiet">Loading job details...</p>
		</div>
	);
}
