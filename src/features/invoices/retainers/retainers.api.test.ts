import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildRetainer } from "#tests/factories/retainers.ts";
import { writeDueInvoices } from "./retainer-schedule.server.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeEach(() => at(testTime));

/** A session that was signed in before would have ended. */
async function at(time: Date) {
	app.setTime(time);
	admin = await signInAs(app.deps, { role: "admin" });
}

async function call(method: string, path = "", body?: object, headers = admin.headers) {
	const response = await app.api.request(`/api/retainers${path}`, {
		method,
		headers: { ...headers, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

const create = async (overrides: Parameters<typeof buildRetainer>[0] = {}) =>
	(await call("POST", "", buildRetainer(overrides))).body.retainer;

/** As the clock of the firm, which is in New York, reads it. */
async function goTo(day: string, time = "06:00") {
	await at(new Date(`${day}T${time}:00-04:00`));
	await writeDueInvoices(app.deps);
}

const occurrencesOf = async (id: string): Promise<{ n: number; day: string; skipped: boolean }[]> =>
	(await call("GET", `/${id}`)).body.retainer.occurrences;

test("a retainer is created with its client, items, and dates, and is listed", async () => {
	const id = randomUUID();
	const body = { ...buildRetainer({ tax_rate: 10 }), id };
	const { status, body: answer } = await call("POST", "", body);
	expect(status).toBe(201);
	expect(answer.retainer).toMatchObject({
		id,
		name: "Press office",
		client_email: "theo@marchettibakes.example",
		items: [{ description: "Press office, {month}", quantity: 1, unit_price: 1500 }],
		currency: "USD",
		state: "active",
		next_on: "2026-04-01",
		ends_on: null,
		total_amount: 1650,
		version: 1,
		occurrences: [],
	});
	// The same again, as after a lost answer.
	expect((await call("POST", "", body)).body.retainer).toEqual(answer.retainer);
	const { rows } = (await call("GET")).body;
	expect(rows.filter((row: { id: string }) => row.id === id)).toMatchObject([
		{ name: "Press office", status: "active" },
	]);
});

test("what is left out has a default: monthly, drafts, due as any invoice", async () => {
	const { frequency, delivery, due_in_days, ...rest } = buildRetainer();
	expect((await call("POST", "", rest)).body.retainer).toMatchObject({
		...{ frequency: "monthly", delivery: "draft", due_in_days: 30 },
	});
});

test.each([
	[{ name: " " }, "name", "Please fill in all required fields."],
	[{ starts_on: "1999-12-31" }, "starts_on", "Please enter a date from the year 2000 to 2100."],
	[{ ends_on: "2026-03-31" }, "ends_on", "Please enter a day on or after the start."],
	[{ due_in_days: 1.5 }, "due_in_days", "Please enter a whole number of days from 0 to 365."],
	[{ items: [] }, "items", "Please add at least one item."],
	[
		{ items: [{ description: "Press office, {monht}" }] },
		"items",
		"There is no placeholder {monht}. You can use {month}, {period} and {n}.",
	],
])("refuses %o", async (wrong, field, message) => {
	const answer = await call("POST", "", { ...buildRetainer(), ...wrong });
	expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
});

test("refuses a start with more than three invoices due, to the minute at which the fourth is", async () => {
	await at(new Date("2026-04-10T05:59:00-04:00"));
	const body = buildRetainer({ starts_on: "2026-01-10" });
	expect((await call("POST", "", body)).status).toBe(201);
	await at(new Date("2026-04-10T06:00:00-04:00"));
	expect(await call("POST", "", body)).toMatchObject({
		status: 422,
		body: { fields: { starts_on: "This start would write 4 invoices at once. Please choose a later one." } },
	});
	// Only what would be written counts.
	expect((await call("POST", "", { ...body, ends_on: "2026-03-10" })).status).toBe(201);
});

test("everything can change before the first invoice; after it, the dates are fixed", async () => {
	const { id } = await create();
	const moved = buildRetainer({ starts_on: "2026-04-15", frequency: "quarterly" });
	expect((await call("PUT", `/${id}`, moved)).body.retainer).toMatchObject({ next_on: "2026-04-15", version: 2 });
	expect(await call("PUT", `/${id}`, buildRetainer({ starts_on: "2025-01-15" }))).toMatchObject({
		status: 422,
		body: { fields: { starts_on: "This start would write 14 invoices at once. Please choose a later one." } },
	});
	await goTo("2026-04-15");
	for (const change of [{ starts_on: "2026-04-16" }, { frequency: "monthly" as const }]) {
		expect(await call("PUT", `/${id}`, { ...moved, ...change })).toMatchObject({
			status: 409,
			body: {
				code: "schedule_fixed",
				error: "The dates of a retainer that has written invoices can't change. End it and create a new one.",
			},
		});
	}
	const raised = { ...moved, items: [{ description: "More", quantity: 2, unit_price: 1000 }], ends_on: "2027-01-01" };
	expect((await call("PUT", `/${id}`, raised)).body.retainer).toMatchObject({
		total_amount: 2000,
		next_on: "2026-07-15",
	});
});

test("a change that began from an older version is refused with the present one", async () => {
	const { id, version } = await create();
	await call("PUT", `/${id}`, buildRetainer({ name: "Theirs" }));
	expect(await call("PUT", `/${id}`, { ...buildRetainer({ name: "Mine" }), version })).toMatchObject({
		status: 409,
		body: { current: { id, name: "Theirs", version: 2 } },
	});
});

test("what comes while it is paused is skipped and stored, and the day of resuming counts", async () => {
	const { id } = await create({ starts_on: "2026-04-15" });
	await goTo("2026-04-15");
	expect((await call("POST", `/${id}/pause`)).body.retainer).toMatchObject({
		state: "paused",
		next_on: null,
		version: 1,
	});
	await goTo("2026-07-15", "12:00");
	expect(await occurrencesOf(id)).toHaveLength(1);
	const resumed = (await call("POST", `/${id}/resume`)).body.retainer;
	expect(resumed).toMatchObject({ state: "active", next_on: "2026-07-15" });
	await writeDueInvoices(app.deps);
	expect(await occurrencesOf(id)).toMatchObject([
		{ n: 4, day: "2026-07-15", skipped: false, invoice_number: expect.any(String), invoice_status: "sent" },
		{ n: 3, day: "2026-06-15", skipped: true, invoice_id: null },
		{ n: 2, day: "2026-05-15", skipped: true },
		{ n: 1, day: "2026-04-15", skipped: false },
	]);
});

test("pausing and resuming twice changes nothing more, and resuming skips nothing that is due", async () => {
	const { id } = await create({ starts_on: "2026-03-01" });
	expect((await call("POST", `/${id}/resume`)).body.retainer).toMatchObject({ version: 1, next_on: "2026-03-01" });
	await call("POST", `/${id}/pause`);
	expect((await call("POST", `/${id}/pause`)).body.retainer).toMatchObject({ version: 1, state: "paused" });
});

test("one that has ended takes no change", async () => {
	const { id } = await create();
	expect((await call("POST", `/${id}/end`)).body.retainer).toMatchObject({ state: "ended", next_on: null });
	const refusal = { status: 409, body: { code: "ended", error: "This retainer has ended." } };
	for (const act of ["pause", "resume", "end"]) expect(await call("POST", `/${id}/${act}`)).toMatchObject(refusal);
	expect(await call("PUT", `/${id}`, buildRetainer())).toMatchObject(refusal);
	await goTo("2026-05-01");
	expect(await occurrencesOf(id)).toEqual([]);
});

test("it can be deleted until it has written an invoice", async () => {
	const { id } = await create();
	await goTo("2026-04-01");
	expect(await call("DELETE", `/${id}`)).toMatchObject({
		status: 409,
		body: {
			code: "has_invoices",
			error: "This retainer has written invoices and can't be deleted. End it instead.",
		},
	});
	const other = await create({ starts_on: "2026-05-01" });
	expect((await call("DELETE", `/${other.id}`)).status).toBe(204);
	expect((await call("GET", `/${other.id}`)).status).toBe(404);
});

test("an invoice that is deleted isn't written again", async () => {
	const { id } = await create();
	await goTo("2026-04-01");
	await app.deps.db.delete(invoicesTable);
	await goTo("2026-04-02");
	expect(await occurrencesOf(id)).toMatchObject([{ n: 1, skipped: false, invoice_id: null }]);
});

test("only admins of the area for money get to it", async () => {
	const { id } = await create();
	const writer = await signInAs(app.deps, { role: "admin", areas: ["writing"] });
	const user = await signInAs(app.deps);
	expect((await call("GET", "", undefined, { Authorization: "" })).status).toBe(401);
	expect((await call("GET", "", undefined, user.headers)).status).toBe(403);
	expect((await call("GET", "", undefined, writer.headers)).status).toBe(403);
	expect((await call("GET", `/${id}`, undefined, writer.headers)).status).toBe(404);
	expect((await call("POST", `/${id}/end`, undefined, writer.headers)).status).toBe(404);
});

test("the log says who did what, without the counting of the schedule", async () => {
	const { id } = await create();
	await goTo("2026-04-01");
	await call("POST", `/${id}/pause`);
	const answer = await app.api.request(`/api/activity?record=${id}`, { headers: admin.headers });
	expect((await answer.json()).rows).toMatchObject([
		{ action: "update", actor_kind: "staff", changes: { state: { old: "active", new: "paused" } } },
		{ action: "insert", actor_kind: "staff", record_label: "Press office" },
	]);
});

test("the export of a person has their retainers, and the erasure takes them and leaves the invoices", async () => {
	const email = "rosa@example.com";
	const { id } = await create({ client_email: email });
	await goTo("2026-04-01");
	const [occurrence] = await occurrencesOf(id);
	const send = (path: string, body: object) =>
		app.api.request(`/api/privacy/${path}`, {
			method: "POST",
			headers: { ...admin.headers, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	const archive = await (await send("export", { email })).text();
	expect(archive).toContain(`"retainers": [\n\t\t{\n\t\t\t"id": "${id}"`);
	expect(archive).toContain(`"retainer_id": "${id}",\n\t\t\t"n": 1`);
	const erased = await (await send("erase", { email, confirmation: email })).json();
	expect(erased).toMatchObject({ retainers: 1, kept_invoices: [expect.stringMatching(/^INV-2026-/)] });
	expect((await call("GET", `/${id}`)).status).toBe(404);
	expect(occurrence).toMatchObject({ n: 1 });
	expect(await app.deps.db.$count(invoicesTable)).toBeGreaterThan(0);
});
