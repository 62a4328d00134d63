import { z } from "zod";

/** The version that a save overwrites: another one isn't overwritten. Without this field the last save wins. */
export const versionCounter = z.int("Please provide the version as a number.").min(1).optional();

/** A save names itself, so that the same one sent again has one effect (decision 079). */
export const saveFields = {
	/** A save's name stands for one body for ever: changed text gets another one. */
	save_id: z.uuid("Please name the save by a UUID.").optional(),
};

/** Of a record that is created: its id may be the browser's choice, so that a lost answer never makes a second one. */
export const creationFields = {
	...saveFields,
	id: z.uuid("Please choose a UUID as the id.").optional(),
};

/** Which of a window's drafts this is: Of one window the largest number counts, in whatever order they arrive. */
export const draftStamp = z.object({
	/** The window, as long as its page stays loaded. */
	writer: z.uuid("Please name the window by a UUID."),
	n: z.int("Please number the drafts.").min(0),
});
export type DraftStamp = z.infer<typeof draftStamp>;
