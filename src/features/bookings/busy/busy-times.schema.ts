import { z } from "zod";

export const mostSources = 3;

export const busySourceSchema = z.object({
	url: z
		.string("Please paste the secret address of your calendar.")
		.trim()
		.min(1, "Please paste the secret address of your calendar.")
		.max(2_000, "Please enter at most 2,000 characters."),
});

export const takesCallsSchema = z.object({ takes_calls: z.boolean("Please choose whether you take calls.") });

export const busySettingsSchema = z.object({
	unread: z.enum(["keep", "none"], "Please choose what happens while a calendar can't be read."),
});
