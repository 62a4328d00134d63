import { createHmac } from "node:crypto";
import { and, eq, exists, gt, or, sql } from "drizzle-orm";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { callReservationsTable } from "#features/bookings/slots/call-reservations.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import type { FormName } from "#features/quarantine/waiting-forms.ts";
import { mailboxOf } from "#lib/fields.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { keyFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

/** The forms of the public pages. */
export type PublicForm = Exclude<FormName, "email">;

/** A form that was sent, with its fields as its schema parsed them. */
export type SentForm = { form: PublicForm; fields: Record<string, unknown>; file?: UploadedFile | undefined };

/** How a form comes to its subject: from its page, or released from hold. */
export type Reception = {
	actor: Actor;
	/** The form's name, which the record keeps. NULL for what was on hold before forms had names. */
	form_key: string | null;
	/** When it was sent, and its id on hold, if staff have released it only now. */
	sentAt?: Date;
	heldId?: string;
	/** The first and the last thing in the transaction that stores the record. Either may refuse. */
	begin?(tx: Database): Promise<void>;
	end?(tx: Database): Promise<void>;
};

/**
 * The transaction that stores a form, as a record or on hold.
 * @param removeFile removes its file, which was stored in vain if the form is refused
 */
export const storeForm = <Stored>(
	db: Database,
	{ actor, begin, end }: Reception,
	write: (tx: Database) => Promise<Stored>,
	removeFile = async () => {},
): Promise<Stored> =>
	writeRowOfFile(
		removeFile,
		(all) => withActor(db, actor, all),
		async (tx) => {
			await begin?.(tx);
			const stored = await write(tx);
			await end?.(tx);
			return stored;
		},
	);

/**
 * The name of a form, which is the same for the same contents. The address counts as its mailbox, a file by its bytes, and
 * line breaks alike, because browsers send others than scripts. The time zone doesn't count, because it is the browser's.
 * An HMAC, since a hash of what can be guessed would tell it.
 */
export async function formKey(settings: Settings, { form, fields, file }: SentForm): Promise<string> {
	const { time_zone: _, email, ...rest } = fields;
	const values = Object.entries({ ...rest, email: mailboxOf(String(email)) })
		.map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : value])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
	const hmac = createHmac("sha256", keyFor(settings, "form key")).update(JSON.stringify([form, values]));
	if (file) for await (const chunk of file.content.stream()) hmac.update(chunk);
	return hmac.digest("base64url");
}

const hourAgo = sql`now() - interval '1 hour'`;

const recordsOf = {
	contact: { table: contactsTable, sentAt: contactsTable.created_at },
	booking: { table: bookingsTable, sentAt: bookingsTable.created_at },
	application: { table: applicationsTable, sentAt: applicationsTable.applied_at },
};

/** Whether the same form has become a record within the hour, which still stands. */
export async function isRecorded(db: Database, form: PublicForm, key: string): Promise<boolean> {
	const { table, sentAt } = recordsOf[form];
	return (await db.$count(table, and(eq(table.form_key, key), gt(sentAt, hourAgo)))) > 0;
}

/**
 * Whether the same form is on hold, for an hour or as long as its time is kept. Asked for before its record, so that one
 * that is just being released is found at one of the two places.
 */
export async function isOnHold(db: Database, key: string, now: Date): Promise<boolean> {
	const { form_key, id, received_at } = quarantineTable;
	const { expires_at, quarantine_id } = callReservationsTable;
	const kept = db
		.select()
		.from(callReservationsTable)
		.where(and(eq(quarantine_id, id), gt(expires_at, now)));
	return (await db.$count(quarantineTable, and(eq(form_key, key), or(gt(received_at, hourAgo), exists(kept))))) > 0;
}
