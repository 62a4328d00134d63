import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { callHoursTable, firstCallHours } from "#features/bookings/slots/call-hours.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { sitePagesTable } from "#features/site-pages/site-pages.table.ts";
import { seedDatabase } from "#seed.server.ts";
import { insertUser, type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import type { Tick } from "./make-it-yours.schema.ts";
import { makeItYoursTable } from "./make-it-yours.table.ts";

const app = startTestApp();
const elsewhere = startTestApp({ BACKUP_DIR: mkdtempSync(join(tmpdir(), "backups-")) });
const demo = startTestApp({ SEED: "demo" });

let admin: SignedInUser;
beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
	// A database in which someone has an account isn't seeded.
	await seedDatabase(demo.deps);
});

const request = (headers: Record<string, string>, tick?: object, { api } = app) =>
	api.request("/api/dashboard/make-it-yours", {
		headers: { ...headers, "content-type": "application/json" },
		...(tick && { method: "PATCH", body: JSON.stringify(tick) }),
	});

type Answer = { items: { item: Tick["item"]; found: boolean; ticked: boolean }[] };
const read = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as Answer).items;
const card = () => read(request(admin.headers));
const tick = (item: Tick["item"], ticked = true) => read(request(admin.headers, { item, ticked }));
const found = async () => (await card()).flatMap(({ item, found }) => (found ? item : []));

const publish = (page: string, values: Record<string, unknown>) => {
	const published = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, { value: value as string, original: null }]),
	);
	const row = { published, version: 1, updated_at: testTime };
	return app.deps.db
		.insert(sitePagesTable)
		.values({ page, ...row })
		.onConflictDoUpdate({ target: sitePagesTable.page, set: row });
};

test("a new installation has eight items, none of them done", async () => {
	const left = (item: string) => ({ item, found: false, ticked: false });
	expect(await card()).toEqual(
		["name", "logo", "texts", "pictures", "email", "hours", "backups", "colleagues"].map(left),
	);
});

test("only admins without a limit see the card and tick it off", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	const limited = await signInAs(demo.deps, { role: "admin", areas: ["desk", "hiring", "writing", "money"] });
	for (const change of [undefined, { item: "texts", ticked: true }]) {
		expect((await request({}, change)).status).toBe(401);
		expect((await request(user.headers, change)).status).toBe(403);
		expect((await request(limited.headers, change, demo)).status).toBe(403);
	}
	expect((await request(admin.headers, { item: "coffee", ticked: true })).status).toBe(422);
});

test("an item is done where it differs from the original", async () => {
	const { db } = app.deps;
	await publish("firm", { name: "Harbor & Pine", phone: "+1 555 0100" });
	await publish("brand", { "color.dark": "#101010" });
	await publish("offer", { services: ["photography"] });
	await db.insert(callHoursTable).values(firstCallHours);
	await db.insert(mailsTable).values([
		{ kind: "test", subject: "Test", status: "kept" },
		{ kind: "notice", subject: "New booking", status: "sent" },
	]);
	// What is half done, or nothing but the original.
	expect(await found()).toEqual([]);

	await publish("firm", { name: "Harbor & Pine", phone: "+1 555 0100", email: "hello@harborandpine.example" });
	expect(await found()).toEqual(["name"]);
	await publish("brand", { logo: { name: "logo" } });
	// The original picture, described in other words.
	const picture = { alt: "Ours", focus: { x: 0.5, y: 0.5 }, image: null };
	await publish("photography", { picture });
	expect(await found()).toEqual(["name", "logo"]);
	await publish("home", { "hero.picture": { ...picture, image: "ours" } });
	expect(await found()).toEqual(["name", "logo", "pictures"]);
	await publish("contact", { heading: "Say hello." });
	await db.update(callHoursTable).set({ length_minutes: 30 });
	await db.insert(mailsTable).values({ kind: "test", subject: "Test", status: "sent" });
	const invited = await app.api.request("/api/invitations", {
		method: "POST",
		headers: { ...admin.headers, "content-type": "application/json" },
		body: JSON.stringify({ email: "grace@example.com", role: "admin" }),
	});
	expect(invited.status).toBe(201);
	expect(await found()).toEqual(["name", "logo", "texts", "pictures", "email", "hours", "colleagues"]);
});

test("a folder for backups counts unless it's in the data folder, and so does a second admin", async () => {
	const { headers } = await signInAs(elsewhere.deps, { role: "admin" });
	const done = async () => (await read(request(headers, undefined, elsewhere))).filter(({ found }) => found);
	expect(await done()).toMatchObject([{ item: "backups" }]);
	const { settings } = elsewhere.deps;
	Object.assign(settings, { backup: { dir: join(settings.dataDir, "backups"), keep: 7 } });
	expect(await done()).toEqual([]);
	await insertUser(elsewhere.deps, { role: "user" });
	expect(await done()).toEqual([]);
	await insertUser(elsewhere.deps, { role: "admin" });
	expect(await done()).toMatchObject([{ item: "colleagues" }]);
});

test("what is ticked off stays so for everyone, and can be unticked", async () => {
	// So that something else is left.
	await app.deps.db.delete(callHoursTable);
	await app.deps.db.delete(sitePagesTable);
	expect(await tick("backups")).toContainEqual({ item: "backups", found: false, ticked: true });
	await Promise.all([tick("pictures"), tick("backups")]);
	const colleague = await signInAs(app.deps, { role: "admin" });
	const ticked = (await read(request(colleague.headers))).filter(({ ticked }) => ticked);
	expect(ticked.map(({ item }) => item)).toEqual(["pictures", "backups"]);
	expect(await tick("backups", false)).toContainEqual({ item: "backups", found: false, ticked: false });
});

test("the card goes once it is dismissed, and an undo brings it back", async () => {
	expect(await tick("all")).toEqual([]);
	expect(await card()).toEqual([]);
	expect(await tick("all", false)).toHaveLength(8);
});

test("the card goes once all is done, and stays away when a trace of that is deleted", async () => {
	for (const item of ["name", "logo", "texts", "hours"] as const) await tick(item);
	expect(await tick("backups")).toEqual([]);
	await app.deps.db.delete(mailsTable);
	expect(await card()).toEqual([]);
	expect(await app.deps.db.$count(makeItYoursTable)).toBe(1);
	expect(await tick("backups", false)).toHaveLength(8);
});

test("the demo has no card", async () => {
	const { headers } = await signInAs(demo.deps, { role: "admin" });
	expect(await read(request(headers, undefined, demo))).toEqual([]);
});
