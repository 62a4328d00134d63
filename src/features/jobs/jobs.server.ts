import { and, count, eq, notExists } from "drizzle-orm";
import { generalApplication } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { slugify } from "#lib/text/slug.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { conflict, invalidInput } from "#platform/http/http-errors.server.ts";
import {
	changeStatuses,
	getRecord,
	getRecords,
	insertRow,
	required,
	theRecord,
	updateRow,
} from "#platform/records/records.server.ts";
import { createOnce, savedAs } from "#platform/records/saves.server.ts";
import { chooseSlug } from "#platform/records/slugs.server.ts";
import { requireVersion } from "#platform/records/version.server.ts";
import { jobs } from "./jobs.record.server.ts";
import { type JobChange, type JobInput, type JobStatusesChange, jobErrors } from "./jobs.schema.ts";
import { type Job, jobOldSlugsTable, jobsTable } from "./jobs.table.ts";

const { id, slug } = jobsTable;

/** What an application stores of the job it is for. */
const isForJob = eq(applicationsTable.job_id, slug);

/** How many have applied for each job, by its slug; those without an applicant are not named. */
export async function countApplicants(db: Database): Promise<Record<string, number>> {
	const { job_id } = applicationsTable;
	const rows = await db.select({ slug: job_id, applicants: count() }).from(applicationsTable).groupBy(job_id);
	return Object.fromEntries(rows.map(({ slug, applicants }) => [slug, applicants]));
}

/** The slug comes from the title, or is the id where a title has no Latin letter or digit. */
export async function createJob(tx: Database, { save_id, ...input }: JobInput): Promise<Job> {
	await holdLock(tx, slugLock);
	const read = async (jobId: string) => (await getRecords(tx, jobs, [jobId]))[0];
	return createOnce(tx, { ...jobs, read }, { save_id, ...input }, async (jobId, save_ids) => {
		const slug = await slugOf(tx, jobId, input.title);
		return insertRow(tx, jobsTable, { ...input, id: jobId, slug, save_ids });
	});
}

/** Two jobs that are saved at once must not choose the same slug. */
const slugLock = "jobs.slug";

/** The first that no other job has, or had; candidates may still hold its link. */
function slugOf(tx: Database, jobId: string, text: string): Promise<string> {
	const former = { slug: jobOldSlugsTable.slug, owner: jobOldSlugsTable.job_id };
	return chooseSlug(tx, { table: jobsTable, former }, jobId, slugify(text) || jobId, generalApplication);
}

/**
 * With another slug, the applications for the job follow, and the former address leads to the new one.
 * @throws {HttpError} 404, or 409 when the job is no longer what the editor started from
 */
export function updateJob(db: Database, jobId: string, change: JobChange): Promise<Job> {
	const { version, save_id: _save, slug: wanted, ...fields } = change;
	return db.transaction(async (tx) => {
		if (wanted !== undefined) await holdLock(tx, slugLock);
		const [before] = await tx.select().from(jobsTable).where(eq(id, jobId)).for("update");
		requireVersion(before && jobs.present(before), version, theRecord(jobs));
		// Each field was judged by itself: the others may not be named.
		const errors = jobErrors({ ...before, ...fields });
		if (Object.keys(errors).length > 0) throw invalidInput(errors);
		const next = wanted === undefined ? before.slug : await slugOf(tx, jobId, wanted);
		const values = { ...fields, slug: next, ...savedAs(before, change) };
		const row = required(await updateRow(tx, jobsTable, eq(id, jobId), values), theRecord(jobs));
		if (next !== before.slug) await moveSlug(tx, row, before.slug);
		return row;
	});
}

/** Opens or closes many: all or none. */
export const updateJobStatuses = (tx: Database, change: JobStatusesChange) =>
	changeStatuses(tx, jobs, change, { column: "is_active", of: (status) => status === "open" });

async function moveSlug(tx: Database, job: Job, former: string): Promise<void> {
	await tx.update(applicationsTable).set({ job_id: job.slug }).where(eq(applicationsTable.job_id, former));
	await tx.delete(jobOldSlugsTable).where(eq(jobOldSlugsTable.slug, job.slug));
	await tx.insert(jobOldSlugsTable).values({ slug: former, job_id: job.id });
}

/** @throws {HttpError} 404, or 409 when the job has applications, which would lose their position */
export async function deleteJob(db: Database, jobId: string): Promise<void> {
	const applications = db.select().from(applicationsTable).where(isForJob);
	const deleted = await db
		.delete(jobsTable)
		.where(and(eq(id, jobId), notExists(applications)))
		.returning({ id });
	if (deleted.length > 0) return;
	const job = await getRecord(db, jobs, jobId);
	throw conflict("This job has applications, so it can't be deleted. Close it instead.", jobs.present(job));
}
