import { describe, expect, test } from "vitest";
import { collapsed, corpus, corpusFiles, corpusMessage, type ExpectedMessage } from "#tests/inbound-corpus.ts";
import { cleanHtml } from "./clean-html.ts";
import type { MessageFile } from "./files.ts";
import { UnreadableMessage } from "./mime-parts.ts";
import { type ReadMessage, readMessage } from "./read-message.ts";

const inboundAddress = "hello@firm.example";

const placeholders = {
	RUN: "abc123xyz",
	INBOUND_ADDRESS: inboundAddress,
	...Object.fromEntries(
		corpus.setup.threads.flatMap(({ n }) => [
			[`MESSAGE_ID_OF_REPLY_${n}`, `<0000000${n}-0000-4000-8000-000000000000.1@firm.example>`],
			[`ANCHOR_${n}`, `<thread.1000000${n}-0000-4000-8000-000000000000@firm.example>`],
			[`REPLY_TO_OF_REPLY_${n}`, `hello+${String(n).repeat(3)}aaaaaaaaaaaaaaaaaaaaaaa@firm.example`],
		]),
	),
};

const read = (file: string) => readMessage(corpusMessage(file, placeholders));

/** What only the conversation tells. */
const flagsOfThreads = ["subject_changed", "new_sender", "staff_address", "unverified", "reused_id"];

function check(message: ReadMessage<MessageFile>, expected: ExpectedMessage): void {
	const { from } = expected;
	if (from)
		expect(message.from).toEqual({ ...from, address: from.address.replace("{{INBOUND_ADDRESS}}", inboundAddress) });
	if (expected.subject !== undefined) expect(message.subject).toBe(expected.subject);
	if (expected.subject_start) expect(message.subject.startsWith(expected.subject_start)).toBe(true);
	if (expected.subject_max) expect(message.subject.length).toBeLessThanOrEqual(expected.subject_max);
	const text = collapsed(message.text);
	if (expected.text !== undefined) expect(text).toBe(expected.text);
	if (expected.text_start) expect(text.slice(0, expected.text_start.length)).toBe(expected.text_start);
	for (const part of expected.text_includes ?? []) expect(text).toContain(part);
	for (const part of expected.text_excludes ?? []) expect(text).not.toContain(part);
	if (expected.quoted === null) expect(message.quoted).toBeNull();
	for (const part of expected.quoted_includes ?? []) expect(collapsed(message.quoted)).toContain(part);
	const html = message.html === null ? "" : cleanHtml(message.html).html.toLowerCase();
	for (const part of expected.html_includes ?? []) expect(html).toContain(part);
	for (const part of expected.html_excludes ?? []) expect(html).not.toContain(part);
	const files = message.files.map(({ name, content, inline }) => ({ name, size: content.length, inline }));
	if (expected.attachments) {
		expect(files.map(({ name, inline }) => ({ name, inline }))).toEqual(
			expected.attachments.map(({ name, inline }) => ({ name, inline })),
		);
		expected.attachments.forEach(({ size }, i) => {
			if (size !== null) expect(files[i]?.size).toBe(size);
		});
	}
	const names = files.map(({ name }) => name);
	for (const name of expected.attachments_include ?? []) expect(names).toContain(name);
	for (const part of expected.attachment_name_excludes ?? []) expect(names.join("")).not.toContain(part);
	if (expected.flags) {
		const own = expected.flags.filter((flag) => !flagsOfThreads.includes(flag));
		expect(message.flags.toSorted()).toEqual(own.toSorted());
	}
	for (const flag of expected.flags_include ?? []) expect(message.flags).toContain(flag);
	if (expected.calendar) expect(message.calendar).toMatchObject(expected.calendar);
}

test("the corpus has an expectation for each of its messages", () => {
	expect(corpus.messages.map(({ file }) => file).toSorted()).toEqual(corpusFiles().toSorted());
});

test.each(corpus.messages.filter(({ outcome }) => outcome !== "duplicate"))("reads $file", async (expected) => {
	check(await read(expected.file), expected);
});

test("a message that comes by another way has the same key, and no other message of the corpus has it", async () => {
	const keys = new Map<string, string>();
	for (const file of corpusFiles()) keys.set(file, (await read(file)).key);
	expect(keys.get("31-delivered-twice.eml")).toBe(keys.get("01-gmail-reply.eml"));
	expect(new Set(keys.values()).size).toBe(keys.size - 1);
});

