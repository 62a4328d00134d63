import { beforeAll, beforeEach } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { handleSubmission } from "#features/forms/submission.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { trapField } from "#lib/submission.ts";
import { signInAs } from "./accounts.ts";
import { startTestApp, testTime } from "./app.ts";
import { buildApplicationForm } from "./factories/applications.ts";
import { deleteJobs, insertJob } from "./factories/jobs.ts";

export const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
/** The field that people do not see, filled in: a form with it is held back. */
export const trap = { [trapField]: "https://x.example" };

export const formRequest = (fields: Record<string, string>) =>
	new Request("http://site.test/", { method: "POST", body: new URLSearchParams(fields) });

/** The test app with an admin and a job, what visitors send to it, and what staff do with what is held back. Each test begins with no form. */
export function startQuarantineApp(settings: Record<string, string> = {}) {
	const app = startTestApp({
		RATE_LIMITS: "on",
		AUTH_RATE_LIMITS: "off",
		STAFF_EMAIL: "desk@pilcrow.example",
		...settings,
	});
	const admin = { authorization: "", id: "" };

	beforeAll(async () => {
		const { authorization, user } = await signInAs(app.deps, { role: "admin" });
		Object.assign(admin, { authorization, id: user.id });
	});

	beforeEach(async () => {
		app.setTime(testTime);
		for (const table of [quarantineTable, contactsTable, bookingsTable, applicationsTable, mailsTable]) {
			await app.deps.db.delete(table);
		}
		for (const bucket of ["quarantine", "resumes"] as const) {
			for await (const { name } of app.deps.storage.list(bucket)) await app.deps.storage.remove(bucket, name);
		}
		await app.deps.database.query("delete from rate_limits");
		await deleteJobs(app.deps.db);
		await insertJob(app.deps.db, { title: "Press Officer" });
	});

	const call = (method: "GET" | "POST" | "DELETE", path: string) =>
		app.api.request(`/api/quarantine${path}`, { method, headers: { authorization: admin.authorization } });

	return {
		app,
		admin,
		call,
		async sendContact(fields: Record<string, string>) {
			const saved: string[] = [];
			const { data } = await handleSubmission(formRequest({ ...person, message: "Hello", ...fields }), app.deps, {
				form: "contact",
				schema: contactFormSchema,
				save: async (_, form) => saved.push(form.message),
			});
			return { data, saved };
		},
		sendCall: (fields: Record<string, string>) =>
			handleSubmission(formRequest({ ...person, phone: "1", projectDescription: "A launch", ...fields }), app.deps, {
				form: "booking",
				schema: callFormSchema,
				save: async () => undefined,
			}),
		apply: (overrides?: Parameters<typeof buildApplicationForm>[0]) =>
			app.api.request("/api/applications", { method: "POST", body: buildApplicationForm(overrides) }),
		waiting: async () => (await (await call("GET", "")).json()).rows,
		async names(bucket: "quarantine" | "resumes"): Promise<string[]> {
			const found = [];
			for await (const { name } of app.deps.storage.list(bucket)) found.push(name);
			return found;
		},
	};
}
