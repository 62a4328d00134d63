import { z } from "zod";
import { accountEvents } from "./account-events.ts";

export const activityActions = [
	"insert",
	"update",
	"delete",
	"release",
	"erase",
	"send_again",
	"create_preview",
	"revoke_preview",
	...accountEvents,
] as const;

/** Staff have an id as well; visitors and the system (schedule, commands on the server) do not. */
export const actorKinds = ["staff", "visitor", "system"] as const;

/** What is logged, by database table. */
export const recordLabels = {
	bookings: "Booking",
	contact_inquiries: "Contact",
	job_applications: "Application",
	jobs: "Job",
	blog_posts: "Blog Post",
	invoices: "Invoice",
	profiles: "User",
	invitations: "Invitation",
	quarantine: "Submission on Hold",
	people: "Erased Person",
	mails: "Email",
} as const;
export type RecordTable = keyof typeof recordLabels;

export const recordTables = Object.keys(recordLabels) as [RecordTable, ...RecordTable[]];

/** A field that changed. A long or secret one has no values. */
export type FieldChange = { old?: unknown; new?: unknown };

/** Filter of the log, beside its pages. */
export const activityFilterSchema = z.object({
	table: z.enum(recordTables).optional(),
	record: z.uuid().optional(),
	/** Somebody's user id, 'visitor' or 'system'. */
	actor: z.union([z.uuid(), z.enum(["visitor", "system"])]).optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;
