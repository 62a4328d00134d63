import { type Answered, replySubject } from "#features/threads/compose/subject.ts";
import type { Conversation, Draft } from "#features/threads/desk/conversation-query.ts";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { readStored, store } from "#lib/browser-storage.ts";
import { settledRequests } from "#lib/status.ts";
import type { DraftValues } from "./use-draft.ts";

/** The status that a first reply proposes for a record that no one has worked on yet. */
const proposals: Record<string, string> = { new: "in_progress", pending: "reviewing" };

type Answering = { account: string; table: ThreadTable; status: string };

/** For each person: someone who resolves new inquiries goes on to do so. */
const storageKey = ({ account, table, status }: Answering) => `pilcrow-reply-status ${account} ${table} ${status}`;

/** What this person's last reply to such a record set. Empty: the record keeps its status. */
export const proposedStatus = (answering: Answering): string =>
	readStored(storageKey(answering)) ?? proposals[answering.status] ?? "";

export const rememberStatus = (answering: Answering, chosen: string) => void store(storageKey(answering), chosen);

/** What else a reply often does, for a key of its own: it settles a request, or doesn't. What becomes of a candidate isn't set that fast. */
export function otherStatus({ table, status }: Answering, chosen: string): string {
	const [settled] = table === "job_applications" ? [] : settledRequests;
	return settled && settled !== chosen && settled !== status ? settled : (proposals[status] ?? "");
}

/** The client first, then everyone who has written; no one else can be written to. */
export function recipientsOf({ thread, messages }: Conversation): string[] {
	const replies = messages.filter(({ kind }) => kind === "reply");
	const copied = new Set(replies.flatMap(({ cc }) => cc.map((address) => address.toLowerCase())));
	const wrote = new Set(
		messages.flatMap(({ kind, from }) => (kind === "received" && from ? [from.address.toLowerCase()] : [])),
	);
	return thread.participants
		.map(({ address }) => address)
		.filter((address, index) => index === 0 || wrote.has(address.toLowerCase()) || !copied.has(address.toLowerCase()));
}

function answeredOf(table: ThreadTable, { messages, fields }: Conversation): Answered {
	const newest = messages.findLast(({ kind }) => kind === "received");
	if (newest) return { received: newest.subject };
	if (table === "bookings") return { table, service: fields.service ?? "Your call" };
	return table === "job_applications" ? { table } : { table, subject: fields.subject };
}

export const valuesOf = (draft: Draft): DraftValues => ({
	...draft,
	cc: draft.cc.join(", "),
	files: draft.attachments,
});

/**
 * A text put where the caret is, or in place of what is selected. At the end of a line it begins a paragraph of its own.
 * @returns also where it begins
 */
export function inserting(text: string, inserted: string, start: number, end: number): { text: string; from: number } {
	const before = text.slice(0, start);
	const after = text.slice(end);
	const gap = /\S$/.test(before) && /^(\n|$)/.test(after) ? "\n\n" : "";
	return { text: before + gap + inserted + after, from: start + gap.length };
}

/** Where writing goes on: after what is written above the signature. */
export function caretOf(text: string, signature: string): number {
	const end = signature && text.endsWith(signature) ? text.length - signature.length : text.length;
	return text.slice(0, end).trimEnd().length;
}

/** What a canned reply leaves to the writer: a field without a value, or an empty item of a list. */
export function firstBlank(text: string): { start: number; end: number } | undefined {
	const blank = /\{[a-z_]+\}|(?<=^- ?)$/m.exec(text);
	return blank ? { start: blank.index, end: blank.index + blank[0].length } : undefined;
}

export const hasEmptyItem = (text: string): boolean => /^- *$/m.test(text);

/** The values of a reply that no one has begun: its text is written above the signature. */
export const newValues = (table: ThreadTable, conversation: Conversation): DraftValues => ({
	text: `\n\n${conversation.signature}`,
	subject: replySubject(answeredOf(table, conversation)),
	to: null,
	cc: "",
	files: [],
});
