import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { threadMessagesTable } from "#features/threads/threads.table.ts";
import { signInAs } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import { inboundSettings, signedRequest } from "./inbound-message.ts";

type Body = Record<string, unknown>;

let numbered = 0;

/** For an address that no other test has. */
export const nextNumber = () => ++numbered;

/** A message as a person sends it, with these headers over the usual ones. */
export function writeMessage(
	headers: Record<string, string> = {},
	body = "Could you photograph our opening night?",
): Uint8Array<ArrayBuffer> {
	const number = nextNumber();
	const all: Record<string, string> = {
		From: `Iris Vale <iris${number}@vale${number}.example>`,
		To: "hello@firm.example",
		Subject: `Opening night ${number}`,
		Date: "Mon, 9 Nov 2026 10:00:00 +0000",
		"Message-ID": `<${number}@vale.example>`,
		...headers,
	};
	const lines = Object.entries(all).filter(([, value]) => value !== "");
	return new Uint8Array(Buffer.from(`${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n${body}\r\n`));
}

/** A site that takes email by its webhook, and a member of staff. */
export function startInboundDesk(settings: Record<string, string> = {}) {
	const app = startTestApp({
		...inboundSettings,
		STAFF_EMAIL: "desk@firm.example",
		MAIL_FROM: "Pilcrow <hello@firm.example>",
		REPLY_UNDO_SECONDS: "0",
		...settings,
	});
	let ada: Awaited<ReturnType<typeof signInAs>>;
	beforeEach(async () => {
		app.setTime(new Date());
		ada ??= await signInAs(app.deps, { role: "admin", full_name: "Ada Byron" });
	});

	const rowOf = async (id: string) => {
		const [row] = await app.deps.db.select().from(inboundMailsTable).where(eq(inboundMailsTable.id, id));
		if (!row) throw new Error("there is no such row");
		return row;
	};
	return {
		app,
		rowOf,
		async call<T = Body>(method: string, path: string, body?: unknown) {
			const response = await app.api.request(path, {
				method,
				headers: {
					authorization: ada.authorization,
					...(body !== undefined && { "content-type": "application/json" }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			const text = await response.text();
			return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as T, response };
		},
		async send(message: Uint8Array<ArrayBuffer>) {
			// Replies have the time of the database.
			app.setTime(new Date());
			const response = await app.api.request("/api/inbound-mail", signedRequest(message));
			return {
				status: response.status,
				...((await response.json()) as { id: string; outcome: string; reason: string | null }),
			};
		},
		messageOf: async (id: string) => {
			const { thread_message_id } = await rowOf(id);
			const [row] = await app.deps.db
				.select()
				.from(threadMessagesTable)
				.where(eq(threadMessagesTable.id, thread_message_id ?? ""));
			if (!row) throw new Error("it is in no conversation");
			return row;
		},
		statusOf: async (id: string) =>
			(await app.deps.db.select().from(contactsTable).where(eq(contactsTable.id, id)))[0]?.status,
		mailsOf: (recordId: string, kind: "confirmation" | "notice") =>
			app.deps.db
				.select()
				.from(mailsTable)
				.where(eq(mailsTable.record_id, recordId))
				.then((rows) => rows.filter((row) => row.kind === kind)),
	};
}
