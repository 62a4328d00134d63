import { z } from "zod";
import { optionalText, textLimits } from "./fields.ts";

/** The fields of `statusChangeSchema`, for a subject that adds its own. */
export const statusChangeShape = <const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) => ({
	status: z.enum(statuses).optional(),
	notes: optionalText(textLimits.notes).optional(),
	expected_notes: z.string().nullable().optional(),
});

/**
 * What staff change of a row in a list: its status, its internal notes, or both.
 * `expected_notes` are the notes the editor started from; the change is refused when they are no longer the same.
 */
export function statusChangeSchema<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
	return z
		.object(statusChangeShape(statuses))
		.refine((change) => change.status !== undefined || change.notes !== undefined, "Please give a status or notes.");
}
