import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { fillFields, unfilledField } from "#features/threads/compose/fields.ts";
import { seedDatabase } from "#seed.server.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { applicationsTable } from "./applications.table.ts";

const app = startTestApp({ SEED: "starter" });
let admin: SignedInUser;

beforeAll(async () => {
	await seedDatabase(app.deps);
	admin = await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
});

async function call(method: string, path: string, body?: object) {
	const headers = { ...admin.headers, "content-type": "application/json" };
	const answer = await app.api.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
	return { status: answer.status, body: await answer.json() };
}

const templates = [
	{ title: /^Application received/, says: "hear from us", status: "reviewing" },
	{ title: /^Invitation/, says: "talk with you", status: "interviewed" },
	{ title: /^Not this time/, says: "other candidates", status: "rejected" },
];

test.each(templates)("the starter's mail to a candidate, $status, is held, and can be taken back", async (template) => {
	const { id } = await insertApplication(app.deps.db, { applicant_name: "Grace Hopper" });
	const path = `/api/threads/job_applications/${id}`;
	const { rows } = (await call("GET", "/api/canned-replies")).body;
	const mine = rows.filter(({ record_table }: { record_table: string }) => record_table === "job_applications");
	const { text } = mine.find(({ title }: { title: string }) => template.title.test(title));
	const filled = fillFields(text, (await call("GET", path)).body.fields);
	expect(unfilledField(filled)).toBeUndefined();
	for (const part of ["Dear Grace,", template.says]) expect(filled).toContain(part);

	const key = randomUUID();
	const sent = await call("POST", `${path}/replies`, { key, text: filled, status: template.status, after: id });
	expect(sent.status).toBe(201);
	expect(Date.parse(sent.body.delivery.undo_until)).toBeGreaterThan(app.deps.clock().getTime());
	const stored = async () => {
		const [application] = await app.deps.db.select().from(applicationsTable).where(eq(applicationsTable.id, id));
		const mails = await app.deps.db.select().from(mailsTable).where(eq(mailsTable.record_id, id));
		return { status: application?.status, mails: mails.map(({ recipient }) => recipient) };
	};
	expect(await stored()).toMatchObject({ status: template.status, mails: [expect.stringContaining("@")] });
	expect((await call("POST", `/api/thread-messages/${sent.body.id}/undo`)).status).toBe(200);
	expect(await stored()).toEqual({ status: "pending", mails: [] });
});
