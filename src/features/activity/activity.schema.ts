import { z } from "zod";
import { recordTables } from "#records.ts";

/** What the activity log records about accounts, in addition to changes of records (docs/decisions/033). */
const accountEvents = [
	"signed_in",
	"sign_in_failed",
	"session_reused",
	"password_changed",
	"password_change_failed",
	"sessions_ended",
	"deactivated",
	"reactivated",
	"factor_verified",
	"factor_removed",
	"passkey_added",
	"passkey_removed",
	"codes_made",
	"codes_removed",
	"raised",
	"second_factor_failed",
	"second_factor_reset",
	"addition_undone",
] as const;

export type AccountEvent = (typeof accountEvents)[number];

/** Actions that change no row of a watched table (docs/decisions/016). */
const acts = [
	"erase",
	"send_again",
	"create_preview",
	"revoke_preview",
	"begin_reply",
	"reply",
	"undo_reply",
	"assign",
	"remind",
	"payment",
	"refund",
	"reversal",
	"credit",
	"split",
	"move",
	"take_in",
] as const;

export type Act = (typeof acts)[number];

export const activityActions = ["insert", "update", "delete", "release", ...acts, ...accountEvents] as const;

/** Staff have an id as well; visitors and the system (schedule, commands on the server) do not. */
export const actorKinds = ["staff", "visitor", "system"] as const;

/** A field that changed. A long or secret one has no values. */
export type FieldChange = { old?: unknown; new?: unknown };

/** Filter of the log, beside its pages. */
export const activityFilterSchema = z.object({
	table: z.enum(recordTables).optional(),
	record: z.uuid().optional(),
	/** Someone's user id, 'visitor' or 'system'. */
	actor: z.union([z.uuid(), z.enum(["visitor", "system"])]).optional(),
});
/** Staff open a draft to the person of a record in their own mail program. */
export const begunReplySchema = z.object({
	table: z.enum(recordTables),
	id: z.uuid("Please provide the id of a record."),
});

export type ActivityFilter = z.infer<typeof activityFilterSchema>;
