import { addHours } from "date-fns/addHours";
import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { fromVisitor } from "#tests/reception.ts";
import { answerPromise, contactRequest } from "./contact-mails.server.ts";
import { contactFormSchema } from "./contacts.schema.ts";
import { receiveContact } from "./contacts.server.ts";

const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example" });

test("an inquiry tells staff and is confirmed to the visitor", async () => {
	const form = contactFormSchema.parse({
		firstName: "Ada",
		lastName: "Byron",
		email: "ada@example.com",
		subject: "Engines",
		message: "Hello\nthere",
	});
	const { id } = await receiveContact(app.deps, form, fromVisitor);
	const mails = await app.mails();
	expect(mails).toHaveLength(2);
	const [confirmation, notice] = mails.toSorted((a, b) => a.kind.localeCompare(b.kind));
	expect(notice).toMatchObject({
		to: "desk@pilcrow.example",
		replyTo: "ada@example.com",
		subject: "New message from Ada Byron",
		link: `http://site.test/admin/contacts?id=${id}`,
	});
	expect(notice?.text).toContain("We promised to respond within 24 hours.");
	expect(notice?.text).toContain("> Hello\n> there");
	expect(confirmation).toMatchObject({ to: "ada@example.com", subject: "We've received your message", record_id: id });
	expect(confirmation?.text).toContain("You'll hear from us within 24 hours.");
	expect(confirmation?.text).toContain("Subject: Engines");
});

test("a confirmation repeats no more than 200 characters of what was written, staff read all of it", async () => {
	const form = contactFormSchema.parse({
		firstName: "Ada",
		lastName: "Byron",
		email: "bystander@example.com",
		phone: "555 0100",
		subject: "Engines",
		message: `Call 555 0199 now. ${"😀".repeat(300)} www.evil.example`,
	});
	await receiveContact(app.deps, form, fromVisitor);
	const mails = await app.mails();
	const confirmation = mails.find(({ to }) => to === "bystander@example.com");
	const left = 200 - "Ada Byron".length - "555 0100".length - "Engines".length;
	const beginning = `Call 555 0199 now. ${"😀".repeat(left - 20)}…`;
	expect(confirmation?.text).toContain(`What you sent us:\n\n> ${beginning}\n\n`);
	expect(confirmation?.html).toContain(`${beginning}<`);
	expect(confirmation?.text).toContain("Phone: 555 0100\nSubject: Engines");
	expect(mails.find(({ replyTo }) => replyTo === "bystander@example.com")?.text).toContain("😀 www.evil.example");
});

test("a name or subject of many characters leaves no room for more", async () => {
	const form = contactFormSchema.parse({
		firstName: "N".repeat(90),
		lastName: "B".repeat(60),
		email: "lengthy@example.com",
		subject: "S".repeat(300),
		message: "M",
	});
	await receiveContact(app.deps, form, fromVisitor);
	const text = (await app.mails()).find(({ to }) => to === "lengthy@example.com")?.text;
	expect(text).toContain(`Hello ${"N".repeat(90)} ${"B".repeat(60)},`);
	expect(text).toContain(`Subject: ${"S".repeat(48)}…\n`);
	expect(text).toContain("> …");
});

test.each([
	["2026-11-20T15:00:00Z", "You'll hear from us within 24 hours."],
	["2026-11-21T23:00:00Z", "You'll hear from us within 24 hours."],
	[
		"2026-11-20T23:00:00Z",
		"We're closed right now and will reopen on Saturday, November 21, at 10:00 AM EST. You'll hear from us within 24 hours.",
	],
])("who writes at %s is told: %s", (at, promise) => {
	expect(answerPromise(new Date(at))).toBe(promise);
});

test.each([
	[1, "We promised to respond within 24 hours, so please reply soon."],
	[30, "The message was on hold, and the 24 hours we promised have passed. Please reply soon."],
])("staff who release a message after %i hours read: %s", (hours, notice) => {
	const form = {
		name: "Ada",
		email: "ada@example.com",
		phone: null,
		subject: null,
		message: "Hello",
		status: "new",
	} as const;
	const sentAt = new Date("2026-11-20T15:00:00Z");
	const request = contactRequest("id", form, addHours(sentAt, hours), sentAt);
	expect(request.notice.paragraphs[0]).toContain(notice);
});
