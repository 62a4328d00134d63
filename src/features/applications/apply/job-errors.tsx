import { useLocation } from "react-router";
import { ButtonAnchor } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";

const notLoaded = "Failed to load job details. Please try again.";

const FailureToast = ({ description }: { description: string }) => (
	<div hidden data-toast={JSON.stringify({ title: "Error", description, tone: "destructive" })} />
);

/** A job that never was, or is open no more. */
export function JobNotFound() {
	return (
		<section className="on-band under-header bg-rose">
			<FailureToast description="Job not found" />
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="font-display text-h1">Job Not Found</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">
					The job you're looking for doesn't exist or is no longer available.
				</p>
				<ButtonAnchor href="/careers" className="max-md:w-full">
					Back to Careers
				</ButtonAnchor>
			</div>
		</section>
	);
}

/** The connection or the server failed while the job was on its way. */
export function JobNotLoaded() {
	const { pathname } = useLocation();
	return (
		<section className="on-band under-header bg-rose">
			<FailureToast description={notLoaded} />
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<h1 className="font-display text-h1">This job couldn't be loaded.</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">{notLoaded}</p>
				<div className="grid gap-3.5 max-md:w-full md:flex">
					<ButtonAnchor href={pathname}>Try Again</ButtonAnchor>
					<ButtonAnchor href="/careers" variant="secondary">
						Back to Careers
					</ButtonAnchor>
				</div>
			</div>
		</section>
	);
}
