import { eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { pack } from "tar-stream";
import { eraseActor, eraseFromActivity } from "#features/activity/activity.server.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoiceItemsTable, invoicesTable } from "#features/invoices/invoices.table.ts";
import { postRevisionsTable, postsTable } from "#features/posts/posts.table.ts";
import { invitationsTable } from "#features/users/invitations.table.ts";
import { profilesTable } from "#features/users/users.table.ts";
import type { Database } from "#platform/database.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { HttpError } from "#platform/http-errors.server.ts";
import { mailJobs } from "#platform/mail-outbox.server.ts";
import { mailsTable } from "#platform/mails.table.ts";
import { quarantineTable } from "#platform/quarantine.table.ts";

/** What was erased, by kind, and what the law keeps (docs/decisions/022). */
export type Erasure = {
	bookings: number;
	inquiries: number;
	applications: number;
	resumes: number;
	mails: number;
	account: boolean;
	kept_invoices: string[];
};

const adminAccount = () =>
	new HttpError(
		409,
		"admin_account",
		"This address is an admin's account. Take that role away on the Users screen first.",
	);

/** Addresses are stored as they were typed, but for those of accounts. */
const isOf = (column: AnyPgColumn, email: string): SQL => sql`lower(${column}) = ${email.trim().toLowerCase()}`;

const isAccountOf = (email: string): SQL => eq(usersTable.email, email.trim().toLowerCase());

const isProfileOf = (db: Database, email: string): SQL =>
	inArray(profilesTable.user_id, db.select({ id: usersTable.id }).from(usersTable).where(isAccountOf(email)));

const isHeldBackOf = (email: string): SQL =>
	sql`lower(${quarantineTable.fields}->>'email') = ${email.trim().toLowerCase()}`;

/** Everything that is kept about an address, as an archive: `person.json` and the files of its applications. */
export async function exportPerson({ db, storage, clock }: Pick<Deps, "db" | "storage" | "clock">, email: string) {
	const person = await db.transaction((tx) => readPerson(tx, email));
	const archive = pack();
	const about = { address: email, exported_at: clock().toISOString(), ...person };
	archive.entry({ name: "person.json" }, `${JSON.stringify(about, null, "\t")}\n`);
	for (const { resume_url } of person.applications) {
		const file = resume_url ? await storage.get("resumes", resume_url) : undefined;
		if (file) archive.entry({ name: `resumes/${resume_url}` }, Buffer.from(await new Response(file.body).bytes()));
	}
	archive.finalize();
	return archive;
}

async function readPerson(tx: Database, email: string) {
	const { password_hash: _, ...ownColumns } = usersColumns;
	const [account] = await tx.select(ownColumns).from(usersTable).where(isAccountOf(email));
	const invoices = await tx.select().from(invoicesTable).where(isOf(invoicesTable.client_email, email));
	const ids = idsOf(invoices);
	return {
		account: account ?? null,
		profile: (await tx.select().from(profilesTable).where(isProfileOf(tx, email)))[0] ?? null,
		sessions: account ? await tx.select().from(sessionsTable).where(eq(sessionsTable.user_id, account.id)) : [],
		invitations: await tx.select(invitationColumns).from(invitationsTable).where(isOf(invitationsTable.email, email)),
		bookings: await tx.select().from(bookingsTable).where(isOf(bookingsTable.email, email)),
		inquiries: await tx.select().from(contactsTable).where(isOf(contactsTable.email, email)),
		applications: await tx.select().from(applicationsTable).where(isOf(applicationsTable.applicant_email, email)),
		held_back_forms: await tx.select().from(quarantineTable).where(isHeldBackOf(email)),
		invoices,
		invoice_items: await tx.select().from(invoiceItemsTable).where(inArray(invoiceItemsTable.invoice_id, ids)),
		// Without their text, in which a link may open an account.
		mails: await tx.select({ subject, status, queued_at, sent_at }).from(mailsTable).where(isOf(recipient, email)),
	};
}

const { password_hash, id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at } = usersTable;
const usersColumns = { password_hash, id, email, confirmed_at, user_metadata, last_sign_in_at, created_at, updated_at };

const { token_hash: _, ...invitationColumns } = getTableColumns(invitationsTable);

const { subject, status, queued_at, sent_at, recipient, reply_to } = mailsTable;

/**
 * Deletes everything that belongs to an address, except its invoices. First the rows, then the files: what a killed
 * process leaves of these is found by the hourly cleaning.
 * @throws {HttpError} 409 for the account of an admin
 */
export async function erasePerson({ db, storage }: Pick<Deps, "db" | "storage">, address: string): Promise<Erasure> {
	const { resumes, ...erasure } = await db.transaction((tx) => eraseRows(tx, address));
	for (const name of resumes) await storage.remove("resumes", name);
	return { ...erasure, resumes: resumes.length };
}

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);

