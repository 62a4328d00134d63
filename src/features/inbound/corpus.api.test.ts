import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { threadAttachmentsTable, threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { startTestApp, type TestApp } from "#tests/app.ts";
import { collapsed, corpus, corpusMessage, type ExpectedMessage } from "#tests/inbound-corpus.ts";
import { inboundSettings, signedRequest } from "#tests/inbound-message.ts";
import { type CorpusThread, setUpCorpusThreads } from "#tests/inbound-threads.ts";
import { isLong } from "#tests/long.ts";
import { intakeHooks } from "#wiring.server.ts";
import { inboundMailsTable } from "./inbound.table.ts";
import { cleanHtml } from "./message/clean-html.ts";
import { createFolderReader } from "./sources/folder.server.ts";

type Feed = (app: TestApp, file: string, message: Uint8Array<ArrayBuffer>) => Promise<void>;

const byWebhook: Feed = async (app, file, message) => {
	const response = await app.api.request("/api/inbound-mail", signedRequest(message));
	expect([200, 201], file).toContain(response.status);
};

const folder = mkdtempSync(join(tmpdir(), "inbound-"));
afterAll(() => rmSync(folder, { recursive: true }));

const byFolder: Feed = async (app, file, message) => {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${file}.part`), message);
	renameSync(join(folder, `${file}.part`), join(folder, file));
	await createFolderReader(app.deps, intakeHooks(app.deps), folder)();
	expect(readdirSync(folder)).not.toContain(file);
};

describe.each([
	["webhook", byWebhook],
	["folder", byFolder],
])("the corpus, by %s", (source, feed) => {
	const app = startTestApp(inboundSettings);

	async function check(expected: ExpectedMessage, id: string, threads: CorpusThread[]): Promise<void> {
		const { db } = app.deps;
		const [row] = await db.select().from(inboundMailsTable).where(eq(inboundMailsTable.id, id));
		expect(row).toMatchObject({ source, outcome: expected.outcome });
		if (!expected.reason_any && expected.reason !== undefined) expect(row?.reason).toBe(expected.reason);
		if (expected.from) {
			expect(row?.from_name).toBe(expected.from.name);
			expect(row?.from_address).toBe(
				expected.from.address.replace("{{INBOUND_ADDRESS}}", inboundSettings.INBOUND_ADDRESS),
			);
		}
		if (expected.subject !== undefined) expect(row?.subject).toBe(expected.subject);
		if (expected.mail) {
			const thread = threads.find(({ n }) => expected.mail === `reply ${n}`);
			const [mail] = await db
				.select()
				.from(mailsTable)
				.where(eq(mailsTable.id, thread?.mailId ?? ""));
			expect(mail?.status).toBe(expected.mail_status);
			if (expected.mail_reason_includes) expect(mail?.last_error).toContain(expected.mail_reason_includes);
			else expect(mail?.last_error).toBeNull();
		}
		if (expected.outcome !== "thread" && expected.outcome !== "new") return expect(row?.thread_message_id).toBeNull();

		const [message] = await db
			.select()
			.from(threadMessagesTable)
			.where(eq(threadMessagesTable.id, row?.thread_message_id ?? ""));
		if (!message) throw new Error("the message is in no conversation");
		const [thread] = await db.select().from(threadsTable).where(eq(threadsTable.id, message.thread_id));
		if (expected.thread) expect(thread?.id).toBe(threads.find(({ n }) => n === expected.thread)?.threadId);
		else expect(threads.map(({ threadId }) => threadId)).not.toContain(thread?.id);
		expect(thread?.related_id ?? undefined).toBe(threads.find(({ n }) => n === expected.related)?.contactId);
		const text = collapsed(message.text);
		if (expected.text_start) expect(text.slice(0, expected.text_start.length)).toBe(expected.text_start);
		for (const part of expected.text_excludes ?? []) expect(text).not.toContain(part);
		for (const part of expected.quoted_includes ?? []) expect(collapsed(message.quoted)).toContain(part);
		if (expected.quoted === null) expect(message.quoted).toBe("");
		const html = cleanHtml(message.html ?? "").html.toLowerCase();
		for (const part of expected.html_excludes ?? []) expect(html).not.toContain(part);
		if (expected.flags) expect(message.flags.toSorted()).toEqual(expected.flags.toSorted());
		for (const flag of expected.flags_include ?? []) expect(message.flags).toContain(flag);
		if (expected.calendar) expect(message.calendar).toEqual(expected.calendar);
		const files = await db
			.select()
			.from(threadAttachmentsTable)
			.where(eq(threadAttachmentsTable.message_id, message.id))
			.orderBy(threadAttachmentsTable.position);
		if (expected.attachments) {
			expect(files.map(({ name, inline }) => ({ name, inline }))).toEqual(
				expected.attachments.map(({ name, inline }) => ({ name, inline })),
			);
		}
		for (const { file } of files) expect(file && (await app.deps.storage.get("mail-attachments", file))).toBeTruthy();
	}

	test("each message becomes what is expected of it, and a second delivery adds nothing", async () => {
		const { threads, placeholders } = await setUpCorpusThreads(app.deps, "first1");
		const idOf = async (file: string) => {
			const before = new Set((await app.deps.db.select().from(inboundMailsTable)).map(({ id }) => id));
			await feed(app, file, corpusMessage(file, placeholders));
			return (await app.deps.db.select().from(inboundMailsTable)).map(({ id }) => id).filter((id) => !before.has(id));
		};
		for (const expected of corpus.messages) {
			const ids = await idOf(expected.file);
			if (expected.outcome === "duplicate") {
				expect(ids, expected.file).toEqual([]);
				continue;
			}
			expect(ids, expected.file).toHaveLength(1);
			await check(expected, ids[0] ?? "", threads).catch((error) => {
				throw new Error(`${expected.file}: ${error.message}`, { cause: error });
			});
		}
		const rows = await app.deps.db.$count(inboundMailsTable);
		for (const { file } of corpus.messages.toReversed()) await feed(app, file, corpusMessage(file, placeholders));
		expect(await app.deps.db.$count(inboundMailsTable)).toBe(rows);
	}, 60_000);

	test.runIf(isLong)(
		"in another order each message is there once as well",
		async () => {
			const before = await app.deps.db.$count(inboundMailsTable);
			const { placeholders } = await setUpCorpusThreads(app.deps, "second2");
			for (const { file } of [...corpus.messages.toReversed(), ...corpus.messages]) {
				await feed(app, file, corpusMessage(file, placeholders));
			}
			// Number 30 has nothing that differs between the two runs, so it is known from the first.
			const own = corpus.messages.filter(({ outcome }) => outcome !== "duplicate").length - 1;
			expect((await app.deps.db.$count(inboundMailsTable)) - before).toBe(own);
		},
		60_000,
	);
});
