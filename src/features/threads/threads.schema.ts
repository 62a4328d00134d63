import { z } from "zod";
import { emailField, requiredLine, searchedText, storedText } from "#lib/fields.ts";
import { draftStamp } from "#lib/saves.ts";
import { rowChanges } from "#lib/status-change.ts";
import { unknownField } from "./compose/fields.ts";
import { isWritten, notWrittenText } from "./compose/written.ts";

/** The tables of records that have a conversation with someone outside of the firm. */
export const threadTables = ["bookings", "contact_inquiries", "job_applications"] as const;
export type ThreadTable = (typeof threadTables)[number];

/** The kinds that are stored. The form and the automatic emails of a record are shown with them, but are in other tables. */
export const storedMessageKinds = ["reply", "received"] as const;

/** All flags that a message can have (contracts: inbox 8). */
const messageFlags = [
	"automatic",
	"list",
	"subject_changed",
	"new_sender",
	"staff_address",
	"unverified",
	"reused_id",
	"no_id",
	"html_only",
	"remote_pictures",
	"cleaned",
	"calendar",
	"signed",
	"encrypted",
	"winmail",
	"empty",
	"truncated",
] as const;
export type MessageFlag = (typeof messageFlags)[number];

export const replyLimits = {
	text: 20_000,
	subject: 300,
	cc: 5,
	files: 10,
	fileMegabytes: 10,
	megabytes: 15,
	canned: 200,
	cannedTitle: 100,
	cannedText: 10_000,
	signature: 1000,
} as const;

const tooLong = (max: number) => `Please keep this to ${max.toLocaleString("en-US")} characters or fewer.`;
const textUpTo = (max: number) => storedText.max(max, tooLong(max));

const ccText = `Please enter up to ${replyLimits.cc} email addresses.`;
const cc = z
	.array(emailField.catch(""))
	.max(replyLimits.cc, ccText)
	.refine((all) => !all.includes(""), ccText);
const notHere = "A file is no longer here. Attach it again.";
const attachmentIds = z.array(z.uuid(notHere), notHere).max(replyLimits.files, "Please attach at most 10 files.");
const subject = requiredLine(replyLimits.subject, "Please enter a subject.");
const recipient = z
	.string("Please choose an address of this conversation.")
	.max(320, "Please choose an address of this conversation.");

/** What a member of staff sends. Without `status`, the record keeps its own. */
export const replySchema = z.object({
	key: z.uuid("Please provide a key."),
	text: textUpTo(replyLimits.text).refine((value) => isWritten(value, ""), notWrittenText),
	subject: subject.optional(),
	to: recipient.nullish(),
	cc: cc.default([]),
	attachment_ids: attachmentIds.default([]),
	status: z.string().max(40).nullish(),
	quote: z.boolean().default(true),
	after: z.uuid("Please name the newest message that you saw.").nullable(),
	anyway: z.boolean().default(false),
});
export type ReplyInput = z.output<typeof replySchema>;

export const draftSchema = z.object({
	text: textUpTo(replyLimits.text * 2),
	subject: storedText.max(replyLimits.subject * 2, tooLong(replyLimits.subject * 2)),
	to: recipient.nullish(),
	cc: z.array(storedText.max(320, ccText), ccText).max(50, ccText).default([]),
	attachment_ids: attachmentIds.default([]),
	version: z.number("Please provide the version.").int().min(0),
	...draftStamp.partial().shape,
});
export type DraftInput = z.output<typeof draftSchema>;

export const assignmentSchema = z.object({
	assignee_id: z.uuid("Please choose a member of staff.").nullable(),
	expected_assignee: z.uuid("Please choose a member of staff.").nullish(),
});

/**
 * Of many records in one request. With `undo_of` it reverses an assignment to that member, or to no one: Records that someone
 * else has assigned since then stay as they are.
 */
export const assigneesSchema = z.object({
	changes: rowChanges({ assignee_id: assignmentSchema.shape.assignee_id }),
	undo_of: assignmentSchema.shape.assignee_id.optional(),
});

export const presenceStates = ["viewing", "typing", "gone"] as const;
export const presenceSchema = z.object({ state: z.enum(presenceStates) });
export type Person = { id: string; name: string; state: "viewing" | "typing" };
/** What the live stream says about who has which record open. */
export type PresenceEvent = { record_table: ThreadTable; record_id: string; people: Person[] };

export const shortestThreadSearch = 3;
export const threadSearchSchema = z.object({
	q: searchedText(shortestThreadSearch, 200),
	table: z.enum(threadTables).optional(),
});

export const cannedReplySchema = z.object({
	/** Without one it is offered for every kind of record. */
	record_table: z.enum(threadTables, "Please choose a kind of record.").nullable().default(null),
	title: requiredLine(replyLimits.cannedTitle, "Please enter a title."),
	text: textUpTo(replyLimits.cannedText)
		.refine((value) => isWritten(value, ""), "Please enter the text.")
		.superRefine((value, context) => {
			const unknown = unknownField(value);
			if (unknown) context.addIssue(`There is no field ${unknown}.`);
		}),
});
export type CannedInput = z.output<typeof cannedReplySchema>;

export const signatureSchema = z.object({ text: textUpTo(replyLimits.signature).nullable() });