describe("delivery reports", () => {
	const original = (n: number) => placeholders[`MESSAGE_ID_OF_REPLY_${n}` as keyof typeof placeholders];
	test.each([
		["19-report-postfix.eml", 4, "nora.lind@gone.example", "failed", "550 5.1.1"],
		["20-report-exchange-online.eml", 5, "full@crowded.example", "failed", "554 5.2.2 mailbox full"],
		["21-report-exim.eml", 6, "m.sorel@exim-host.example", "failed", "550 5.7.1 Sender blocked by policy"],
		["22-report-delayed.eml", 1, "ada.moreau@lumen-bakery.example", "delayed", "451 4.4.1"],
		["23-report-forged.eml", 1, "somebody.else@lumen-bakery.example", "failed", "550 forged"],
	])("%s names its mail, its recipient, and the reason", async (file, n, address, action, diagnostic) => {
		const { report } = await read(file);
		expect(report?.messageIds).toContain(original(n));
		expect(report?.recipients.some(({ addresses }) => addresses.includes(address))).toBe(true);
		expect(report?.recipients[0]?.action).toBe(action);
		expect(report?.recipients[0]?.diagnostic).toContain(diagnostic);
	});

	test("no other message of the corpus is a formal one", async () => {
		for (const { file, outcome } of corpus.messages) {
			const { report } = await read(file);
			if (outcome !== "bounce") expect(report && !report.plain, file).toBeFalsy();
		}
	});
});

describe("what machines send", () => {
	test.each([
		["14-newsletter.eml", { list: true }],
		["15-away-english-exchange.eml", { automatic: true }],
		["16-away-german.eml", { automatic: true }],
		["17-away-french-without-a-sign.eml", { automatic: true }],
		["18-away-japanese.eml", { automatic: true }],
		["43-person-behind-exchange.eml", { automatic: false, list: false, suppressesAnswers: true }],
		["45-noreply.eml", { automatic: true }],
		["47-read-receipt.eml", { automatic: true }],
	])("%s", async (file, expected) => {
		expect(await read(file)).toMatchObject(expected);
	});
});

describe("what cannot be read", () => {
	const message = (text: string) => new Uint8Array(Buffer.from(text.replaceAll("\n", "\r\n"), "latin1"));
	const nested = (depth: number) => {
		let text = "From: a@b.example\nMessage-ID: <x@y>\n";
		for (let i = 0; i < depth; i++) text += `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`;
		return `${text}Content-Type: text/plain\n\ndeep\n`;
	};

	test.each([
		["nothing", ""],
		["bytes without a header", "\u0000\u0001\u0002 nothing like a message"],
		["a header of more than 256 kB", `From: a@b.example\nX-Long: ${"x".repeat(300_000)}\n\ntext`],
		["31 parts in each other", nested(31)],
	])("%s", async (_, source) => {
		await expect(readMessage(message(source))).rejects.toBeInstanceOf(UnreadableMessage);
	});

	test("30 parts in each other are still read", async () => {
		expect((await readMessage(message(nested(30)))).text).toBe("deep");
	});
});

const written = (header: string, body: string) =>
	readMessage(new Uint8Array(Buffer.from(`From: a@b.example\r\n${header}\r\n\r\n${body}`)));

test("what wants no answer, not even that it was lost, comes from a machine", async () => {
	expect(await written("Return-Path: <>", "Hello")).toMatchObject({ automatic: true });
	expect(await written("Return-Path: <a@b.example>", "Hello")).toMatchObject({ automatic: false });
});

test("a text of quotes alone is shown whole", async () => {
	const quotes = { text: "> Thursday?\n> Yes.", quoted: null };
	expect(await written("Subject: Re: Thursday", "> Thursday?\r\n> Yes.")).toMatchObject(quotes);
});

test("a flowed line goes on in the next one that is quoted as deeply, and in no other", async () => {
	const flowed = "Content-Type: text/plain; format=flowed";
	const { text } = await written(flowed, "> Shall we \r\n> meet? \r\nOn \r\nThursday.");
	expect(text).toBe("> Shall we meet? \nOn Thursday.");
});

test("of many parts and files, the first are read", async () => {
	const part = 'Content-Type: application/pdf; name="a.pdf"\r\n\r\nx\r\n--b\r\n';
	const source = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\n${part.repeat(300)}`;
	const { files, text } = await readMessage(new Uint8Array(Buffer.from(source)));
	expect(text).toBe("Hello");
	expect(files).toHaveLength(50);
});

test("a text above 100,000 characters is cut, and HTML above a megabyte is only text", async () => {
	const source = (type: string, body: string) =>
		new Uint8Array(Buffer.from(`From: a@b.example\r\nMessage-ID: <a@b>\r\nContent-Type: ${type}\r\n\r\n${body}`));
	const long = await readMessage(source("text/plain", "word ".repeat(30_000)));
	expect(long.text.length).toBeLessThanOrEqual(100_000);
	expect(long.flags).toEqual(["truncated"]);
	const heavy = await readMessage(source("text/html", `<p>Hello</p><!-- ${"x".repeat(1_100_000)} -->`));
	expect(heavy).toMatchObject({ text: "Hello", html: null });
});
