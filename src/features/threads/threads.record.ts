import type { RecordDefinition } from "#lib/record.ts";
import type { CannedReply, Thread, ThreadMessage } from "./threads.table.ts";

/** Both tables are in the live stream. The activity log says what staff did, never what was written. */
export const threadRecord = {
	table: "threads",
	kind: "thread",
	area: "record",
	label: "Conversation",
	noun: "conversation",
	path: () => "/admin",
	orderedBy: "created_at",
	live: { dated: true },
} as const satisfies RecordDefinition<Thread>;

export const threadMessageRecord = {
	table: "thread_messages",
	kind: "thread-message",
	area: "record",
	label: "Message",
	noun: "message",
	path: () => "/admin",
	live: { dated: false },
} as const satisfies RecordDefinition<ThreadMessage>;

/** The log has their titles and never their text. */
export const cannedReplyRecord = {
	table: "canned_replies",
	kind: "canned-reply",
	area: "record",
	label: "Canned Reply",
	noun: "canned reply",
	path: () => "/admin",
	logged: { as: "title", without: ["updated_at"], secret: ["text"] },
} as const satisfies RecordDefinition<CannedReply>;
