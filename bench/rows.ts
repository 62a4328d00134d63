import { sql } from "drizzle-orm";
import type { DatabaseHandle } from "#platform/database/database.server.ts";

const tables = ["bookings", "contact_inquiries", "job_applications"];

/** Fills the tables of the back office with this many rows each, a minute apart, by the database itself. */
export async function fillTables(database: DatabaseHandle, count: number): Promise<void> {
	const { db } = database;
	const numbers = sql.raw(`generate_series(1, ${Math.trunc(count)}) as n`);
	const at = sql.raw("now() - n * interval '1 minute'");
	await db.transaction(async (tx) => {
		// A notice for each row would fill the queue of notices.
		for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
		await tx.execute(sql`
			insert into bookings (name, email, service_type, message, status, created_at, updated_at)
			select 'Client ' || n, 'client' || n || '@example.com', 'Photography', 'We open in March.',
				(array['new', 'in_progress', 'resolved', 'closed'])[n % 4 + 1], ${at}, ${at} from ${numbers}`);
		await tx.execute(sql`
			insert into contact_inquiries (name, email, subject, message, status, created_at, updated_at)
			select 'Client ' || n, 'client' || n || '@example.com', 'Question ' || n, 'Do you travel to us?',
				(array['new', 'in_progress', 'resolved', 'closed'])[n % 4 + 1], ${at}, ${at} from ${numbers}`);
		await tx.execute(sql`
			insert into job_applications (job_id, applicant_name, applicant_email, status, applied_at, updated_at)
			select 'photographer', 'Applicant ' || n, 'applicant' || n || '@example.com',
				(array['pending', 'reviewing', 'accepted'])[n % 3 + 1], ${at}, ${at} from ${numbers}`);
		for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
	});
	await database.query("vacuum analyze");
}
