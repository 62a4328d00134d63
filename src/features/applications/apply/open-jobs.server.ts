import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Job, jobOldSlugsTable, jobsTable } from "#features/jobs/jobs.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { newestFirst } from "#platform/records/keyset.server.ts";

const { created_at, id, is_active, slug } = jobsTable;

/** The jobs that candidates see: open ones, newest first. */
export function listOpenJobs(db: Database): Promise<Job[]> {
	return db
		.select()
		.from(jobsTable)
		.where(sql`${is_active}`)
		.orderBy(...newestFirst(created_at, id));
}

/** For the sitemap. */
export async function openJobPages(db: Database): Promise<{ path: string; changed: Date }[]> {
	return (await listOpenJobs(db)).map((job) => ({ path: `/careers/apply/${job.slug}`, changed: job.updated_at }));
}

/** An open job: by slug, then by a former slug, then by id (decisions: applications and jobs). */
export async function findOpenJob(db: Database, slugOrId: string): Promise<Job | undefined> {
	const open = (condition: SQL) =>
		db
			.select()
			.from(jobsTable)
			.where(and(eq(is_active, true), condition));
	const [bySlug] = await open(eq(slug, slugOrId));
	if (bySlug) return bySlug;
	const former = db
		.select({ id: jobOldSlugsTable.job_id })
		.from(jobOldSlugsTable)
		.where(eq(jobOldSlugsTable.slug, slugOrId));
	const [byFormerSlug] = await open(inArray(id, former));
	if (byFormerSlug || !z.uuid().safeParse(slugOrId).success) return byFormerSlug;
	const [byId] = await open(eq(id, slugOrId));
	return byId;
}
