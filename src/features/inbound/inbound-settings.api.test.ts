import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { threadAttachmentsTable } from "#features/threads/threads.table.ts";
import { eicar, startClamd } from "#tests/clamd.ts";
import { startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";
import { intakeHooks } from "#wiring.server.ts";
import { inboundMailsTable } from "./inbound.table.ts";
import { createFolderReader } from "./sources/folder.server.ts";

const { app, call, mailsOf, rowOf, send } = startInboundDesk();

const withFile = (content: string) =>
	writeMessage(
		{ "Content-Type": "multipart/mixed; boundary=b" },
		`--b\r\n\r\nHere it is.\r\n--b\r\nContent-Type: application/zip; name="plan.zip"\r\n\r\n${content}\r\n--b--`,
	);

describe("settings", () => {
	test("INBOUND_UNMATCHED=ignore puts aside what belongs to no conversation, and takes answers in", async () => {
		const inquiry = await send(writeMessage({ "Message-ID": "<first@vale.example>", From: "iris@vale.example" }));
		app.deps.settings.inbound.unmatched = "ignore";
		try {
			expect(await send(writeMessage())).toMatchObject({ status: 201, outcome: "ignored", reason: "unmatched" });
			const answer = { From: "iris@vale.example", "In-Reply-To": "<first@vale.example>" };
			const taken = await send(writeMessage(answer));
			expect(taken).toMatchObject({ outcome: "thread", reason: "reference" });
			expect((await rowOf(taken.id)).record_id).toBe((await rowOf(inquiry.id)).record_id);
		} finally {
			app.deps.settings.inbound.unmatched = "new";
		}
	});

	test("INBOUND_CONFIRM=off confirms nothing, and says so", async () => {
		app.deps.settings.inbound.confirm = false;
		try {
			const { id } = await send(writeMessage());
			const [confirmation] = await mailsOf((await rowOf(id)).record_id ?? "", "confirmation");
			expect(confirmation).toMatchObject({ status: "skipped", last_error: "Not sent: INBOUND_CONFIRM is off." });
		} finally {
			app.deps.settings.inbound.confirm = true;
		}
	});

	test("without a secret there is no webhook", async () => {
		const { webhookSecret } = app.deps.settings.inbound;
		app.deps.settings.inbound.webhookSecret = undefined;
		try {
			expect((await send(writeMessage())).status).toBe(404);
			expect((await call<{ sources: unknown[] }>("GET", "/api/inbound/status")).body.sources).toEqual([]);
		} finally {
			app.deps.settings.inbound.webhookSecret = webhookSecret;
		}
	});
});

describe("the folder", () => {
	const folder = mkdtempSync(join(tmpdir(), "inbound-"));
	afterAll(() => rmSync(folder, { recursive: true }));
	const look = () => createFolderReader(app.deps, intakeHooks(app.deps), folder)();
	const write = (name: string, content: Uint8Array) => writeFileSync(join(folder, name), content);
	const namesIn = (part: string) => (existsSync(join(folder, part)) ? readdirSync(join(folder, part)).sort() : []);

	// A9
	test("keeps nothing of what it takes, gives what is no message to failed/, and leaves everything else", async () => {
		write("elsewhere", writeMessage());
		write("b.eml", writeMessage());
		write("a.eml", writeMessage());
		write("broken.eml", new Uint8Array([0, 1, 2]));
		write("writing.eml.part", writeMessage());
		symlinkSync(join(folder, "elsewhere"), join(folder, "link.eml"));
		const before = await app.deps.db.$count(inboundMailsTable);
		await look();
		expect(namesIn("failed")).toEqual(["broken.eml"]);
		expect(namesIn(".")).toEqual(["elsewhere", "failed", "link.eml", "writing.eml.part"]);
		expect((await app.deps.db.$count(inboundMailsTable)) - before).toBe(3);
	});

	test("left by a killed process, a message that is in already goes, and is in once", async () => {
		const message = writeMessage();
		write("a.eml", message);
		await look();
		const before = await app.deps.db.$count(inboundMailsTable);
		write("a.eml", message);
		await look();
		expect(existsSync(join(folder, "a.eml"))).toBe(false);
		expect(await app.deps.db.$count(inboundMailsTable)).toBe(before);
	});

	test("of a message that is too large the header is kept, and no file", async () => {
		write("large.eml", writeMessage({ Subject: "Everything at once" }, "x".repeat(25 * 1024 * 1024)));
		await look();
		const { body } = await call<{ rows: Record<string, unknown>[] }>("GET", "/api/inbound?limit=1");
		expect(body.rows[0]).toMatchObject({
			source: "folder",
			outcome: "ignored",
			reason: "too_large",
			subject: "Everything at once",
			size: expect.any(Number),
		});
		expect(Number(body.rows[0]?.size)).toBeGreaterThan(25 * 1024 * 1024);
		expect(existsSync(join(folder, "large.eml"))).toBe(false);
	});

	// A9
	test("keeps no file in which ClamAV finds something", async () => {
		app.deps.settings.clamdUrl = (await startClamd()).url;
		try {
			write("infected.eml", withFile(eicar));
			await look();
			expect(namesIn(".").concat(namesIn("failed")).join()).not.toContain("infected");
		} finally {
			app.deps.settings.clamdUrl = undefined;
		}
	});

	test("that cannot be read is told at the desk, since when, and until it can", async () => {
		const elsewhere = join(folder, "elsewhere");
		app.deps.settings.inbound.dir = elsewhere;
		const lookElsewhere = createFolderReader(app.deps, intakeHooks(app.deps), elsewhere);
		const state = async () => {
			const { body } = await call<{ sources: Record<string, unknown>[] }>("GET", "/api/inbound/status");
			return body.sources.find(({ source }) => source === "folder");
		};
		try {
			await lookElsewhere();
			expect(await state()).toMatchObject({
				connected: false,
				last_error: expect.stringMatching(/^The folder can't be read \(E[A-Z]+\)\. Check INBOUND_DIR\.$/),
				failing_since: expect.any(String),
			});
			const since = (await state())?.failing_since;
			await lookElsewhere();
			expect((await state())?.failing_since).toBe(since);
			rmSync(elsewhere);
			await lookElsewhere();
			expect(await state()).toMatchObject({ connected: true, last_error: null, failing_since: null });
		} finally {
			app.deps.settings.inbound.dir = undefined;
		}
	});
});

describe("files", () => {
	test("in which ClamAV finds something are nowhere, nor is the message as it came; its text is there", async () => {
		app.deps.settings.clamdUrl = (await startClamd()).url;
		try {
			const { id } = await send(withFile(eicar));
			const row = await rowOf(id);
			expect(row).toMatchObject({ outcome: "new", file: null });
			const [file] = (await app.deps.db.select().from(threadAttachmentsTable)).slice(-1);
			expect(file).toMatchObject({ name: "plan.zip", file: null });
			for (const bucket of ["mail-attachments", "mail-sources"] as const) {
				for await (const { name } of app.deps.storage.list(bucket)) {
					const stored = await app.deps.storage.get(bucket, name);
					expect(await new Response(stored?.body).text()).not.toContain(eicar);
				}
			}
		} finally {
			app.deps.settings.clamdUrl = undefined;
		}
	});

	test("wait with their message while ClamAV does not answer: the provider tries again, and nothing is lost", async () => {
		const message = withFile("a plan");
		app.deps.settings.clamdUrl = "tcp://127.0.0.1:1";
		const before = await app.deps.db.$count(inboundMailsTable);
		try {
			expect((await send(message)).status).toBe(503);
			expect(await app.deps.db.$count(inboundMailsTable)).toBe(before);
		} finally {
			app.deps.settings.clamdUrl = undefined;
		}
		expect(await send(message)).toMatchObject({ status: 201, outcome: "new" });
		// What was read of it on the way is gone.
		expect(readdirSync(join(app.deps.settings.dataDir, "uploads"))).toEqual([]);
	});
});
