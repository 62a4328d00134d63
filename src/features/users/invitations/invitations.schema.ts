import { z } from "zod";
import { maxProfileNameLength } from "#features/auth/auth.schema.ts";
import { roles } from "#features/users/users.schema.ts";
import { areasSchema } from "#lib/access/areas.ts";
import { emailField, requiredLine, storedText } from "#lib/fields.ts";

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/**
 * The target of the link in an invitation. The token is in the fragment, which no server and no log receives. Opening
 * the link doesn't use it up, because email scanners open links, too.
 */
export const invitationView = "invitation";
export const invitationPath = `/auth?view=${invitationView}`;

export const invitationInputSchema = z.object({
	email: emailField,
	role: z.enum(roles, { error: "Please choose a role." }),
	/** For an admin. */
	areas: areasSchema.default(null),
});
export type InvitationInput = z.output<typeof invitationInputSchema>;

/** A text that can't be a token is read as one that no invitation has: its reader gets the same explanation. */
export const invitationTokenSchema = z.object({ token: z.string().pipe(storedText.max(100).catch("")) });

export const acceptanceSchema = invitationTokenSchema.extend({
	full_name: requiredLine(maxProfileNameLength, "Please enter your name."),
	password: storedText,
});
export type Acceptance = z.output<typeof acceptanceSchema>;
