import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { answerPromise, receiveContact } from "./contact-mails.server.ts";
import { contactFormSchema } from "./contacts.schema.ts";

const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example" });

test("an inquiry tells staff and is confirmed to the visitor", async () => {
	const form = contactFormSchema.parse({
		firstName: "Ada",
		lastName: "Byron",
		email: "ada@example.com",
		subject: "Engines",
		message: "Hello\nthere",
	});
	const { id } = await receiveContact(app.deps, form);
	const mails = await app.mails();
	expect(mails).toHaveLength(2);
	const [confirmation, notice] = mails;
	expect(notice).toMatchObject({
		to: "desk@pilcrow.example",
		replyTo: "ada@example.com",
		subject: "New message from Ada Byron",
		link: `http://site.test/admin/contacts?id=${id}`,
	});
	expect(notice?.text).toContain("We promised an answer within 24 hours.");
	expect(notice?.text).toContain("> Hello\n> there");
	expect(confirmation).toMatchObject({ to: "ada@example.com", subject: "We have your message", record_id: id });
	expect(confirmation?.text).toContain("You will hear from us within 24 hours.");
	expect(confirmation?.text).toContain("Subject: Engines");
});

test.each([
	["2026-11-20T15:00:00Z", "You will hear from us within 24 hours."],
	[
		"2026-11-21T23:00:00Z",
		"You will hear from us within 24 hours. We are closed right now and open again on Monday, November 23, at 8:00 AM EST.",
	],
])("who writes at %s is told: %s", (at, promise) => {
	expect(answerPromise(new Date(at))).toBe(promise);
});
