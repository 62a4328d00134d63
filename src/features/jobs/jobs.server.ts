import { randomUUID } from "node:crypto";
import { and, count, desc, eq, getTableColumns, like, ne, notExists, or, sql } from "drizzle-orm";
import { generalApplication } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { slugify, uniqueSlug } from "#lib/slug.ts";
import type { Database } from "#platform/database.server.ts";
import { conflict, notFound } from "#platform/http-errors.server.ts";
import type { JobChange, JobInput } from "./jobs.schema.ts";
import { type Job, jobOldSlugsTable, jobsTable } from "./jobs.table.ts";

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
	const { expected_updated_at, slug: wanted, ...fields } = change;
	return db.transaction(async (tx) => {
		if (wanted !== undefined) await lockSlugs(tx);
		const [before] = await tx.select().from(jobsTable).where(eq(id, jobId)).for("update");
		if (!before) throw notFound("This job");
		if (expected_updated_at && Date.parse(expected_updated_at) !== before.updated_at.getTime()) {
			throw conflict("Somebody else has saved this job in the meantime.", presentJob(before));
		}
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

async function moveSlug(tx: Database, job: Job, former: string): Promise<void> {
	await tx.update(applicationsTable).set({ job_id: job.slug }).where(eq(applicationsTable.job_id, former));
	await tx.delete(jobOldSlugsTable).where(eq(jobOldSlugsTable.slug, job.slug));
	await tx.insert(jobOldSlugsTable).values({ slug: former, job_id: job.id });
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
		remote: row.remote,
		locality: row.locality,
		region: row.region,
		country: row.country,
		valid_through: row.valid_through,
		salary_min: row.salary_min,
		salary_max: row.salary_max,
		salary_unit: row.salary_unit,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedJob = ReturnType<typeof presentJob>;
