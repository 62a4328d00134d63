import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { startTestApp } from "#tests/app.ts";
import { type Dovecot, noDovecot, startDovecot } from "#tests/dovecot.ts";
import { type ImapLine, startImapLine } from "#tests/imap-line.ts";
import { inboundSettings, mailOf } from "#tests/inbound-message.ts";
import { isLong } from "#tests/long.ts";
import { becomes, impatient, isConnected, receivedSubjects, whileReading } from "#tests/mailbox-reader.ts";

/** Of so many bytes one; `npm run torture` cuts after each. */
const stride = Number(process.env.CUT_EVERY ?? (isLong ? 7 : 150));

describe.skipIf(noDovecot)(`an IMAP connection that is cut${noDovecot ? ` (skipped: ${noDovecot})` : ""}`, () => {
	const app = startTestApp(inboundSettings);
	let server: Dovecot;
	let line: ImapLine;
	beforeAll(async () => {
		server = await startDovecot();
		line = await startImapLine(server.url);
	});
	afterAll(async () => {
		line?.close();
		await server?.stop();
	});

	test("at any byte, from the greeting to the mark of what was read, loses no message and doubles none", async () => {
		const sent: string[] = [];
		await whileReading(
			app,
			line.url,
			async () => {
				await becomes(async () => expect(await isConnected(app)).toBe(true));
				let whole = 0;
				for (let bytes = 1; whole === 0; bytes += stride) {
					const before = line.connections();
					const subject = `Cut after ${bytes}`;
					sent.push(subject);
					server.deliver(mailOf(subject));
					// Before the server can tell of it.
					line.cutNextAfter(bytes);
					await becomes(async () => expect(await app.deps.db.$count(inboundMailsTable)).toBe(sent.length));
					await becomes(async () => expect(await isConnected(app)).toBe(true));
					// One that has not been cut has read, marked, and begun to idle.
					if (line.connections() === before + 1 && line.bytes() < bytes) whole = bytes;
				}
				expect(sent.length).toBeGreaterThan(10);
			},
			impatient(),
		);
		expect(await receivedSubjects(app)).toEqual(sent);
	}, 3_600_000);
});
