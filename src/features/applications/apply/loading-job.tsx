import { LoaderCircle } from "lucide-react";

/** Takes the place of the list while a job loads. */
export function LoadingJob() {
	return (
		<div
			hidden
			data-part="loading-job"
			className="wrap not-[[hidden]]:grid min-h-[70dvh] place-content-center justify-items-center gap-4"
		>
			<LoaderCircle aria-hidden className="size-8 animate-spin text-quiet" strokeWidth={1.75} />
			<p role="status" className="text-quiet">
				Loading job details...
			</p>
		</div>
	);
}
