import { z } from "zod";
import { dateField, optionalText, orNull, textLimits, versionField } from "./fields.ts";

/** The fields of `statusChangeSchema`, for a subject that adds its own. */
export const statusChangeShape = <const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) => ({
	status: z.enum(statuses).optional(),
	notes: optionalText(textLimits.notes).optional(),
	/** The day on which the row asks for attention again. */
	snoozed_until: orNull(dateField("Please choose a day.")).optional(),
	version: versionField,
});

/** What staff may change in a row: status, internal notes, snooze. The version is that of the notes. */
export function statusChangeSchema<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
	return z
		.object(statusChangeShape(statuses))
		.refine(
			({ version, ...change }) => Object.values(change).some((value) => value !== undefined),
			"Please provide a status, notes, or a day.",
		);
}

/** The maximum number of rows that one request may change. */
const mostRows = 20_000;

/** The size limit of such a request in bytes, which allows a separate change for each row. */
export const rowChangesBodyLimit = 2 * 1024 * 1024;

/** Changes to many rows. @param change what is changed in the rows with these ids */
export const rowChanges = <Change extends z.ZodRawShape>(change: Change) =>
	z
		.array(z.object({ ids: z.array(z.uuid()).min(1), ...change }))
		.min(1)
		.refine(
			(changes) => (changes as { ids: string[] }[]).reduce((sum, { ids }) => sum + ids.length, 0) <= mostRows,
			`Please change at most ${mostRows.toLocaleString("en-US")} rows at once.`,
		);

/**
 * Changes the statuses of many rows in one request. With `undo_of` it reverses a change to that status. Rows with
 * another status have been changed by someone else since then, and stay as they are.
 */
export function statusesChangeSchema<const Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
	return z.object({ changes: rowChanges({ status: z.enum(statuses) }), undo_of: z.enum(statuses).optional() });
}
