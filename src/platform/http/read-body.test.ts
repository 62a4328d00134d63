import { expect, test } from "vitest";
import { readFields } from "./read-body.server.ts";

const names = ["name", "message"];

const post = (body: BodyInit, type?: string) =>
	new Request("http://site.test/contact", { method: "POST", body, ...(type && { headers: { "content-type": type } }) });

test("reads url-encoded, multipart and JSON fields alike", async () => {
	const form = new FormData();
	form.set("name", "Zoë");
	expect(await readFields(post("name=Zo%C3%AB", "application/x-www-form-urlencoded"), names)).toEqual({ name: "Zoë" });
	expect(await readFields(post(form), names)).toEqual({ name: "Zoë" });
	expect(await readFields(post('{"name":"Zoë"}', "application/json"), names)).toEqual({ name: "Zoë" });
});

const types = ["url-encoded", "multipart"] as const;

/** The same fields in either encoding. */
function postForm(type: (typeof types)[number], entries: [string, string][]) {
	if (type === "url-encoded") return post(new URLSearchParams(entries));
	const form = new FormData();
	for (const [name, value] of entries) form.append(name, value);
	return post(form);
}

test.each(types)("keeps the fields it was asked for and no others, %s", async (type) => {
	const sent = postForm(type, [
		["role", "admin"],
		["name", "Ada"],
		["__proto__", "x"],
	]);
	expect(await readFields(sent, names)).toEqual({ name: "Ada" });
});

test.each(types)("keeps 128 kB of a field, which is more than any may have, %s", async (type) => {
	const fields = await readFields(
		postForm(type, [
			["message", "x".repeat(1_000_000)],
			["name", "Ada"],
		]),
		names,
	);
	expect(fields).toEqual({ message: "x".repeat(128 * 1024), name: "Ada" });
});

test.each(types)("keeps 256 kB of all fields together, %s", async (type) => {
	const many = ["a", "b", "c", "d"];
	const large = many.map((name): [string, string] => [name, "x".repeat(1_000_000)]);
	const kept = Object.values(await readFields(postForm(type, large), many));
	expect(kept.map((value) => String(value).length)).toEqual([128 * 1024, 128 * 1024, 0, 0]);
});

test.each(types)("keeps twenty fields, %s", async (type) => {
	const many = Array.from({ length: 50 }, (_, index) => `field${index}`);
	const sent = postForm(
		type,
		many.map((name) => [name, "x"]),
	);
	expect(Object.keys(await readFields(sent, many))).toHaveLength(20);
});

test("drops the files of a form", async () => {
	const form = new FormData();
	form.set("message", new File(["x".repeat(1_000_000)], "cv.pdf"));
	form.set("name", "Ada");
	expect(await readFields(post(form), names)).toEqual({ name: "Ada" });
});

test.each([
	["broken JSON", '{"name":', "application/json", 400],
	["JSON that is not an object", "[1]", "application/json", 400],
	["a multipart body without its boundary", "x", "multipart/form-data", 400],
	["another media type", "x", "text/plain", 415],
	["a multipart body that ends early", "--x\r\n", "multipart/form-data; boundary=x", 400],
	["more JSON than a form has", `{"message":"${"x".repeat(300_000)}"}`, "application/json", 413],
	["more than the limit", `message=${"x".repeat(5_000_000)}`, "application/x-www-form-urlencoded", 413],
])("refuses %s", async (_what, body, type, status) => {
	await expect(readFields(post(body, type), names)).rejects.toMatchObject({ status });
});

test("takes a body that is cut off for the caller's failure", async () => {
	const cutOff = new ReadableStream({
		pull(controller) {
			controller.enqueue(new TextEncoder().encode("message=Half an"));
			controller.error(new Error("aborted"));
		},
	});
	const request = new Request("http://site.test/contact", {
		method: "POST",
		body: cutOff,
		duplex: "half",
		headers: { "content-type": "application/x-www-form-urlencoded" },
	} as RequestInit);
	await expect(readFields(request, names)).rejects.toMatchObject({ status: 400 });
});

test("stops reading a body without a length once it passes the limit", async () => {
	let sent = 0;
	const endless = new ReadableStream({
		pull(controller) {
			sent += 65_536;
			controller.enqueue(new Uint8Array(65_536).fill(97));
		},
	});
	const request = new Request("http://site.test/contact", {
		method: "POST",
		body: endless,
		duplex: "half",
		headers: { "content-type": "application/x-www-form-urlencoded" },
	} as RequestInit);
	await expect(readFields(request, names)).rejects.toMatchObject({ status: 413 });
	expect(sent).toBeLessThan(5_000_000);
});

test.each(types)("gives back the fields that came before the limit, %s", async (type) => {
	const sent = postForm(type, [
		["name", "Ada"],
		["message", "x".repeat(5_000_000)],
	]);
	const bytes = Buffer.from(await sent.arrayBuffer());
	// As the network brings it.
	const body = new ReadableStream({
		start(controller) {
			for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
			controller.close();
		},
	});
	const inPieces = new Request(sent.url, {
		method: "POST",
		body,
		headers: sent.headers,
		duplex: "half",
	} as RequestInit);
	await expect(readFields(inPieces, names)).rejects.toMatchObject({ status: 413, details: { typed: { name: "Ada" } } });
});
