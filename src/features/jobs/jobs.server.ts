import { randomUUID } from "node:crypto";
import { and, asc, count, eq, inArray, like, ne, notExists, or, sql } from "drizzle-orm";
import { generalApplication } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { slugify, uniqueSlug } from "#lib/text/slug.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { requireVersion, versionOf } from "#platform/records/version.server.ts";
import type { JobChange, JobInput, JobStatus, JobStatusesChange } from "./jobs.schema.ts";
import { type Job, jobOldSlugsTable, jobsTable } from "./jobs.table.ts";

const { created_at, id, is_active, slug, updated_at } = jobsTable;

/** What an application stores of the job it is for. */
const isForJob = eq(applicationsTable.job_id, slug);

/** Open or not, newest first. */
export async function listJobs(db: Database, query: ListQuery): Promise<Page<Job>> {
	const rows = await db
		.select()
		.from(jobsTable)
		.where(and(...inPage({ at: created_at, id, updatedAt: updated_at }, query)))
		.orderBy(...newestFirst(created_at, id))
		.limit(query.limit + 1);
	return toPage(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }));
}

/** The rows that exist among these, in no particular order. */
export function getJobs(db: Database, ids: string[]): Promise<Job[]> {
	return db.select().from(jobsTable).where(inArray(id, ids));
}

/** @throws {HttpError} 404 */
export async function getJob(db: Database, jobId: string): Promise<Job> {
	const [job] = await getJobs(db, [jobId]);
	if (!job) throw notFound("This job");
	return job;
}

/** How many have applied for each job, by its slug; those without an applicant are not named. */
export async function countApplicants(db: Database): Promise<Record<string, number>> {
	const { job_id } = applicationsTable;
	const rows = await db.select({ slug: job_id, applicants: count() }).from(applicationsTable).groupBy(job_id);
	return Object.fromEntries(rows.map(({ slug, applicants }) => [slug, applicants]));
}

/** The slug comes from the title, or is the id where a title has no Latin letter or digit. */
export function createJob(db: Database, input: JobInput): Promise<Job> {
	return db.transaction(async (tx) => {
		await lockSlugs(tx);
		const jobId = randomUUID();
		const [row] = await tx
			.insert(jobsTable)
			.values({ ...input, id: jobId, slug: await chooseSlug(tx, jobId, input.title) })
			.returning();
		if (!row) throw new Error("the insert returned no row");
		return row;
	});
}

/** Two jobs that are saved at once must not choose the same slug. */
const lockSlugs = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('jobs.slug'))`);

/** The first that no other job has, or had; candidates may still hold its link. */
async function chooseSlug(tx: Database, jobId: string, text: string): Promise<string> {
	const wanted = slugify(text) || jobId;
	const sameBeginning = (column: typeof slug | typeof jobOldSlugsTable.slug) =>
		or(eq(column, wanted), like(column, `${wanted}-%`));
	const taken = await tx
		.select({ slug })
		.from(jobsTable)
		.where(and(ne(id, jobId), sameBeginning(slug)))
		.union(
			tx
				.select({ slug: jobOldSlugsTable.slug })
				.from(jobOldSlugsTable)
				.where(and(ne(jobOldSlugsTable.job_id, jobId), sameBeginning(jobOldSlugsTable.slug))),
		);
	return uniqueSlug(wanted, new Set([generalApplication, ...taken.map((job) => job.slug)]));
}

/**
 * With another slug, the applications for the job follow, and the former address leads to the new one.
 * @throws {HttpError} 404, or 409 when the job is no longer what the editor started from
 */
export function updateJob(db: Database, jobId: string, change: JobChange): Promise<Job> {
	const { version, slug: wanted, ...fields } = change;
	return db.transaction(async (tx) => {
		if (wanted !== undefined) await lockSlugs(tx);
		const [before] = await tx.select().from(jobsTable).where(eq(id, jobId)).for("update");
		requireVersion(before && presentJob(before), version, "This job");
		const next = wanted === undefined ? before.slug : await chooseSlug(tx, jobId, wanted);
		const [row] = await tx
			.update(jobsTable)
			.set({ ...fields, slug: next })
			.where(eq(id, jobId))
			.returning();
		if (!row) throw notFound("This job");
		if (next !== before.slug) await moveSlug(tx, row, before.slug);
		return row;
	});
}

/**
 * Opens or closes many: all or none. Locks the rows in one order, so that two such changes never wait for each other.
 */
export function changeJobStatuses(db: Database, { changes, undo_of }: JobStatusesChange) {
	return db.transaction(async (tx) => {
		const ids = changes.flatMap((change) => change.ids);
		await tx.select({ id }).from(jobsTable).where(amongIds(id, ids)).orderBy(asc(id)).for("update");
		const changed = [];
		for (const { ids, status } of changes) {
			const open = isOpen(status);
			const rows = await tx
				.update(jobsTable)
				.set({ is_active: open })
				.where(and(amongIds(id, ids), eq(is_active, undo_of ? isOpen(undo_of) : !open)))
				.returning({ id, is_active, updated_at });
			changed.push(...rows);
		}
		return changed;
	});
}

const isOpen = (status: JobStatus) => status === "open";

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
	const [job] = await db.select().from(jobsTable).where(eq(id, jobId));
	if (!job) throw notFound("This job");
	throw conflict("People have applied for this job, so it cannot be deleted. Close it instead.", presentJob(job));
}

export const statusOfJob = (row: Pick<Job, "is_active">): JobStatus => (row.is_active ? "open" : "closed");

/** What leaves the server. */
export function presentJob({ id, created_at, updated_at, ...fields }: Job) {
	return {
		id,
		version: versionOf(fields),
		...fields,
		status: statusOfJob(fields),
		created_at: created_at.toISOString(),
		updated_at: updated_at.toISOString(),
	};
}
export type PresentedJob = ReturnType<typeof presentJob>;
