import { z } from "zod";
import { areasSchema } from "#lib/access/areas.ts";
import { optionalLine, textLimits } from "#lib/fields.ts";
import { defineStatuses } from "#lib/status.ts";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether the person has shown that the email address is theirs, and may sign in. */
const userStatuses = defineStatuses({
	confirmed: ["Confirmed", "green"],
	unconfirmed: ["Not confirmed", "yellow"],
	deactivated: ["Deactivated", "grey"],
});
export type UserStatus = (typeof userStatuses)["statuses"][number];
export const { labels: userStatusLabels, tones: userStatusTones } = userStatuses;

/** How many of the unconfirmed accounts are listed, newest first. Strangers create them, and they are deleted in time. */
export const maxListedUnconfirmed = 100;

export const roleChangeSchema = z.object({ role: z.enum(roles, { error: "Please choose a role." }) });

export const areasChangeSchema = z.object({ areas: areasSchema });

export const activeChangeSchema = z.object({ active: z.boolean() });

/** What people change in their own profile. */
export const ownProfileSchema = z.object({ full_name: optionalLine(textLimits.name) });

export type OwnProfile = z.output<typeof ownProfileSchema>;

export const profilePictureLimits = { megabytes: 5 } as const;

/** The address of a stored picture. */
export const profilePicturePath = "/storage/v1/object/public/profile-pictures/";
