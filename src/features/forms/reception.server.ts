import { createHmac } from "node:crypto";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import type { FormName } from "#features/quarantine/waiting-forms.ts";
import { mailboxOf } from "#lib/fields.ts";
import type { Actor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { keyFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

/** The parts of a valid form that matter here. */
export type Inspection = {
	form: FormName;
	fields: Record<string, unknown>;
	/** Given and family name. */
	names: readonly string[];
	phone: string;
	subject: string;
	text: string;
	file?: UploadedFile;
};

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

/** What stores a form, for a transaction in the name of its `actor`. */
export const once =
	<Stored>({ begin, end }: Reception, write: (tx: Database) => Promise<Stored>) =>
	async (tx: Database): Promise<Stored> => {
		await begin?.(tx);
		const stored = await write(tx);
		await end?.(tx);
		return stored;
	};

/**
 * The name of a form, which is the same for the same contents. The address counts as its mailbox, a file by its bytes. The
 * time zone doesn't count, because it is the browser's. An HMAC, since a hash of what can be guessed would tell it.
 */
export async function formKey(settings: Settings, { form, fields, file }: Inspection): Promise<string> {
	const { time_zone: _, email, ...rest } = fields;
	const values = Object.entries({ ...rest, email: mailboxOf(String(email)) }).sort(([a], [b]) => (a < b ? -1 : 1));
	const hmac = createHmac("sha256", keyFor(settings, "form key")).update(JSON.stringify([form, values]));
	if (file) for await (const chunk of file.content.stream()) hmac.update(chunk);
	return hmac.digest("base64url");
}

/** Where a form's records are kept, and when they were sent. */
export type FormRecords = { table: PgTable; form_key: PgColumn; sentAt: PgColumn };

/** Whether the same form has come within the hour, and what it became, or it itself on hold, still stands. */
export async function wasJustSent(db: Database, { table, form_key, sentAt }: FormRecords, key: string) {
	const isSame = (name: PgColumn, at: PgColumn): SQL | undefined =>
		and(eq(name, key), gt(at, sql`now() - interval '1 hour'`));
	const { form_key: heldKey, received_at } = quarantineTable;
	return (
		(await db.$count(table, isSame(form_key, sentAt))) > 0 ||
		(await db.$count(quarantineTable, isSame(heldKey, received_at))) > 0
	);
}
