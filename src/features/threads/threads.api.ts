import { eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { rowChangesBodyLimit } from "#lib/status-change.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { readUpload } from "#platform/http/upload.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { getRow } from "#platform/records/records.server.ts";
import { seenTables, sees } from "#records.ts";
import type { Presence } from "./presence.server.ts";
import { addAttachment, answerAttachment, attachmentField, deleteAttachment } from "./replies/attachments.server.ts";
import {
	createCannedReply,
	deleteCannedReply,
	listCannedReplies,
	updateCannedReply,
} from "./replies/canned-replies.server.ts";
import { deleteDraft, listDrafted, readDraft, saveDraft } from "./replies/drafts.server.ts";
import { getMember, nameOf, signatureOf, updateSignature } from "./replies/members.server.ts";
import { type StatusChanges, sendReply } from "./replies/send-reply.server.ts";
import { undoReply } from "./replies/undo-reply.server.ts";
import { assignThread, assignThreads, listMembers, markSeen, searchThreads } from "./thread-desk.server.ts";
import { recordOfAttachment, recordOfMessage, type ThreadRecord } from "./thread-of-record.server.ts";
import { fieldValues, getFacts } from "./thread-records.server.ts";
import {
	assigneesSchema,
	assignmentSchema,
	type CannedInput,
	cannedReplySchema,
	draftSchema,
	presenceSchema,
	replySchema,
	signatureSchema,
	type ThreadTable,
	threadSearchSchema,
	threadTables,
} from "./threads.schema.ts";
import { listThreads, readConversation, readThread } from "./threads.server.ts";
import { cannedRepliesTable } from "./threads.table.ts";

type ThreadDeps = Pick<Deps, "db" | "jobs" | "settings" | "rateLimits" | "storage" | "clock"> & {
	presence: Presence;
	statusChanges: StatusChanges;
};

const callerOf = (c: Context<AccountEnv>) => c.get("account").userId;

/** A draft holds up to twice the text of a reply, and letters of other scripts take three bytes or more. */
const draftBodyLimit = 512 * 1024;

/** @throws {HttpError} 404 for anything that isn't a table of records with a conversation */
function tableOf(c: Context): ThreadTable {
	const table = threadTables.find((known) => known === c.req.param("table"));
	if (!table) throw notFound("This record");
	return table;
}

/** @throws {HttpError} 404 for anything that isn't a record with a conversation, or that the caller may not see */
async function recordOf(c: Context<AccountEnv>): Promise<ThreadRecord> {
	const record = { table: tableOf(c), id: parseId(c.req.param("id") ?? "", "This record") };
	await c.get("record")(record);
	return record;
}

/** The tables whose conversations the caller may see, of one or of all; undefined if that is all. */
function seenOf(c: Context<AccountEnv>, table: ThreadTable | undefined): string[] | undefined {
	const seen = seenTables(c.get("account").areas);
	return table ? [table].filter((one) => !seen || seen.includes(one)) : seen;
}

/** @throws {HttpError} 404 also for a record that doesn't exist */
async function existingRecordOf(db: Deps["db"], c: Context<AccountEnv>): Promise<ThreadRecord> {
	const record = await recordOf(c);
	await getFacts(db, record);
	return record;
}

const membersSchema = z.object({ table: z.enum(threadTables).optional() });
const listSchema = listQuerySchema.extend(membersSchema.shape);

/** The conversations of records: what staff read and send. */
export function threadsApi(deps: ThreadDeps) {
	const { db, presence } = deps;
	const reading = (c: Context<AccountEnv>) => ({ ...deps, areas: c.get("account").areas });
	return (
		new Hono<AccountEnv>()
			.get("/", validateQuery(listSchema), async (c) => {
				const { table, ...query } = c.req.valid("query");
				return c.json(await listThreads(reading(c), { ...query, tables: seenOf(c, table) }));
			})
			.get("/search", validateQuery(threadSearchSchema), async (c) => {
				const { q, table } = c.req.valid("query");
				return c.json({ rows: await searchThreads(db, { q, tables: seenOf(c, table) }) });
			})
			// In addition to the contract: the people to whom conversations of this kind, or of any, can be assigned.
			.get("/members", validateQuery(membersSchema), async (c) => {
				const { table } = c.req.valid("query");
				const tables = threadTables.filter((one) => seenOf(c, table)?.includes(one) ?? true);
				return c.json({ rows: await listMembers(db, tables) });
			})
			// In addition to the contract: the records for which the caller has a draft.
			.get("/drafts", async (c) => c.json({ record_ids: await listDrafted(db, callerOf(c), seenOf(c, undefined)) }))
			.get("/:table/:id", async (c) => {
				const record = await recordOf(c);
				const facts = await getFacts(db, record);
				const member = await getMember(db, callerOf(c));
				const thread = await readThread(reading(c), record);
				return c.json({
					thread,
					messages: await readConversation(deps, record, facts, thread.id),
					draft: thread.id ? await readDraft(db, thread.id, callerOf(c)) : null,
					fields: fieldValues(record.table, facts, member),
					signature: signatureOf(member),
					presence: presence.peopleAt(record, callerOf(c)),
					// In addition to the contract: whether replies come back to this desk.
					comes_back: deps.settings.inbound.isRead,
				});
			})
			.patch("/:table/:id", validateJson(assignmentSchema), async (c) => {
				const record = await recordOf(c);
				return c.json(
					await withCaller(db, c, (tx) => assignThread({ ...reading(c), db: tx }, record, c.req.valid("json"))),
				);
			})
			// In addition to the contract: the assignment of many records at once.
			.post("/:table/assignees", validateJson(assigneesSchema, rowChangesBodyLimit), async (c) => {
				const table = tableOf(c);
				await c.get("record")({ table });
				return c.json({ changed: await withCaller(db, c, (tx) => assignThreads(tx, table, c.req.valid("json"))) });
			})
			.post("/:table/:id/seen", async (c) => {
				await markSeen(db, await existingRecordOf(db, c));
				return c.body(null, 204);
			})
			.post("/:table/:id/presence", validateJson(presenceSchema), async (c) => {
				const record = await recordOf(c);
				const { state } = c.req.valid("json");
				// The person who has just deleted the record leaves it, too.
				if (state !== "gone") await getFacts(db, record);
				const member = await getMember(db, callerOf(c));
				await presence.say(record, { id: callerOf(c), name: nameOf(member) }, state);
				return c.body(null, 204);
			})
			.put("/:table/:id/draft", validateJson(draftSchema, draftBodyLimit), async (c) => {
				const record = await existingRecordOf(db, c);
				return c.json(await withCaller(db, c, (tx) => saveDraft(tx, record, callerOf(c), c.req.valid("json"))));
			})
			.delete("/:table/:id/draft", async (c) => {
				const record = await existingRecordOf(db, c);
				await withCaller(db, c, (tx) => deleteDraft(tx, record, callerOf(c)));
				return c.body(null, 204);
			})
			.post("/:table/:id/attachments", async (c) => {
				const record = await existingRecordOf(db, c);
				await using form = await readUpload(c.req.raw, deps.settings, attachmentField);
				await c.get("checkAccess")?.();
				return c.json(await addAttachment(deps, record, callerOf(c), form.file), 201);
			})
			.post("/:table/:id/replies", validateJson(replySchema), async (c) => {
				const { message, isNew } = await sendReply(deps, await recordOf(c), callerOf(c), c.req.valid("json"));
				return c.json(message, isNew ? 201 : 200);
			})
	);
}

export function threadMessagesApi(deps: Pick<ThreadDeps, "db" | "statusChanges">) {
	const what = "This reply";
	return new Hono<AccountEnv>().post("/:id/undo", async (c) => {
		const id = parseId(c.req.param("id"), what);
		await c.get("record")({ ...(await recordOfMessage(deps.db, id, what)), what });
		return c.json(await undoReply(deps, id, callerOf(c)));
	});
}

export function threadAttachmentsApi(deps: Pick<Deps, "db" | "storage">) {
	const what = "This file";
	async function idOf(c: Context<AccountEnv>): Promise<string> {
		const id = parseId(c.req.param("id") ?? "", what);
		await c.get("record")({ ...(await recordOfAttachment(deps.db, id, what)), what });
		return id;
	}
	return new Hono<AccountEnv>()
		.get("/:id", async (c) => answerAttachment(deps, await idOf(c)))
		.delete("/:id", async (c) => {
			await deleteAttachment(deps, await idOf(c), callerOf(c));
			return c.body(null, 204);
		});
}

/** They belong to the firm: everyone on the staff who writes to people adds, changes, and deletes them. */
export function cannedRepliesApi({ db }: Pick<Deps, "db">) {
	const what = "This canned reply";
	/** @throws {HttpError} 404 also for one about records that the caller may not see */
	async function idOf(c: Context<AccountEnv>): Promise<string> {
		const id = parseId(c.req.param("id") ?? "", what);
		const { record_table } = await getRow(db, cannedRepliesTable, eq(cannedRepliesTable.id, id), what);
		if (record_table) await c.get("record")({ table: record_table, id, what });
		return id;
	}
	/** @throws {HttpError} 403 for one that its writer wouldn't see */
	async function seenBy(c: Context<AccountEnv>, reply: CannedInput): Promise<CannedInput> {
		if (reply.record_table) await c.get("record")({ table: reply.record_table });
		return reply;
	}
	return new Hono<AccountEnv>()
		.get("/", async (c) => {
			const { areas } = c.get("account");
			const rows = await listCannedReplies(db);
			return c.json({ rows: rows.filter(({ record_table }) => !record_table || sees(areas, record_table)) });
		})
		.post("/", validateJson(cannedReplySchema), async (c) => {
			const reply = await seenBy(c, c.req.valid("json"));
			return c.json(await withCaller(db, c, (tx) => createCannedReply(tx, reply)), 201);
		})
		.put("/:id", validateJson(cannedReplySchema), async (c) => {
			const id = await idOf(c);
			const reply = await seenBy(c, c.req.valid("json"));
			return c.json(await withCaller(db, c, (tx) => updateCannedReply(tx, id, reply)));
		})
		.delete("/:id", async (c) => {
			const id = await idOf(c);
			await withCaller(db, c, (tx) => deleteCannedReply(tx, id));
			return c.body(null, 204);
		});
}

/** The caller's own. */
export function signatureApi({ db }: Pick<Deps, "db">) {
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json({ text: (await getMember(db, callerOf(c))).signature }))
		.put("/", validateJson(signatureSchema), async (c) => {
			const { text } = c.req.valid("json");
			await withActor(db, callerOf(c), (tx) => updateSignature(tx, callerOf(c), text));
			return c.json({ text: (await getMember(db, callerOf(c))).signature });
		});
}
