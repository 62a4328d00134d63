import { z } from "zod";

/** What makes a new installation the firm's own, in the order of the card. */
export const ownItems = ["name", "logo", "texts", "pictures", "email", "hours", "backups", "colleagues"] as const;
export type OwnItem = (typeof ownItems)[number];

/** An item, or the card as a whole. */
export const tickSchema = z.object({
	item: z.enum([...ownItems, "all"], "Please choose an item of the card."),
	ticked: z.boolean("Please say whether it's done."),
});
export type Tick = z.infer<typeof tickSchema>;
