import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import { toast } from "#ui/toast.ts";

const notLoaded = "Failed to load job details. Please try again.";

function useFailureToast(description: string): void {
	useEffect(() => toast({ title: "Error", description, tone: "destructive" }), [description]);
}

/** A job that never was, or is open no more. */
export function JobNotFound() {
	useFailureToast("Job not found");
	return (
		<section className="on-band under-header bg-rose">
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<Pilcrow className="mb-8 ml-2.5 h-24 rotate-90 text-vermilion" />
				<h1 className="font-display text-h1">Job Not Found</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">
					The job you're looking for doesn't exist or is no longer available.
				</p>
				<ButtonLink to="/careers">Back to Careers</ButtonLink>
			</div>
		</section>
	);
}

/** The connection or the server failed while the job was on its way. */
export function JobNotLoaded() {
	const { pathname } = useLocation();
	useFailureToast(notLoaded);
	return (
		<section className="on-band under-header bg-rose">
			<div className="wrap flex min-h-[70dvh] flex-col items-start justify-center py-16">
				<h1 className="font-display text-h1">This job couldn't be loaded.</h1>
				<p className="mt-4 mb-8 max-w-read text-ink-2 text-lead">{notLoaded}</p>
				<div className="grid gap-3.5 md:flex">
					<ButtonLink to={pathname} reloadDocument>
						Try Again
					</ButtonLink>
					<ButtonLink to="/careers" variant="secondary">
						Back to Careers
					</ButtonLink>
				</div>
			</div>
		</section>
	);
}
