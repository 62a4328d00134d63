import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildJob } from "#tests/factories/jobs.ts";
import { buildPost } from "#tests/factories/posts.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

async function send(method: string, path: string, body?: object) {
	const response = await app.api.request(path, {
		method,
		headers: { ...admin.headers, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	const answer = response.status === 204 ? {} : await response.json();
	return { status: response.status, body: answer.invoice ?? answer };
}

const invoicesPath = "/functions/v1/manage-invoices";
const posts = {
	one: (id: string) => `/api/posts/${id}`,
	change: "PATCH",
	input: (title: string) => buildPost({ title }),
	titled: "title",
};
const records = [
	{ name: "post", create: (body: object) => send("POST", "/api/posts", body), ...posts },
	{
		name: "post by its address",
		create: (body: object) =>
			send("PUT", `/api/posts/${"id" in body ? body.id : randomUUID()}`, { ...body, version: null }),
		...posts,
	},
	{
		name: "job",
		create: (body: object) => send("POST", "/api/jobs", body),
		one: (id: string) => `/api/jobs/${id}`,
		change: "PATCH",
		input: (title: string) => buildJob({ title }),
		titled: "title",
	},
	{
		name: "invoice",
		create: (body: object) => send("POST", invoicesPath, body),
		one: (id: string) => `${invoicesPath}?id=${id}`,
		change: "PUT",
		input: (client_name: string) => buildInvoice({ client_name }),
		titled: "client_name",
	},
];

test.each(records)(
	"$name: the same save sent again, or twice at once, creates one record",
	async ({ create, input }) => {
		const save = { ...input("Once"), id: randomUUID(), save_id: randomUUID() };
		const answers = [...(await Promise.all([create(save), create(save)])), await create(save)];
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([save.id]));
		expect(answers[2]?.body.version).toBe(1);
		expect(answers[2]?.body.slug).toBe(answers[0]?.body.slug);
		expect(answers[2]?.body.invoice_number).toBe(answers[0]?.body.invoice_number);
	},
);

test.each(records)(
	"$name: another body under an id that is taken is refused, and shown what is there",
	async (record) => {
		const { create, input, titled } = record;
		const [id, save_id] = [randomUUID(), randomUUID()];
		await create({ ...input("First"), id, save_id });
		for (const other of [save_id, randomUUID(), undefined]) {
			const refused = await create({ ...input("Second"), id, save_id: other });
			expect(refused).toMatchObject({ status: 409, body: { code: "key_reused" } });
			expect(refused.body.current).toMatchObject({ id, [titled]: "First", save_ids: [save_id] });
		}
		expect((await create({ ...input("Third"), id: "x" })).status).toBeGreaterThanOrEqual(400);
	},
);

test.each(records)("$name: the id of a deleted record is gone", async ({ create, one, input }) => {
	const save = { ...input("Gone"), id: randomUUID(), save_id: randomUUID() };
	await create(save);
	await send("DELETE", one(save.id));
	expect((await create(save)).status).toBe(410);
});

test.each(records)(
	"$name: a save over an old version is refused with the row, which names its saves",
	async (record) => {
		const { create, one, change, input, titled } = record;
		const { id, version } = (await create(input("One"))).body;
		const saves = Array.from({ length: 22 }, () => randomUUID());
		const first = await send(change, one(id), { ...input("Two"), version, save_id: saves[0] });
		expect(first.body.version).toBe(version + 1);
		const late = await send(change, one(id), { ...input("Two"), version, save_id: saves[0] });
		expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
		expect(late.body.current).toMatchObject({ [titled]: "Two", save_ids: [saves[0]] });
		// A text that comes back to what it was is another version all the same.
		await send(change, one(id), { ...input("One"), version: version + 1 });
		expect((await send(change, one(id), { ...input("Held up"), version })).status).toBe(409);
		for (const save_id of saves) await send(change, one(id), { ...input("Three"), save_id });
		const { save_ids } = (await send(change, one(id), { ...input("Four"), version })).body.current;
		expect(save_ids).toEqual(saves.slice(2));
	},
);
