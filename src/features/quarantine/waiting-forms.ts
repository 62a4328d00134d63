import { urgencyByAge } from "#lib/time/urgency.ts";

/** The public forms, and email. */
export const formLabels = {
	contact: "Inquiry",
	booking: "Booking",
	application: "Application",
	email: "Email",
} as const;
export type FormName = keyof typeof formLabels;
export const formNames = Object.keys(formLabels) as [FormName, ...FormName[]];

/** The table of the record that a release makes, whose area decides who sees the submission. */
export const formRecords: Record<FormName, string> = {
	contact: "contact_inquiries",
	booking: "bookings",
	application: "job_applications",
	email: "contact_inquiries",
};

/** `oldest` is when the one that has waited longest was sent. */
export type Waiting = { waiting: number; oldest: string | null };

/** How many submissions are on hold, of one kind or of all, and since when the first of them has been waiting. */
export function countWaiting(counts: Partial<Record<FormName, Waiting>> | undefined, form?: FormName): Waiting {
	const counted = counts ? (form ? [counts[form] ?? []].flat() : Object.values(counts)) : [];
	return {
		waiting: counted.reduce((sum, { waiting }) => sum + waiting, 0),
		oldest: counted.flatMap(({ oldest }) => oldest ?? []).sort()[0] ?? null,
	};
}

/** The sender of a genuine inquiry was promised a reply within 24 hours. */
export const hasWaitedTooLong = (receivedAt: string, now: number): boolean =>
	urgencyByAge(receivedAt, now, { yellow: 24, red: 24, otherwise: "blue" }) === "red";