/** Those to the address, those about what is erased, and the notices that repeat its words, with what waits to be sent of them. */
async function eraseMails(tx: Database, address: string, records: string[]): Promise<number> {
	const mails = await tx
		.delete(mailsTable)
		.where(or(isOf(recipient, address), isOf(reply_to, address), inArray(mailsTable.record_id, records)))
		.returning({ id: mailsTable.id });
	const ids = idsOf(mails);
	await tx.execute(
		sql`delete from pgboss.job where name = ${mailJobs.name} and state < 'active' and data->>'mail' in ${ids.length > 0 ? ids : [""]}`,
	);
	return mails.length;
}

async function eraseRows(tx: Database, address: string) {
	// The user's row first, as everywhere.
	await tx.select({ id }).from(usersTable).where(isAccountOf(address)).for("update");
	const [profile] = await tx.select().from(profilesTable).where(isProfileOf(tx, address)).for("update");
	if (profile?.role === "admin") throw adminAccount();
	const accounts = await tx.delete(usersTable).where(isAccountOf(address)).returning({ id: usersTable.id });
	const ids = idsOf(accounts);
	await tx.update(postsTable).set({ author_id: null }).where(inArray(postsTable.author_id, ids));
	await tx.update(postRevisionsTable).set({ author_id: null }).where(inArray(postRevisionsTable.author_id, ids));
	const invitations = await tx.delete(invitationsTable).where(isOf(invitationsTable.email, address)).returning();
	const bookings = await tx.delete(bookingsTable).where(isOf(bookingsTable.email, address)).returning();
	const inquiries = await tx.delete(contactsTable).where(isOf(contactsTable.email, address)).returning();
	const applications = await tx
		.delete(applicationsTable)
		.where(isOf(applicationsTable.applicant_email, address))
		.returning();
	// Their files have no row then and go with the next cleaning.
	await tx.delete(quarantineTable).where(isHeldBackOf(address));
	const mails = await eraseMails(tx, address, idsOf([...bookings, ...inquiries, ...applications]));
	// Last, because the log has just noted these deletions.
	await eraseFromActivity(tx, "bookings", idsOf(bookings));
	await eraseFromActivity(tx, "contact_inquiries", idsOf(inquiries));
	await eraseFromActivity(tx, "job_applications", idsOf(applications));
	await eraseFromActivity(tx, "invitations", idsOf(invitations));
	if (profile) await eraseFromActivity(tx, "profiles", [profile.id]);
	for (const userId of ids) await eraseActor(tx, userId);
	const invoices = await tx.select().from(invoicesTable).where(isOf(invoicesTable.client_email, address));
	return {
		bookings: bookings.length,
		inquiries: inquiries.length,
		applications: applications.length,
		mails,
		account: accounts.length > 0,
		kept_invoices: invoices.map(({ invoice_number }) => invoice_number).sort(),
		resumes: applications.flatMap(({ resume_url }) => resume_url ?? []),
	};
}
