import { randomUUID } from "node:crypto";
import { and, count, desc, eq, getTableColumns, like, notExists, or, sql } from "drizzle-orm";
import { generalApplication } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { slugify, uniqueSlug } from "#lib/slug.ts";
import type { Database } from "#platform/database.server.ts";
import { conflict, notFound } from "#platform/http-errors.server.ts";
import type { JobChange, JobInput } from "./jobs.schema.ts";
import { type Job, jobsTable } from "./jobs.table.ts";

const { created_at, id, slug } = jobsTable;

/** What an application stores of the job it is for. */
const isForJob = eq(applicationsTable.job_id, slug);

/** Every job, open or not, newest first, with the number of those who applied. */
export function listJobs(db: Database): Promise<(Job & { applicants: number })[]> {
	return db
		.select({ ...getTableColumns(jobsTable), applicants: count(applicationsTable.id) })
		.from(jobsTable)
		.leftJoin(applicationsTable, isForJob)
		.groupBy(id)
		.orderBy(desc(created_at), desc(id));
}

/** The slug comes from the title, or is the id where a title has no Latin letter or digit; it never changes afterwards. */
export function createJob(db: Database, input: JobInput): Promise<Job> {
	return db.transaction(async (tx) => {
		// Two jobs of one title that are created at once must not choose the same slug.
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext('jobs.slug'))`);
		const jobId = randomUUID();
		const wanted = slugify(input.title) || jobId;
		const taken = await tx
			.select({ slug })
			.from(jobsTable)
			.where(or(eq(slug, wanted), like(slug, `${wanted}-%`)));
		const free = uniqueSlug(wanted, new Set([generalApplication, ...taken.map((job) => job.slug)]));
		const [row] = await tx
			.insert(jobsTable)
			.values({ ...input, id: jobId, slug: free })
			.returning();
		if (!row) throw new Error("the insert returned no row");
		return row;
	});
}

/** @throws {HttpError} 404 */
export async function updateJob(db: Database, jobId: string, change: JobChange): Promise<Job> {
	const [row] = await db.update(jobsTable).set(change).where(eq(id, jobId)).returning();
	if (!row) throw notFound("This job");
	return row;
}

/** @throws {HttpError} 404, or 409 when somebody has applied: their applications would lose what they are for */
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

/** What leaves the server. */
export function presentJob(row: Job) {
	return {
		id: row.id,
		title: row.title,
		slug: row.slug,
		location: row.location,
		type: row.type,
		description: row.description,
		requirements: row.requirements,
		is_active: row.is_active,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedJob = ReturnType<typeof presentJob>;
