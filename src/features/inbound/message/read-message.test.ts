import { describe, expect, test } from "vitest";
import {
	collapsed,
	corpus,
	corpusFault,
	corpusFiles,
	corpusMessage,
	type ExpectedMessage,
} from "#tests/inbound-corpus.ts";
import { mailboxesIn } from "./addresses.ts";
import { cleanHtml } from "./clean-html.ts";
import type { MessageFile } from "./files.ts";
import { unflow } from "./flowed-text.ts";
import { UnreadableMessage } from "./mime-parts.ts";
import { type ReadMessage, readHeaderOnly, readMessage } from "./read-message.ts";

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

// F4
test("an address has the letters under which forms store it", () => {
	expect(mailboxesIn("Ann <r&d@München.example>")).toEqual([{ name: "Ann", address: "r&d@xn--mnchen-3ya.example" }]);
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

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

// A7
test.each([
	["an mbox's first line", "From ann@a.example Mon Nov 28 10:52:00 2026\n"],
	["an mbox's first line with a mark", ">From ann@a.example Mon Nov 28 10:52:00 2026\r\n"],
	["a byte order mark", "\xef\xbb\xbf"],
	["an empty line", "\r\n"],
	["several of them", "\xef\xbb\xbf\n\nFrom - Mon Nov 28 10:52:00 2026\n"],
])("%s before the header is no part of a message", async (_, before) => {
	const plain = "From : Ann <ann@a.example>\r\nSubject: Thursday\r\n\r\nHello";
	expect(await readMessage(bytes(before + plain))).toEqual(await readMessage(bytes(plain)));
	const header = await readHeaderOnly(bytes(before + plain));
	expect(header).toMatchObject({ subject: "Thursday", from: { name: "Ann", address: "ann@a.example" } });
});

describe("a body whose type says nothing usable is text", () => {
	test.each([
		["no type", "Subject: x"],
		["an empty type", "Content-Type:"],
		["a type without a subtype", "Content-Type: text"],
		["a type without a subtype, with a charset", "Content-Type: TEXT; charset=utf-8"],
		["a multipart without a boundary", "Content-Type: multipart/mixed"],
		["a multipart with an empty boundary", 'Content-Type: multipart/alternative; boundary=""'],
		["a multipart whose boundary is nowhere", 'Content-Type: multipart/mixed; boundary="other"'],
	])("%s", async (_, header) => {
		expect(await written(header, "Hällo\r\n--\r\nAnn")).toMatchObject({ text: "Hällo\n--\nAnn", files: [] });
	});

	test("within a multipart", async () => {
		const { text, files } = await mixed("Content-Type: text\r\n\r\nOne", "Content-Type: multipart/mixed\r\n\r\nTwo");
		expect({ text, files }).toEqual({ text: "One\n\nTwo", files: [] });
	});
});

const mixed = (...parts: string[]) =>
	written("Content-Type: multipart/mixed; boundary=b", `${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--`);

describe("what costs a parser more than its bytes (A3)", () => {
	test("a CSV of 12 MB with short lines in 7bit is a file, byte by byte", async () => {
		const csv = "1234,56\r\n".repeat(1_400_000);
		const header =
			"Content-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: 7bit";
		const { files, text } = await mixed("\r\nThe figures.", `${header}\r\n\r\n${csv}`);
		expect(text).toBe("The figures.");
		expect(files).toMatchObject([{ name: "a.csv" }]);
		expect(Buffer.from(files[0]?.content ?? []).equals(Buffer.from(csv))).toBe(true);
	});

	const start = "From: a@b.example\r\n";
	const multipart = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";
	test.each([
		["empty lines", `${start}\r\n${"\n".repeat(20_000_000)}Hello`],
		["parts", `${start}${multipart}--b\r\n\r\nHello\r\n${"--b\r\n".repeat(3_000_000)}`],
		[
			"lines that only begin like a boundary",
			`${start}${multipart}--b\r\n\r\nHello\r\n--b\r\n${"\n--bX".repeat(3_000_000)}`,
		],
		[
			"padding",
			`${start}${multipart}--b\r\n\r\nHello\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\n${"=a".repeat(5_000_000)}`,
		],
		["ids", `${start}References: ${"<a@b> ".repeat(40_000)}\r\n\r\nHello`],
		["recipients", `${start}Cc: ${"a:b,".repeat(60_000)}\r\n\r\nHello`],
	])("megabytes of %s are read", async (_, source) => {
		expect((await readMessage(bytes(source))).text.slice(0, 5)).toBe("Hello");
	});

	test("a flowed text of a hundred thousand lines is one paragraph at once", async () => {
		const flowed = unflow("word  \n".repeat(100_000), true);
		expect(flowed.length).toBe(500_000);
	}, 2_000);

	test.each([
		["fields", `${start}${"X: y\r\n".repeat(1_000_000)}\r\nHello`],
		["fields in a part", `${start}${multipart}--b\r\n${"X: y\r\n".repeat(100_000)}\r\nHello`],
		[
			"levels",
			start +
				Array.from(
					{ length: 9000 },
					(_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`,
				).join(""),
		],
	])("a message of thousands of %s is unreadable", async (_, source) => {
		await expect(readMessage(bytes(source))).rejects.toBeInstanceOf(UnreadableMessage);
	});
});

describe("what a multipart says in which order (F6)", () => {
	const html = "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Could you run our <b>press day</b>?</p>";
	const footer = "Content-Type: text/plain\r\n\r\n-- \r\nChecked by the gateway.";
	const said = "Could you run our press day?";

	test("HTML and a footer in plain text are both its text", async () => {
		const message = await readMessage(corpusFault("html-body-plain-footer.eml"));
		expect(collapsed(message.text)).toBe(
			"Could you run our press day on 12 March? -- This email has been checked by the gateway.",
		);
		expect(message.flags).toContain("html_only");
		expect(collapsed((await mixed(html, footer)).text)).toBe(`${said} -- Checked by the gateway.`);
	});

	test("they stand the other way round, too, and a footer may be HTML", async () => {
		expect(collapsed((await mixed(footer, html)).text)).toBe(`-- Checked by the gateway. ${said}`);
		const plain = `Content-Type: text/plain\r\n\r\n${said}`;
		const listed = await mixed(plain, "Content-Type: text/html\r\n\r\n<hr><p>Sent to the list</p>");
		expect(collapsed(listed.text)).toBe(`${said} Sent to the list`);
		expect(collapsed((await mixed(plain, footer)).text)).toBe(`${said} -- Checked by the gateway.`);
	});

	test("of an alternative the plain text counts, and what says the same counts once", async () => {
		const alternative = `Content-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nIn short.\r\n--a\r\n${html}\r\n--a--`;
		const listed = await mixed(alternative, footer);
		expect(collapsed(listed.text)).toBe("In short. -- Checked by the gateway.");
		expect(listed.flags).not.toContain("html_only");
		const twice = await mixed(`Content-Type: text/plain\r\n\r\n${said}`, html);
		expect(twice).toMatchObject({ text: said, flags: expect.not.arrayContaining(["html_only"]) });
	});

	test("a quote in one part and a footer in another are told apart", async () => {
		const quote = "Content-Type: text/html\r\n\r\n<p>Yes.</p><blockquote type=cite>Thursday?</blockquote>";
		expect(await mixed(quote, footer)).toMatchObject({
			text: "Yes.\n\n-- \nChecked by the gateway.",
			quoted: "Thursday?",
		});
	});
});

describe("text in no charset or the wrong one (F7)", () => {
	const latin = "Gr\xfc\xdfe \x80";
	const utf8 = Buffer.from("Grüße €").toString("latin1");
	test.each([
		["no label, not UTF-8", "text/plain", latin],
		["no label, UTF-8", "text/plain", utf8],
		["us-ascii, not ASCII", "text/plain; charset=us-ascii", latin],
		["us-ascii, but UTF-8", "text/plain; charset=US-ASCII", utf8],
		["an unknown one", "text/plain; charset=x-made-up", latin],
		["an unknown one, but UTF-8", "text/plain; charset=utf8mb4", utf8],
		["utf-8, but not UTF-8", "text/plain; charset=utf-8", latin],
		["windows-1252", "text/plain; charset=windows-1252", latin],
		["HTML without a label", "text/html", latin],
	])("%s", async (_, type, text) => {
		expect((await readMessage(bytes(`From: a@b.example\r\nContent-Type: ${type}\r\n\r\n${text}`))).text).toBe(
			"Grüße €",
		);
	});

	test("a broken character leaves the rest of UTF-8 as it is, and a charset without a standard is known", async () => {
		const read = async (type: string, text: string) =>
			(await readMessage(bytes(`From: a@b.example\r\nContent-Type: text/plain; charset=${type}\r\n\r\n${text}`))).text;
		expect(await read("utf-8", `${utf8}\xe2\x82`)).toBe("Grüße €\ufffd");
		expect(await read("cp932", "\x93\xfa\x96\x7b")).toBe("日本");
		expect(await read("cp50220", "\x1b$BF|K\\\x1b(B")).toBe("日本");
	});

	test("the message of another program", async () => {
		expect((await readMessage(corpusFault("no-charset-latin1.eml"))).text).toBe("Können Sie für uns arbeiten? Grüße");
	});

	test("names, subjects, and names of files", async () => {
		const message = await readMessage(
			bytes(
				`From: J\xfcrgen M\xfcller <j@b.example>\r\nSubject: Angebot f\xfcr\r\n M\xe4rz ${utf8}\r\nReply-To: ${utf8} <r@b.example>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; filename="\xdcbersicht.zip"\r\n\r\nx\r\n--b\r\nContent-Type: application/zip; name="${utf8}.zip"\r\n\r\nx\r\n--b--`,
			),
		);
		expect(message).toMatchObject({
			from: { name: "Jürgen Müller", address: "j@b.example" },
			replyTo: ["r@b.example"],
			files: [{ name: "Übersicht.zip" }, { name: "Grüße €.zip" }],
		});
		expect(message.subject).toMatch(/^Angebot für/);
	});
});

describe("elements that are never closed (F10)", () => {
	const after = 'Please <b>call</b> <a href="https://client.example/brief">our office</a>';
	test.each([
		"svg/onload=x()",
		"svg",
		"math",
		"select",
		"select><option",
		"object",
		"button",
		"noscript",
		"form",
		"textarea x='",
	])("<%s> hides nothing after it", async (tag) => {
		const ending = tag.startsWith("textarea") ? "'></textarea>" : "";
		const { text, html } = await written(
			"Content-Type: text/html",
			`<p>Hello.</p><${tag}${ending || ">"}<p>${after}</p>`,
		);
		expect(collapsed(text)).toBe("Hello. Please call our office (https://client.example/brief)");
		expect(cleanHtml(html ?? "").html).toContain('Please <b>call</b> <a href="https://client.example/brief"');
		expect(cleanHtml(html ?? "").html).not.toMatch(/<(?:svg|math|select|object|button|noscript|form|textarea)/);
	});

	test("what a browser reads as no text stays none", async () => {
		const source = "<p>Hello</p><script>let a = 1;</script><svg><style>b{}</style></svg><style>c{}";
		expect((await written("Content-Type: text/html", source)).text).toBe("Hello");
		expect(cleanHtml(source).html).toBe("<p>Hello</p>");
	});
});

describe("tags in each other (A8)", () => {
	test.each([
		"<div>",
		"<blockquote>",
		"<table><tr><td>",
		"<font size=1>",
		"<b>",
		"<a href=https://a.example>",
		"<svg>",
		"<ul><li>",
	])("a megabyte of %s takes no longer than its words", async (tag) => {
		const source = `<p>First</p>${tag.repeat(950_000 / tag.length)}<script>x()</script><style>a{}</style>Last<br>line`;
		const started = process.cpuUsage();
		const { text } = await written("Content-Type: text/html", source);
		// What differs in a megabyte would take minutes to print.
		expect([text.startsWith("First"), text.includes("Last\nline") || tag.startsWith("<a")]).toEqual([true, true]);
		const { html } = cleanHtml(source);
		expect([html.startsWith("<p>First</p>"), html.includes("Last<br />line")]).toEqual([true, true]);
		expect(html.includes("x()") || html.includes("a{}")).toBe(false);
		// In microseconds of this process alone; 11 seconds were seen before.
		expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
	});

	test("sixty replies in each other are as they were", async () => {
		const levels = Array.from({ length: 60 }, (_, i) => `<div>${i}<blockquote type="cite">`).join("");
		const { text, quoted } = await written(
			"Content-Type: text/html",
			`${levels}end${"</blockquote></div>".repeat(60)}`,
		);
		expect(text).toBe("0");
		const numbers = Array.from({ length: 59 }, (_, i) => i + 1);
		expect(collapsed(quoted)).toBe(`${numbers.join(" ")} end`);
	});
});

describe("what answers by itself in other languages (F12)", () => {
	test.each([
		...[
			"Automatyczna odpowiedź: Oferta",
			"Autosvar: Tilbud",
			"Auto-Reply: Offer",
			"Auto-Response: Offer",
			"AUTO REPLY : Offer",
		],
		...[
			"Abwesend: bis Montag",
			"Abwesend",
			"Автоответ: отпуск",
			"Автоматический ответ: Заявка",
			"Otomatik yanıt: Teklif",
		],
		...[
			"Out of office until Monday",
			"Automatiskt svar: Offert",
			"Automaattinen vastaus: Tarjous",
			"Automatická odpověď: Nabídka",
		],
		...[
			"Automatikus válasz: Ajánlat",
			"Răspuns automat: Ofertă",
			"Αυτόματη απάντηση: Προσφορά",
			"자동 회신: 제안",
			"自动回复：报价",
		],
		...[
			"自動回覆: 報價",
			"Trả lời tự động: Báo giá",
			"Balasan otomatis: Penawaran",
			"ตอบกลับอัตโนมัติ: ใบเสนอราคา",
			"רד: x".replace("רד", "תשובה אוטומטית"),
		],
	])("%s", async (subject) => {
		const message = await readMessage(
			new Uint8Array(Buffer.from(`From: a@b.example\r\nSubject: ${subject}\r\n\r\nAway.`)),
		);
		expect(message.automatic).toBe(true);
	});

	test.each([
		"Automobile launch",
		"Re: Autosvar: Tilbud",
		"Autosvarta",
		"Abwesenheit im Team",
		"Automatic reply systems, an offer",
		"Auto show",
	])("a person may write %s", async (subject) => {
		expect((await written(`Subject: ${subject}`, "Hello")).automatic).toBe(false);
	});
});

describe("which email a report is about (F1)", () => {
	const reply = "<33333333-0000-4000-8000-000000000000.1@firm.example>";
	const earlier = "<22222222-0000-4000-8000-000000000000.1@firm.example>";
	test("the one whose Message-ID was returned, never what it refers to", async () => {
		const { report } = await readMessage(corpusFault("bounce-as-sent.eml"));
		expect(report?.messageIds).toEqual(["<d3e15127-084b-45aa-a8be-7492ef99f736.1@pilcrow.example>"]);
	});

	test.each([
		["verbatim", ""],
		["quoted", "> "],
		["indented", "    "],
	])("in a report of plain text, whose header is %s", async (_, prefix) => {
		const quoted = [
			"References: <thread.x@firm.example>",
			` ${earlier}`,
			`In-Reply-To: ${earlier}`,
			`Message-ID: ${reply}`,
		]
			.map((line) => prefix + line)
			.join("\r\n");
		const { report } = await readMessage(
			new Uint8Array(
				Buffer.from(
					`From: mailer-daemon@mx.example\r\nReferences: ${earlier}\r\n\r\nLost: a@b.example\r\n\r\n${quoted}\r\n`,
				),
			),
		);
		expect(report?.messageIds).toEqual([reply]);
	});

	test("an id in the report's own words counts where nothing was returned", async () => {
		const text = `Your email ${reply} was lost.\r\nIn-Reply-To: ${earlier}`;
		const { report } = await readMessage(new Uint8Array(Buffer.from(`From: postmaster@mx.example\r\n\r\n${text}`)));
		expect(report?.messageIds).toEqual([reply]);
	});
});
