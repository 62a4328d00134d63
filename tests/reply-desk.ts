import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import type { PresentedDraft } from "#features/threads/replies/drafts.server.ts";
import type { Person } from "#features/threads/threads.schema.ts";
import type { PresentedMessage, PresentedThread } from "#features/threads/threads.server.ts";
import { type SignedInUser, signInAs } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import { insertContact } from "./factories/contacts.ts";

export type Body = Record<string, unknown>;

type Conversation = {
	thread: PresentedThread;
	messages: PresentedMessage[];
	draft: PresentedDraft | null;
	fields: Body;
	signature: string;
	presence: Person[];
};

export const pathOf = (id: string, table = "contact_inquiries") => `/api/threads/${table}/${id}`;

/** An app, and two members of its staff who answer what comes in. Who is not named is the first of them. */
export function startReplyDesk(environment: Record<string, string> = {}) {
	const app = startTestApp(environment);
	const staff: { ada?: SignedInUser; grace?: SignedInUser } = {};
	beforeEach(async () => {
		staff.ada = await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
		staff.grace = await signInAs(app.deps, { role: "admin", full_name: "Grace Hopper" });
	});
	const known = (person: SignedInUser | undefined) => {
		if (!person) throw new Error("nobody works before the test begins");
		return person;
	};

	async function call<T = Body>(method: string, path: string, body?: unknown, who = known(staff.ada)) {
		const isForm = body instanceof FormData;
		const response = await app.api.request(path, {
			method,
			headers: {
				authorization: who.authorization,
				...(body !== undefined && !isForm && { "content-type": "application/json" }),
			},
			...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as T, response };
	}

	return {
		app,
		call,
		get ada() {
			return known(staff.ada);
		},
		get grace() {
			return known(staff.grace);
		},
		newContact: (values = {}) => insertContact(app.deps.db, values),
		open: async (id: string, table?: string, who?: SignedInUser) =>
			(await call<Conversation>("GET", pathOf(id, table), undefined, who)).body,
		reply: (id: string, body: Body = {}, { table, who }: { table?: string; who?: SignedInUser } = {}) =>
			call<PresentedMessage & { code: string; error: string; fields: Body; current: { messages: PresentedMessage[] } }>(
				"POST",
				`${pathOf(id, table)}/replies`,
				{ key: randomUUID(), text: "Thank you.", after: id, ...body },
				who,
			),
		undo: (id: string, who?: SignedInUser) =>
			call<PresentedDraft & { code: string }>("POST", `/api/thread-messages/${id}/undo`, undefined, who),
		saveDraft: (id: string, body: Body, who?: SignedInUser) =>
			call<PresentedDraft & { code: string; error: string; current: PresentedDraft }>(
				"PUT",
				`${pathOf(id)}/draft`,
				{ text: "Dear", subject: "Re: Hi", cc: [], attachment_ids: [], ...body },
				who,
			),
		attach(id: string, name: string, content: string | Uint8Array<ArrayBuffer>, who?: SignedInUser) {
			const form = new FormData();
			form.append("file", new File([content], name));
			return call<{ id: string; type: string; fields: Body }>("POST", `${pathOf(id)}/attachments`, form, who);
		},
		contactRow: async (id: string) =>
			(await app.deps.db.select().from(contactsTable).where(eq(contactsTable.id, id)))[0],
		mailOf: async (id: string) => (await app.deps.db.select().from(mailsTable).where(eq(mailsTable.record_id, id)))[0],
		/** As if an email had been held for long enough. */
		passTime: (mailId: string) =>
			app.deps.db
				.update(mailsTable)
				.set({ send_after: new Date(Date.now() - 1000) })
				.where(eq(mailsTable.id, mailId)),
	};
}
