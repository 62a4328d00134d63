import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { threadMessagesTable } from "#features/threads/threads.table.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import { mailboxOf } from "#lib/fields.ts";
import { type Database, selectRows } from "#platform/database/database.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";
import { columnOf, type RecordSource } from "#platform/records/records.server.ts";

/** Addresses are stored as they were typed, but for those of accounts. */
export const isOf = (column: AnyPgColumn, email: string): SQL => sql`lower(${column}) = ${email.trim().toLowerCase()}`;

export const isAccountOf = (email: string): SQL => eq(usersTable.email, email.trim().toLowerCase());

export const isProfileOf = (db: Database, email: string): SQL =>
	inArray(profilesTable.user_id, db.select({ id: usersTable.id }).from(usersTable).where(isAccountOf(email)));

export const isHeldBackOf = (email: string): SQL =>
	sql`lower(${quarantineTable.fields}->>'email') = ${email.trim().toLowerCase()}`;

/**
 * The other addresses of the same mailbox that something is stored about: whatever follows a plus sign reaches the same
 * person with most providers. By the indexes, which the program's own database sorts by character: one with another
 * collation may not find all.
 */
export async function listRelatedAddresses(db: Database, sources: readonly RecordSource[], email: string) {
	const own = email.trim().toLowerCase();
	const mailbox = mailboxOf(own);
	const name = mailbox.slice(0, mailbox.lastIndexOf("@"));
	const places = [
		...personal(sources).map(({ source, table, person }) => ({
			table,
			text: sql`lower(${columnOf(source, person.email)})`,
		})),
		{ table: usersTable, text: sql`${usersTable.email}` },
		{ table: mailsTable, text: sql`lower(${mailsTable.recipient})` },
		{ table: mailsTable, text: sql`lower(${mailsTable.reply_to})` },
		{ table: quarantineTable, text: sql`lower(${quarantineTable.fields}->>'email')` },
		{ table: inboundMailsTable, text: sql`lower(${inboundMailsTable.from_address})` },
		{ table: threadMessagesTable, text: sql`lower(${threadMessagesTable.from_address})` },
		{ table: invitationsTable, text: sql`lower(${invitationsTable.email})` },
	];
	const found = await Promise.all(
		places.map(({ table, text }) =>
			selectRows(
				db,
				sql`select distinct ${text} as address from ${table}
					where ${text} = ${mailbox} or (${text} >= ${`${name}+`} and ${text} < ${`${name},`})`,
			),
		),
	);
	const addresses = new Set(found.flat().map(({ address }) => String(address)));
	return [...addresses].filter((address) => address !== own && mailboxOf(address) === mailbox).sort();
}

export type StoredFile = { bucket: Bucket; name: string };

export const filesIn = (bucket: Bucket, names: unknown[]): StoredFile[] =>
	names.flatMap((name) => (typeof name === "string" ? [{ bucket, name }] : []));

/** A source with what its records have to do with a person. */
export const personal = (sources: readonly RecordSource[]) =>
	sources.flatMap((source) => (source.record.person ? [{ ...source, source, person: source.record.person }] : []));

type Personal = ReturnType<typeof personal>[number];

export const isOfPerson = ({ source, person }: Personal, email: string): SQL =>
	isOf(columnOf(source, person.email), email);

export const filesOf = ({ person: { file } }: Personal, rows: Record<string, unknown>[]): StoredFile[] =>
	file
		? filesIn(
				file.bucket,
				rows.map((row) => row[file.column]),
			)
		: [];

export const idsOf = (rows: Record<string, unknown>[]) => rows.map((row) => String(row.id));
