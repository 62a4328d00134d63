import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { eraseActor, eraseFromActivity } from "#features/activity/activity.server.ts";
import { noteAct } from "#features/activity/activity-note.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { countInbound, eraseInbound, listFailedFiles } from "#features/inbound/inbound-privacy.server.ts";
import { mailJobs } from "#features/mails/mail-outbox.server.ts";
import { deleteMails } from "#features/mails/mail-removal.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { postRevisionsTable, postsTable } from "#features/posts/posts.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { countThreads, eraseThreads } from "#features/threads/thread-privacy.server.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
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
	listRelatedAddresses,
	personal,
} from "./person-data.server.ts";

const { recipient, reply_to } = mailsTable;

/** What was erased, and what the law keeps (docs/decisions/022). */
export type Erasure = {
	/** How many of each kind, files apart. Those of emails lie in the mail folder, where there is no mail server. */
	counts: Record<string, number>;
	account: boolean;
	kept_invoices: string[];
	/** What is left to do by hand, where email is read. */
	note?: string;
};

const mailboxNote = "The mailbox itself keeps its copies; delete them there.";
const failedNote = (files: string[]) =>
	`These emails couldn't be read. Check in INBOUND_DIR/failed whether they're from this person: ${files.join(", ")}.`;

const adminAccount = () =>
	new HttpError(
		409,
		"admin_account",
		"This address belongs to an admin. Remove the admin role on the Users screen first.",
	);

/** How many calls with a person lie ahead: they are erased too, and no one gets an email about it. */
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
	const related = await listRelatedAddresses(db, sources, address);
	return {
		counts,
		kept_invoices,
		...(related.length > 0 && { related }),
		calls_ahead: await countCallsAhead(deps, address),
		/** Then nothing can be erased yet. */
		is_admin: profile?.role === "admin",
	};
}

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
	const failed = await listFailedFiles(settings);
	const notes = [...(settings.inbound.isRead ? [mailboxNote] : []), ...(failed.length > 0 ? [failedNote(failed)] : [])];
	return { ...erasure, ...(notes.length > 0 && { note: notes.join(" ") }) };
}

/** Emails about submissions on hold list several people. */
const isHeldMailAbout = (address: string): SQL | undefined =>
	and(
		eq(mailsTable.kind, "held"),
		sql`position(${address.trim().toLowerCase()} in lower(${mailsTable.content}->>'text')) > 0`,
	);

/** Those to the address, about what is erased, or repeating its words, with what waits to be sent of them. */
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
	await tx.select({ id: usersTable.id }).from(usersTable).where(isAccountOf(address)).for("update");
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
