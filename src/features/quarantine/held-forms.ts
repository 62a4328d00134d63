import { urgencyByAge } from "#lib/time/urgency.ts";

export type HeldForm = "contact" | "booking" | "application";

type Held = { waiting: number; oldest: string | null };

/** How many forms are held back, of one kind or of all, and since when the first of them waits. */
export function heldForms(counts: Record<HeldForm, Held> | undefined, form?: HeldForm): Held {
	const counted = counts ? (form ? [counts[form]] : Object.values(counts)) : [];
	return {
		waiting: counted.reduce((sum, { waiting }) => sum + waiting, 0),
		oldest: counted.flatMap(({ oldest }) => oldest ?? []).sort()[0] ?? null,
	};
}

/** A genuine inquiry was promised an answer within 24 hours. */
export const heldTooLong = (receivedAt: string, now: number): boolean =>
	urgencyByAge(receivedAt, now, { yellow: 24, red: 24, otherwise: "blue" }) === "red";
