import { beforeEach, expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { startTestApp } from "#tests/app.ts";
import { fromVisitor } from "#tests/reception.ts";
import { callPromise } from "./booking-mails.server.ts";
import { type CallForm, callFormSchema } from "./bookings.schema.ts";
import { receiveBooking } from "./bookings.server.ts";
import { bookingsTable } from "./bookings.table.ts";

const app = startTestApp({
	STAFF_EMAIL: "desk@pilcrow.example",
	MAIL_FROM: "Pilcrow <robot@pilcrow.example>",
	RATE_LIMITS: "on",
});

beforeEach(async () => {
	await app.deps.database.query("delete from pgboss.job");
	await app.deps.database.query("delete from rate_limits");
	await app.deps.db.delete(mailsTable);
});

const form = (fields: Partial<CallForm> = {}): CallForm =>
	callFormSchema.parse({
		firstName: "Dana",
		lastName: "Whitfield",
		email: "dana@harborandpine.example",
		phone: "(555) 010-0177",
		serviceInterest: "photography",
		projectDescription: "Read http://evil.example first.",
		...fields,
	});

const mailTo = async (address: string) => (await app.mails()).find(({ to }) => to === address);
const statuses = async () =>
	(await app.deps.db.select().from(mailsTable)).map(({ kind, status }) => `${kind} ${status}`);

test("a visitor's booking tells staff, with a link to the record and the visitor as the one to answer", async () => {
	await receiveBooking(app.deps, form(), fromVisitor);
	const [{ id } = { id: "" }] = await app.deps.db.select().from(bookingsTable);
	const notice = await mailTo("desk@pilcrow.example");
	expect(notice).toMatchObject({
		kind: "notice",
		record_id: id,
		replyTo: "dana@harborandpine.example",
		subject: "New booking from Dana Whitfield",
		link: `http://site.test/admin/bookings?id=${id}`,
	});
	expect(notice?.text).toContain("Phone: (555) 010-0177");
	expect(notice?.text).toContain("> Read http://evil.example first.");
});

test("the visitor gets a confirmation that repeats the words, links none of them, and says when to expect a call", async () => {
	await receiveBooking(app.deps, form(), fromVisitor);
	const confirmation = await mailTo("dana@harborandpine.example");
	expect(confirmation).toMatchObject({
		kind: "confirmation",
		// Without a source of incoming email, answers go to the staff.
		replyTo: "desk@pilcrow.example",
		subject: "We've received your request for a call",
	});
	expect(confirmation?.text).toContain("Hello Dana Whitfield,");
	expect(confirmation?.text).toContain("We'll contact you within 5 minutes.");
	expect(confirmation?.text).not.toContain("evil.example");
	expect(confirmation?.text.replaceAll("\u200B", "")).toContain("> Read http://evil.example first.");
	expect(confirmation?.html).not.toContain("evil.example");
});

test.each([
	["2026-11-20T15:00:00Z", "We'll contact you within 5 minutes."],
	[
		"2026-11-20T23:00:00Z",
		"We're closed right now and will reopen on Saturday, November 21, at 10:00 AM EST. We'll contact you within 5 minutes of opening.",
	],
])("who asks at %s is told: %s", (at, promise) => {
	expect(callPromise(new Date(at))).toBe(promise);
});

test("booking and mails are stored together or not at all", async () => {
	await app.deps.database.query(`
		create function fail() returns trigger language plpgsql as $$ begin raise 'broken on purpose'; end $$;
		create trigger broken before insert on pgboss.job_common for each statement execute function fail();
	`);
	await app.deps.db.delete(bookingsTable);
	await expect(receiveBooking(app.deps, form(), fromVisitor)).rejects.toThrow();
	await app.deps.database.query("drop function fail() cascade");
	expect(await app.deps.db.select().from(bookingsTable)).toEqual([]);
	expect(await app.deps.db.select().from(mailsTable)).toEqual([]);
});

test("one mailbox gets three confirmations within an hour; staff hear of every booking", async () => {
	for (const email of ["dana@harborandpine.example", "Dana@HarborandPine.example", "dana+1@harborandpine.example"]) {
		await receiveBooking(app.deps, form({ email }), fromVisitor);
	}
	await receiveBooking(app.deps, form({ email: "dana+2@harborandpine.example" }), fromVisitor);
	await receiveBooking(app.deps, form({ email: "somebody@else.example" }), fromVisitor);
	const sorted = (await statuses()).sort();
	expect(sorted.filter((each) => each === "confirmation queued")).toHaveLength(4);
	expect(sorted.filter((each) => each === "confirmation skipped")).toHaveLength(1);
	expect(sorted.filter((each) => each === "notice queued")).toHaveLength(5);
});

test.each(["desk@pilcrow.example", "ROBOT@pilcrow.example", "hello@pilcrow.example"])(
	"nothing is confirmed to our own address %s",
	async (email) => {
		await receiveBooking(app.deps, form({ email }), fromVisitor);
		expect((await statuses()).sort()).toEqual(["confirmation skipped", "notice queued"]);
	},
);
