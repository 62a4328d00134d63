import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, eq, getTableColumns, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type Pack, pack } from "tar-stream";
import { eraseActor, eraseFromActivity } from "#features/activity/activity.server.ts";
import { activityTable } from "#features/activity/activity.table.ts";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { factorsTable, passkeysTable } from "#features/auth/factors/factors.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { callLinksTable, callRemindersTable } from "#features/bookings/guests/call-links.table.ts";
import { callReservationsTable } from "#features/bookings/slots/call-reservations.table.ts";
import { invoiceItemsTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { mailJobs } from "#features/mails/mail-outbox.server.ts";
import { deleteMails } from "#features/mails/mail-removal.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { postRevisionsTable, postsTable } from "#features/posts/posts.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { countInbound, eraseInbound, exportInbound } from "#features/threads/inbound-privacy.server.ts";
import { countThreads, eraseThreads, exportThreads } from "#features/threads/thread-privacy.server.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import { profilesTable } from "#features/users/users.table.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { columnOf, type RecordSource } from "#platform/records/records.server.ts";

/** What was erased, and what the law keeps (docs/decisions/022). */
export type Erasure = {
	/** How many of each kind, files apart. Those of mails lie in the mail folder, where there is no mail server. */
	counts: Record<string, number>;
	account: boolean;
	kept_invoices: string[];
	/** What is left to do by hand, where mail is read. */
	note?: string;
};

const mailboxNote = "The mailbox itself keeps its copies; delete them there.";

const adminAccount = () =>
	new HttpError(
		409,
		"admin_account",
		"This address belongs to an admin. Remove the admin role on the Users screen first.",
	);

/** Addresses are stored as they were typed, but for those of accounts. */
const isOf = (column: AnyPgColumn, email: string): SQL => sql`lower(${column}) = ${email.trim().toLowerCase()}`;

const isAccountOf = (email: string): SQL => eq(usersTable.email, email.trim().toLowerCase());

const isProfileOf = (db: Database, email: string): SQL =>
	inArray(profilesTable.user_id, db.select({ id: usersTable.id }).from(usersTable).where(isAccountOf(email)));

const isHeldBackOf = (email: string): SQL =>
	sql`lower(${quarantineTable.fields}->>'email') = ${email.trim().toLowerCase()}`;

/**
 * Everything that is kept about an address, as an archive: `person.json`, the files of its applications and of the
 * forms that are held back, and the picture of its account.
 */
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

type StoredFile = { bucket: Bucket; name: string };

const filesIn = (bucket: Bucket, names: unknown[]): StoredFile[] =>
	names.flatMap((name) => (typeof name === "string" ? [{ bucket, name }] : []));

/** A source with what its records have to do with a person. */
const personal = (sources: readonly RecordSource[]) =>
	sources.flatMap((source) => (source.record.person ? [{ ...source, source, person: source.record.person }] : []));

type Personal = ReturnType<typeof personal>[number];

const isOfPerson = ({ source, person }: Personal, email: string): SQL => isOf(columnOf(source, person.email), email);

const filesOf = ({ person: { file } }: Personal, rows: Record<string, unknown>[]): StoredFile[] =>
	file
		? filesIn(
				file.bucket,
				rows.map((row) => row[file.column]),
			)
		: [];

async function readPerson(tx: Database, sources: readonly RecordSource[], email: string) {
	const { password_hash: _, ...ownColumns } = usersColumns;
	const [account] = await tx.select(ownColumns).from(usersTable).where(isAccountOf(email));
	const [profile] = await tx.select().from(profilesTable).where(isProfileOf(tx, email));
	const records: Record<string, Record<string, unknown>[]> = {};
	const files: StoredFile[] = [];
	for (const each of personal(sources)) {
		const rows = await tx.select().from(each.table).where(isOfPerson(each, email));
		records[each.person.plural] = rows;
		files.push(...filesOf(each, rows));
	}
	const { threads, files: attachments } = await exportThreads(tx, Object.values(records).flatMap(idsOf), email);
	const { inbound_mails, files: sources_of_mails } = await exportInbound(tx, email);
	const held_back_forms = await tx.select().from(quarantineTable).where(isHeldBackOf(email));
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
		invitations: await tx.select(invitationColumns).from(invitationsTable).where(isOf(invitationsTable.email, email)),
		...records,
		threads,
		inbound_mails,
		held_back_forms,
		...(await listCallData(tx, email)),
		invoice_items: await tx.select().from(invoiceItemsTable).where(inArray(invoiceItemsTable.invoice_id, invoices)),
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

/** How many calls with a person lie ahead: they are erased too, and nobody gets an email about it. */
async function countCallsAhead({ db, clock }: Pick<Deps, "db" | "clock">, address: string): Promise<number> {
	const { call_start, service_type, status } = bookingsTable;
	const isAhead = and(gt(call_start, clock()), ne(status, "closed"), ne(service_type, "Blocked Time"));
	return db.$count(bookingsTable, and(isOf(bookingsTable.email, address), isAhead));
}

/** What an erasure would delete and keep, as it is now. Nothing changes. */
export async function previewErasure(
	deps: Pick<Deps, "db" | "clock">,
	sources: readonly RecordSource[],
	address: string,
) {
	const { db } = deps;
	const counts: Record<string, number> = {};
	const records: string[] = [];
	let kept_invoices = 0;
	for (const each of personal(sources)) {
		const rows = await db.select().from(each.table).where(isOfPerson(each, address));
		if (each.person.keptAs) kept_invoices += rows.length;
		else {
			counts[each.person.plural] = rows.length;
			if (each.person.file) counts[each.person.file.plural] = filesOf(each, rows).length;
			records.push(...idsOf(rows));
		}
	}
	counts.held_back_forms = await db.$count(quarantineTable, isHeldBackOf(address));
	Object.assign(counts, await countThreads(db, records, address));
	counts.received_emails = await countInbound(db, records, address);
	const ofRecords = inArray(mailsTable.record_id, records);
	counts.mails = await db.$count(
		mailsTable,
		or(isOf(recipient, address), isOf(reply_to, address), ofRecords, isHeldMailAbout(address)),
	);
	const [profile] = await db.select().from(profilesTable).where(isProfileOf(db, address));
	counts.accounts = profile ? 1 : 0;
	return {
		counts,
		kept_invoices,
		calls_ahead: await countCallsAhead(deps, address),
		/** Then nothing can be erased yet. */
		is_admin: profile?.role === "admin",
	};
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

const { password_hash, id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at } = usersTable;
const usersColumns = { password_hash, id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at };

const { token_hash: _, ...invitationColumns } = getTableColumns(invitationsTable);

const { subject, status, queued_at, sent_at, recipient, reply_to } = mailsTable;

/**
 * Deletes everything that belongs to an address, except its invoices. First the rows, then the files: what a killed
 * process leaves of these is found by the hourly cleaning. The log keeps who did it and how much of what went, and no
 * address.
 * @throws {HttpError} 409 for the account of an admin
 */
export async function erasePerson(
	{ db, storage, settings }: Pick<Deps, "db" | "storage" | "settings">,
	sources: readonly RecordSource[],
	actor: Actor,
	address: string,
): Promise<Erasure> {
	const { files, ...erasure } = await withActor(db, actor, (tx) => eraseRows(tx, settings, sources, address));
	for (const { bucket, name } of files) await storage.remove(bucket, name);
	return { ...erasure, ...(settings.inbound.isRead && { note: mailboxNote }) };
}

const idsOf = (rows: Record<string, unknown>[]) => rows.map((row) => String(row.id));

/** Mails about held-back forms list several people. */
const isHeldMailAbout = (address: string): SQL | undefined =>
	and(
		eq(mailsTable.kind, "held"),
		sql`position(${address.trim().toLowerCase()} in lower(${mailsTable.content}->>'text')) > 0`,
	);

/**
 * Those to the address, those about what is erased, and the notices that repeat its words, with what waits to be sent
 * of them.
 */
async function eraseMails(tx: Database, settings: Settings, address: string, records: string[]) {
	const which = or(isOf(recipient, address), isOf(reply_to, address), inArray(mailsTable.record_id, records));
	const own = await deleteMails(tx, settings, which);
	const held = await deleteMails(tx, settings, isHeldMailAbout(address));
	const ids = [...own.ids, ...held.ids];
	await tx.execute(
		sql`delete from pgboss.job where name = ${mailJobs.name} and state < 'active' and data->>'mail' in ${ids.length > 0 ? ids : [""]}`,
	);
	return { mails: ids.length, mail_files: own.files + held.files };
}

async function eraseRows(tx: Database, settings: Settings, sources: readonly RecordSource[], address: string) {
	// The user's row first, as everywhere.
	await tx.select({ id }).from(usersTable).where(isAccountOf(address)).for("update");
	const [profile] = await tx.select().from(profilesTable).where(isProfileOf(tx, address)).for("update");
	if (profile?.role === "admin") throw adminAccount();
	const accounts = await tx.delete(usersTable).where(isAccountOf(address)).returning({ id: usersTable.id });
	const ids = idsOf(accounts);
	await tx.update(postsTable).set({ author_id: null }).where(inArray(postsTable.author_id, ids));
	await tx.update(postRevisionsTable).set({ author_id: null }).where(inArray(postRevisionsTable.author_id, ids));
	const invitations = await tx.delete(invitationsTable).where(isOf(invitationsTable.email, address)).returning();
	// Before what they become: one that is being released is waited for here, and what it has become is found below.
	const heldBack = await tx.delete(quarantineTable).where(isHeldBackOf(address)).returning();
	const owned = [];
	for (const each of personal(sources)) {
		const found = await tx
			.select({ id: each.table.id })
			.from(each.table)
			.where(isOfPerson(each, address))
			.for("update");
		owned.push({ table: each.record.table, ids: idsOf(found) });
	}
	const conversations = await eraseThreads(tx, owned, address);
	const received = await eraseInbound(
		tx,
		owned.flatMap(({ ids }) => ids),
		address,
	);
	const erased = [];
	const kept: string[] = [];
	for (const each of personal(sources)) {
		const { keptAs } = each.person;
		if (keptAs) {
			const rows = await tx.select().from(each.table).where(isOfPerson(each, address));
			kept.push(...rows.map((row) => String(row[keptAs])));
		} else erased.push({ ...each, rows: await tx.delete(each.table).where(isOfPerson(each, address)).returning() });
	}
	const mails = await eraseMails(tx, settings, address, idsOf(erased.flatMap(({ rows }) => rows)));
	// Last, because the log has just noted these deletions.
	for (const { record, rows } of erased) await eraseFromActivity(tx, record.table, idsOf(rows));
	await eraseFromActivity(tx, "invitations", idsOf(invitations));
	if (profile) await eraseFromActivity(tx, "profiles", [profile.id]);
	for (const userId of ids) await eraseActor(tx, userId);
	const files = erased.flatMap((each) => filesOf(each, each.rows));
	const heldFiles = filesIn(
		"quarantine",
		heldBack.map(({ file }) => file),
	);
	const counts: Record<string, number> = {
		...Object.fromEntries(
			erased.flatMap((each) => {
				const { plural, file } = each.person;
				const counted: [string, number] = [plural, each.rows.length];
				return file ? [counted, [file.plural, filesOf(each, each.rows).length]] : [counted];
			}),
		),
		held_back_forms: heldBack.length,
		held_back_files: heldFiles.length,
		messages: conversations.messages,
		attachments: conversations.files.length,
		received_emails: received.count,
		...mails,
	};
	const gone = Object.entries(counts).filter(([, count]) => count > 0);
	await noteAct(tx, {
		action: "erase",
		table: "people",
		id: randomUUID(),
		label: "One address",
		details: Object.fromEntries(
			[...gone, ...(profile ? [["account", 1]] : [])].map(([kind, count]) => [kind, { new: count }]),
		),
	});
	return {
		counts,
		account: accounts.length > 0,
		kept_invoices: kept.sort(),
		files: [
			...files,
			...filesIn("mail-attachments", conversations.files),
			...filesIn("mail-sources", received.files),
			...heldFiles,
			...filesIn("profile-pictures", [profile?.picture]),
		],
	};
}
