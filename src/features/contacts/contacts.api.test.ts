import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { contactFormSchema, contactFromForm } from "./contacts.schema.ts";
import { createContact } from "./contacts.server.ts";

const app = startTestApp();

test("stores a visitor's inquiry with the names joined and empty fields as null", async () => {
	const form = contactFormSchema.parse({
		firstName: " Ada ",
		lastName: "Byron",
		email: "ada@example.com",
		phone: "",
		subject: "",
		message: "Hello",
	});
	const row = await createContact(app.deps.db, contactFromForm(form));
	expect(row).toMatchObject({ name: "Ada Byron", phone: null, subject: null, status: "new", notes: null });
});
