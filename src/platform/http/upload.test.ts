import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readUpload, removeAbandonedUploads } from "./upload.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "uploads-"));
const leftovers = () => readdirSync(join(dataDir, "uploads"));
const field = { name: "resume", maxBytes: 1000 };
const names = ["name", "letter"];

afterAll(() => rmSync(dataDir, { recursive: true }));

function formRequest(...entries: [name: string, value: string | File][]) {
	const body = new FormData();
	for (const [name, value] of entries) body.append(name, value);
	return new Request("http://site.test/", { method: "POST", body });
}

const rawRequest = (body: BodyInit, boundary = "boundary=x") =>
	new Request("http://site.test/", {
		method: "POST",
		body,
		headers: { "content-type": `multipart/form-data; ${boundary}` },
		duplex: "half",
	} as RequestInit);

/** As the network brings it. */
const inPieces = (text: string) =>
	new ReadableStream({
		start(controller) {
			for (let at = 0; at < text.length; at += 65_536) controller.enqueue(Buffer.from(text.slice(at, at + 65_536)));
			controller.close();
		},
	});

const part = (name: string, content: string, rest = "") =>
	`--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;

test("gives the fields and the file, which is gone when the form is disposed of", async () => {
	const file = new File(["x".repeat(1000)], "résumé.pdf");
	{
		await using form = await readUpload(
			formRequest(["name", "Ada"], ["resume", file], ["letter", "Hi"]),
			{ dataDir },
			field,
			names,
		);
		expect(form.fields).toEqual({ name: "Ada", letter: "Hi" });
		expect(form.file).toMatchObject({ name: "résumé.pdf", truncated: false });
		expect(await form.file?.content.text()).toBe("x".repeat(1000));
		expect(leftovers()).toHaveLength(1);
	}
	expect(leftovers()).toEqual([]);
});

test("takes a file field in which nothing was chosen for no file, and an empty file for a file", async () => {
	await using none = await readUpload(rawRequest(`${part("resume", "", '; filename=""')}--x--`), { dataDir }, field);
	expect(none.file).toBeUndefined();
	await using empty = await readUpload(formRequest(["resume", new File([], "cv.pdf")]), { dataDir }, field);
	expect(empty.file?.content.size).toBe(0);
});

// proves D-applications-03
test("keeps the fields of a form whose file is too large, and no more of the file than allowed", async () => {
	const file = new File(["x".repeat(4000)], "cv.pdf");
	await using form = await readUpload(formRequest(["resume", file], ["letter", "Hi"]), { dataDir }, field, names);
	expect(form.fields).toEqual({ letter: "Hi" });
	expect(form.file?.truncated).toBe(true);
	expect(form.file?.content.size).toBe(1000);
});

test("keeps only the requested fields, and no more of them than allowed", async () => {
	const large = "x".repeat(1_000_000);
	const sent = formRequest(["unknown", large], ["letter", large], ["resume", new File(["x"], "cv.pdf")]);
	await using form = await readUpload(sent, { dataDir }, field, names);
	expect(form.fields).toEqual({ letter: "x".repeat(128 * 1024) });
	expect(form.file?.name).toBe("cv.pdf");
});

test("ignores files in other fields, and all but the first in its own", async () => {
	const [a, b] = [new File(["a"], "a.pdf"), new File(["b"], "b.pdf")];
	await using form = await readUpload(formRequest(["photo", b], ["resume", a], ["resume", b]), { dataDir }, field);
	expect(form.file?.name).toBe("a.pdf");
	expect(leftovers()).toHaveLength(1);
});

test.each(["../../etc/passwd.pdf", "..\\..\\boot.pdf", "/etc/cron.d/cv.pdf"])(
	"gives only the last part of a name that is a path: %s",
	async (name) => {
		const body = `${part("resume", "x", `; filename="${name.replaceAll("\\", "\\\\")}"`)}--x--`;
		await using form = await readUpload(rawRequest(body), { dataDir }, field);
		expect(form.file?.name).toMatch(/^[a-z]+\.pdf$/);
	},
);

// proves D-applications-03
test("refuses a body that goes on and on before it has been read", async () => {
	let taken = 0;
	const endless = new ReadableStream({
		pull(controller) {
			taken += 65_536;
			controller.enqueue(new Uint8Array(65_536));
		},
	});
	await expect(readUpload(rawRequest(endless), { dataDir }, field)).rejects.toMatchObject({ status: 413 });
	// The limit, and what was on its way.
	expect(taken).toBeLessThan(8 * 1024 * 1024);
	expect(leftovers()).toEqual([]);
});

test("gives back the fields that came before a body was too large to be read on", async () => {
	const body =
		part("name", "Ada") + part("resume", "x".repeat(5_000_000), '; filename="cv.pdf"') + part("letter", "Hi");
	await expect(readUpload(rawRequest(inPieces(`${body}--x--`)), { dataDir }, field, names)).rejects.toMatchObject({
		status: 413,
		details: { typed: { name: "Ada" } },
	});
	expect(leftovers()).toEqual([]);
});

test.each([
	["in a file", part("resume", "half", '; filename="cv.pdf"')],
	["in a field", part("letter", "half")],
	["before the first part", "--x"],
])("refuses a body that ends %s, and keeps nothing of it", async (_where, body) => {
	await expect(readUpload(rawRequest(body), { dataDir }, field)).rejects.toMatchObject({ status: 400 });
	expect(leftovers()).toEqual([]);
});

test("refuses an upload whose connection breaks, and keeps nothing of it", async () => {
	const head = new TextEncoder().encode(part("resume", "half", '; filename="cv.pdf"'));
	let sent = false;
	const body = new ReadableStream({
		pull(controller) {
			if (sent) controller.error(new Error("connection reset"));
			else controller.enqueue(head);
			sent = true;
		},
	});
	await expect(readUpload(rawRequest(body), { dataDir }, field)).rejects.toMatchObject({ status: 400 });
	expect(leftovers()).toEqual([]);
});

test("refuses a body that is not a multipart form", async () => {
	const json = new Request("http://site.test/", {
		method: "POST",
		body: "{}",
		headers: { "content-type": "text/json" },
	});
	await expect(readUpload(json, { dataDir }, field)).rejects.toMatchObject({ status: 415 });
	await expect(readUpload(rawRequest("x", ""), { dataDir }, field)).rejects.toMatchObject({ status: 400 });
});

test("removes the files of a killed server, an hour later", async () => {
	const [old, recent] = ["old", "recent"].map((name) => join(dataDir, "uploads", name)) as [string, string];
	for (const file of [old, recent]) writeFileSync(file, "half");
	const longAgo = Date.now() / 1000 - 61 * 60;
	utimesSync(old, longAgo, longAgo);
	await removeAbandonedUploads({ dataDir }, new Date());
	expect(leftovers()).toEqual(["recent"]);
});
