import type { JobKind } from "#platform/jobs/job-queue.server.ts";

/** What has to be asked of Stripe, outside of every request. */
export const stripeJobs: JobKind = {
	name: "stripe",
	retryLimit: 12,
	retryDelay: 10,
	retryDelayMax: 3600,
	expireInSeconds: 120,
};

/** Sees once a day whether an event was lost. */
export const dailyPaymentsJobs = { ...stripeJobs, name: "daily-payments" } as const satisfies JobKind;

export type StripeJob =
	/** See what has become of a session. */
	| { session: string }
	/** The same, of the session with which a payment was made. */
	| { payment_intent: string; dispute?: string | undefined }
	/** Close the payment pages of an invoice, because something else is open now. */
	| { invoice: string };
