import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { type Pack, pack } from "tar-stream";
import { activityTable } from "#features/activity/activity.table.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { factorsTable, passkeysTable } from "#features/auth/factors/factors.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { busySourcesTable, busyTimesTable } from "#features/bookings/busy/busy-times.table.ts";
import { callLinksTable, callRemindersTable } from "#features/bookings/guests/call-links.table.ts";
import { callReservationsTable } from "#features/bookings/slots/call-reservations.table.ts";
import { exportInbound } from "#features/inbound/inbound-privacy.server.ts";
import { creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { invoiceItemsTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { invoicePaymentsTable } from "#features/invoices/ledger/ledger.table.ts";
import { retainerOccurrencesTable } from "#features/invoices/retainers/retainers.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { exportThreads } from "#features/threads/thread-privacy.server.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import {
	filesIn,
	filesOf,
	idsOf,
	isAccountOf,
	isHeldBackOf,
	isOf,
	isOfPerson,
	isProfileOf,
	personal,
	type StoredFile,
} from "./person-data.server.ts";

/** All that is kept about an address, as an archive: `person.json`, and the files of its records and account. */
export async function exportPerson(
	{ db, storage, clock }: Pick<Deps, "db" | "storage" | "clock">,
	sources: readonly RecordSource[],
	email: string,
) {
	const { files, ...person } = await db.transaction((tx) => readPerson(tx, sources, email));
	const about = { address: email, exported_at: clock().toISOString(), ...person };
	const content = Buffer.from(`${JSON.stringify(about, null, "\t")}\n`);
	const archive = pack();
	// If the reader disconnects, the archive and the entry being written are destroyed, and no one is left to get the
	// error.
	writeEntries(archive, storage, content, files).catch((error) => archive.destroy(error));
	return archive;
}

/** Entries are written one after the other: in tar-stream, the error of a waiting entry would be unhandled. */
async function writeEntries(
	archive: Pack,
	storage: Deps["storage"],
	about: Buffer,
	files: { bucket: Bucket; name: string }[],
): Promise<void> {
	await pipeline(Readable.from([about]), archive.entry({ name: "person.json", size: about.length }));
	for (const { bucket, name } of files) {
		const file = await storage.get(bucket, name);
		if (archive.destroyed) return;
		if (file)
			await pipeline(file.body, archive.entry({ name: `${folders[bucket] ?? bucket}/${name}`, size: file.size }));
	}
	archive.finalize();
}

/** How the archive calls a bucket. */
const folders: Partial<Record<Bucket, string>> = { "mail-attachments": "attachments", "mail-sources": "messages" };

async function readPerson(tx: Database, sources: readonly RecordSource[], email: string) {
	const [account] = await tx.select(usersColumns).from(usersTable).where(isAccountOf(email));
	const [profile] = await tx.select().from(profilesTable).where(isProfileOf(tx, email));
	const records: Record<string, Record<string, unknown>[]> = {};
	const files: StoredFile[] = [];
	for (const each of personal(sources)) {
		const rows = (await tx.select().from(each.table).where(isOfPerson(each, email))).map(withoutKey);
		records[each.person.plural] = rows;
		files.push(...filesOf(each, rows));
	}
	const { threads, files: attachments } = await exportThreads(tx, Object.values(records).flatMap(idsOf), email);
	const { inbound_mails, files: sources_of_mails } = await exportInbound(tx, email);
	const held_back_forms = await tx.select(heldColumns).from(quarantineTable).where(isHeldBackOf(email));
	const invoices = tx
		.select({ id: invoicesTable.id })
		.from(invoicesTable)
		.where(isOf(invoicesTable.client_email, email));
	return {
		account: account ?? null,
		profile: profile ?? null,
		account_activity: account ? await listAccountActivity(tx, account.id) : [],
		sessions: account ? await tx.select().from(sessionsTable).where(eq(sessionsTable.user_id, account.id)) : [],
		second_factors: account ? await listSecondFactors(tx, account.id) : [],
		busy_times: account ? await listBusyTimes(tx, account.id) : [],
		invitations: await tx.select(invitationColumns).from(invitationsTable).where(isOf(invitationsTable.email, email)),
		...records,
		threads,
		inbound_mails,
		held_back_forms,
		...(await listCallData(tx, email)),
		invoice_items: await tx.select().from(invoiceItemsTable).where(inArray(invoiceItemsTable.invoice_id, invoices)),
		invoice_payments: await tx
			.select()
			.from(invoicePaymentsTable)
			.where(inArray(invoicePaymentsTable.invoice_id, invoices)),
		retainer_occurrences: await tx
			.select()
			.from(retainerOccurrencesTable)
			.where(inArray(retainerOccurrencesTable.retainer_id, idsOf(records.retainers ?? []))),
		credit_notes: await tx.select().from(creditNotesTable).where(inArray(creditNotesTable.invoice_id, invoices)),
		// Without their text, in which a link may open an account.
		mails: await tx.select({ subject, status, queued_at, sent_at }).from(mailsTable).where(isOf(recipient, email)),
		files: [
			...files,
			...filesIn("mail-attachments", attachments),
			...filesIn("mail-sources", sources_of_mails),
			...filesIn(
				"quarantine",
				held_back_forms.map(({ file }) => file),
			),
			...filesIn("profile-pictures", [profile?.picture]),
		],
	};
}

/** What belongs to the calls of the bookings and of the forms on hold. A link is known by its hash only, which says nothing. */
async function listCallData(tx: Database, address: string) {
	const { booking_id, kind, quarantine_id, starts, ends, expires_at } = callReservationsTable;
	const bookings = tx.select({ id: bookingsTable.id }).from(bookingsTable).where(isOf(bookingsTable.email, address));
	const held = tx.select({ id: quarantineTable.id }).from(quarantineTable).where(isHeldBackOf(address));
	const { purpose, created_at, ended_at } = callLinksTable;
	const { result } = callRemindersTable;
	const timesOf = (which: SQL) =>
		tx.select({ kind, starts, ends, expires_at }).from(callReservationsTable).where(which);
	return {
		// One after the other, each by its index.
		call_times: [...(await timesOf(inArray(booking_id, bookings))), ...(await timesOf(inArray(quarantine_id, held)))],
		call_links: await tx
			.select({ purpose, created_at, ended_at })
			.from(callLinksTable)
			.where(inArray(callLinksTable.booking_id, bookings)),
		call_reminders: await tx
			.select({ starts: callRemindersTable.starts, kind: callRemindersTable.kind, result })
			.from(callRemindersTable)
			.where(inArray(callRemindersTable.booking_id, bookings)),
	};
}

/** Private calendars without their addresses, which are secrets. */
async function listBusyTimes(tx: Database, userId: string) {
	const { created_at, host, id, last_four, user_id } = busySourcesTable;
	const { ends, source_id, starts } = busyTimesTable;
	const sources = await tx
		.select({ id, host, last_four, created_at })
		.from(busySourcesTable)
		.where(eq(user_id, userId));
	const ids = sources.map((source) => source.id);
	const times = await tx.select({ source_id, starts, ends }).from(busyTimesTable).where(inArray(source_id, ids));
	return sources.map(({ id: sourceId, ...source }) => ({
		...source,
		times: times.filter((time) => time.source_id === sourceId).map(({ source_id: _, ...time }) => time),
	}));
}

/** Kinds and times alone. */
async function listSecondFactors(tx: Database, userId: string) {
	const times = ({ name, created_at, updated_at }: typeof factorsTable | typeof passkeysTable) => ({
		name,
		created_at,
		updated_at,
	});
	const apps = await tx.select(times(factorsTable)).from(factorsTable).where(eq(factorsTable.user_id, userId));
	const passkeys = await tx.select(times(passkeysTable)).from(passkeysTable).where(eq(passkeysTable.user_id, userId));
	return [
		...apps.map((app) => ({ kind: "authenticator app", ...app })),
		...passkeys.map((passkey) => ({ kind: "passkey", ...passkey })),
	];
}

/** Sign-ins and the like. From where others have acted on the account is theirs, not this person's. */
async function listAccountActivity(tx: Database, userId: string) {
	const own = sql`(${activityTable.actor_kind} = 'visitor' or ${activityTable.actor_id} = ${userId}::uuid)`;
	return tx
		.select({
			at: activityTable.at,
			action: activityTable.action,
			changes: activityTable.changes,
			address: sql<string | null>`case when ${own} then ${activityTable.address} end`,
			device: sql<string | null>`case when ${own} then ${activityTable.device} end`,
		})
		.from(activityTable)
		.innerJoin(profilesTable, eq(profilesTable.id, activityTable.record_id))
		.where(and(eq(activityTable.record_table, "profiles"), eq(profilesTable.user_id, userId)))
		.orderBy(activityTable.at);
}

const { id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at } = usersTable;
const usersColumns = { id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at };

const { token_hash: _, ...invitationColumns } = getTableColumns(invitationsTable);

/** The names of forms never leave the server (decision 080). */
const { form_key, ...heldColumns } = getTableColumns(quarantineTable);
const withoutKey = ({ form_key: _, ...row }: Record<string, unknown>) => row;

const { subject, status, queued_at, sent_at, recipient } = mailsTable;
