import { subDays } from "date-fns";
import { lt } from "drizzle-orm";
import { eraseFromActivity } from "#features/activity/activity.server.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import type { DailyWork } from "#platform/daily-work.server.ts";
import type { Database } from "#platform/database.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import type { JobKind } from "#platform/job-queue.server.ts";
import { forgetMails } from "#platform/mail-outbox.server.ts";

export const retentionJobs = {
	name: "daily-retention",
	retryLimit: 3,
	retryDelay: 600,
	retryDelayMax: 3600,
	expireInSeconds: 3600,
} as const satisfies JobKind;

type Retaining = Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings">;

/** Deletes, once a day, applications and inquiries that are older than the settings let them become, with all that repeats them. */
export function dailyRetention(deps: Retaining): DailyWork {
	return { kind: retentionJobs, run: () => forgetWhatIsOld(deps) };
}

export async function forgetWhatIsOld({ db, storage, clock, logger, settings }: Retaining): Promise<void> {
	const { applicationsDays, inquiriesDays } = settings.retention;
	if (applicationsDays) {
		const old = lt(applicationsTable.applied_at, subDays(clock(), applicationsDays));
		const applications = await db.transaction(async (tx) => {
			const rows = await tx.delete(applicationsTable).where(old).returning();
			await forgetTraces(tx, "job_applications", rows);
			return rows;
		});
		for (const { resume_url } of applications) if (resume_url) await storage.remove("resumes", resume_url);
		logger.info({ applications: applications.length }, "deleted applications after their time");
	}
	if (inquiriesDays) {
		const old = lt(contactsTable.created_at, subDays(clock(), inquiriesDays));
		const inquiries = await db.transaction(async (tx) => {
			const rows = await tx.delete(contactsTable).where(old).returning({ id: contactsTable.id });
			await forgetTraces(tx, "contact_inquiries", rows);
			return rows;
		});
		logger.info({ inquiries: inquiries.length }, "deleted inquiries after their time");
	}
}

/** Their mails, sent or not, and what the log, which has just noted the deletion, says of them. */
async function forgetTraces(tx: Database, table: "job_applications" | "contact_inquiries", rows: { id: string }[]) {
	const ids = rows.map(({ id }) => id);
	await forgetMails(tx, table, ids);
	await eraseFromActivity(tx, table, ids);
}
