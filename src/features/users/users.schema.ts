import { z } from "zod";
import { defineStatuses } from "#lib/status.ts";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether the person has shown that the email address is theirs. */
export const { labels: userStatusLabels, tones: userStatusTones } = defineStatuses({
	confirmed: ["Confirmed", "green"],
	unconfirmed: ["Not confirmed", "yellow"],
});

/**
 * How many of the unconfirmed accounts are listed, newest first. Strangers create them, and they are deleted
 * automatically.
 */
export const maxListedUnconfirmed = 100;

export const roleChangeSchema = z.object({ role: z.enum(roles, { error: "Please choose a role." }) });

export const profilePictureLimits = { megabytes: 5 } as const;

/** The address of a stored picture. */
export const profilePicturePath = "/storage/v1/object/public/profile-pictures/";
