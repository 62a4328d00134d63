import { z } from "zod";
import { maxProfileNameLength } from "#features/auth/auth.schema.ts";
import { emailField, requiredLine, storedText } from "#lib/fields.ts";

/** Where the link of the first start leads; its token is in the fragment, which no server and no log receives. */
export const setupPath = "/setup";

export const setupInputSchema = z.object({
	/** A text that can't be a token is read as one that no link has: its reader gets the same explanation. */
	token: z.string().pipe(storedText.max(100).catch("")),
	name: requiredLine(maxProfileNameLength, "Please enter your name."),
	email: emailField,
	password: storedText,
});
export type SetupInput = z.output<typeof setupInputSchema>;
