import { expect, test } from "vitest";
import { readFields } from "./read-body.server.ts";

const post = (body: BodyInit, type?: string) =>
	new Request("http://site.test/contact", { method: "POST", body, ...(type && { headers: { "content-type": type } }) });

test("reads url-encoded, multipart and JSON fields alike", async () => {
	const form = new FormData();
	form.set("name", "Zoë");
	expect(await readFields(post("name=Zo%C3%AB", "application/x-www-form-urlencoded"))).toEqual({ name: "Zoë" });
	expect(await readFields(post(form))).toEqual({ name: "Zoë" });
	expect(await readFields(post('{"name":"Zoë"}', "application/json"))).toEqual({ name: "Zoë" });
});

test.each([
	["broken JSON", '{"name":', "application/json", 400],
	["JSON that is not an object", "[1]", "application/json", 400],
	["a multipart body without its boundary", "x", "multipart/form-data", 400],
	["another media type", "x", "text/plain", 415],
	["more than the limit", `message=${"x".repeat(5_000_000)}`, "application/x-www-form-urlencoded", 413],
])("refuses %s", async (_what, body, type, status) => {
	await expect(readFields(post(body, type))).rejects.toMatchObject({ status });
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
	await expect(readFields(request)).rejects.toMatchObject({ status: 413 });
	expect(sent).toBeLessThan(5_000_000);
});
