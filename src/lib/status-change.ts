import { z } from "zod";
import { optionalText, textLimits, versionField } from "./fields.ts";

/** The fields of `statusChangeSchema`, for a subject that adds its own. */
export const statusChangeShape = <const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) => ({
	status: z.enum(statuses).optional(),
	notes: optionalText(textLimits.notes).optional(),
	version: versionField,
});

/** What staff change of a row in a list: its status, its internal notes, or both. Its version is that of the notes. */
export function statusChangeSchema<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
	return z
		.object(statusChangeShape(statuses))
		.refine((change) => change.status !== undefined || change.notes !== undefined, "Please provide a status or notes.");
}

/** As many rows as one request may change. */
const mostRows = 20_000;

/** Bytes of such a request, even when each row is a change of its own. */
export const statusesBodyLimit = 2 * 1024 * 1024;

/**
 * A change of many rows' statuses in one request. With `undo_of` it takes a change to that status back: rows that have
 * another status by now have been changed by somebody else since, and stay.
 */
export function statusesChangeSchema<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
	return z
		.object({
			changes: z.array(z.object({ ids: z.array(z.uuid()).min(1), status: z.enum(statuses) })).min(1),
			undo_of: z.enum(statuses).optional(),
		})
		.refine(({ changes }) => changes.reduce((sum, { ids }) => sum + ids.length, 0) <= mostRows, {
			path: ["changes"],
			error: `Please change at most ${mostRows.toLocaleString("en-US")} rows at once.`,
		});
}
