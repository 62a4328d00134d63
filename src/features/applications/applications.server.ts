import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { deleteMailsOfRecords } from "#features/mails/mail-outbox.server.ts";
import { writeRequestMails } from "#features/mails/request-mails.server.ts";
import type { Released } from "#features/quarantine/suspect-forms.server.ts";
import { type Actor, visitor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import { FileExistsError, type FileStorage } from "#platform/files/storage.server.ts";
import { removeStrayFiles } from "#platform/files/stray-files.server.ts";
import { HttpError, notFound } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { inPage, type ListQuery, newestFirst, type Page, toPage } from "#platform/records/keyset.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { requireVersion, versionOf } from "#platform/records/version.server.ts";
import { applicationRequest } from "./application-mails.server.ts";
import {
	type ApplicationChange,
	type ApplicationForm,
	type ApplicationStatusesChange,
	generalApplication,
} from "./applications.schema.ts";
import { type Application, applicationsTable } from "./applications.table.ts";
import { findOpenJob } from "./apply/open-jobs.server.ts";
import { resumeExtension } from "./apply/resume-rules.ts";
import { resumeFileName } from "./resume.server.ts";

const { applied_at, id, resume_url, status, updated_at } = applicationsTable;

export async function listApplications(db: Database, query: ListQuery): Promise<Page<Application>> {
	const rows = await db
		.select()
		.from(applicationsTable)
		.where(and(...inPage({ at: applied_at, id, updatedAt: updated_at }, query)))
		.orderBy(...newestFirst(applied_at, id))
		.limit(query.limit + 1);
	return toPage(rows, query.limit, (row) => ({ at: row.applied_at, id: row.id }));
}

/** The rows that exist among these, in no particular order. */
export function getApplications(db: Database, ids: string[]): Promise<Application[]> {
	return db.select().from(applicationsTable).where(inArray(id, ids));
}

/**
 * Stores an application with its resume, which is missing only where it was held back for too long, and the mails it causes, or nothing. The file comes first: a process that is killed in between leaves
 * a file without a row, which `removeStrayResumes` finds, and never a row without its file.
 * @param released where it comes out of the quarantine: then it keeps the moment at which it was sent
 * @throws {HttpError} 404 when the job is not open (any more)
 */
export async function createApplication(
	deps: Pick<Deps, "db" | "storage" | "clock" | "jobs" | "settings" | "rateLimits">,
	form: ApplicationForm,
	resume: UploadedFile | undefined,
	released?: Released,
): Promise<Application> {
	const { db, storage, clock } = deps;
	const { jobId, title } = await resolveJob(db, form.job_id);
	const newId = randomUUID();
	const queueMails = await writeRequestMails(deps, applicationRequest(newId, title, form, released?.sentAt));
	const fileName = resume ? await storeResume(storage, clock(), jobId, form, resume) : null;
	return writeRowOfFile(
		async () => {
			if (fileName) await storage.remove("resumes", fileName);
		},
		(write) => withActor(db, released?.actor ?? visitor, write),
		async (tx) => {
			await released?.remove(tx);
			const [row] = await tx
				.insert(applicationsTable)
				.values({
					id: newId,
					job_id: jobId,
					applicant_name: `${form.firstName} ${form.lastName}`,
					applicant_email: form.email,
					applicant_phone: form.phone,
					cover_letter: form.coverLetter,
					resume_url: fileName,
					applied_at: released?.sentAt,
				})
				.returning();
			if (!row) throw new Error("the insert returned no row");
			await queueMails(tx);
			return row;
		},
	);
}

async function resolveJob(db: Database, jobId: string): Promise<{ jobId: string; title: string }> {
	if (jobId === generalApplication) return { jobId, title: "General application" };
	const job = await findOpenJob(db, jobId);
	if (!job)
		throw new HttpError(404, "job_closed", "This position has just been filled. Please see our other open positions.");
	return { jobId: job.slug, title: job.title };
}

async function storeResume(
	storage: FileStorage,
	now: Date,
	jobId: string,
	applicant: ApplicationForm,
	resume: UploadedFile,
): Promise<string> {
	const extension = resumeExtension(resume.name);
	if (!extension) throw new Error("the resume has not been checked");
	const name = resumeFileName(now, jobId === generalApplication ? "general" : applicant, extension);
	try {
		await storage.put("resumes", name, resume.content);
		return name;
	} catch (error) {
		if (!(error instanceof FileExistsError)) throw new Error("Failed to upload resume", { cause: error });
		// Two in the same millisecond: the next one is as good a time.
		return storeResume(storage, new Date(now.getTime() + 1), jobId, applicant, resume);
	}
}

/** Within a transaction. @throws {HttpError} 404, or 409 when the notes are no longer those that the change began from */
export async function updateApplication(
	tx: Database,
	applicationId: string,
	{ version, ...values }: ApplicationChange,
): Promise<Application> {
	const [before] = await tx.select().from(applicationsTable).where(eq(id, applicationId)).for("update");
	requireVersion(before && presentApplication(before), version, "This application");
	const [row] = await tx.update(applicationsTable).set(values).where(eq(id, applicationId)).returning();
	if (!row) throw notFound("This application");
	return row;
}

/** All or none. Locks the rows in one order, so that two such changes never wait for each other. */
export function changeApplicationStatuses(db: Database, { changes, undo_of }: ApplicationStatusesChange) {
	return db.transaction(async (tx) => {
		const ids = changes.flatMap((change) => change.ids);
		await tx.select({ id }).from(applicationsTable).where(amongIds(id, ids)).orderBy(asc(id)).for("update");
		const changed = [];
		for (const { ids, status: next } of changes) {
			const rows = await tx
				.update(applicationsTable)
				.set({ status: next })
				.where(and(amongIds(id, ids), undo_of ? eq(status, undo_of) : ne(status, next)))
				.returning({ id, status, updated_at });
			changed.push(...rows);
		}
		return changed;
	});
}

/** Removes the row with its mails, then its resume. @throws {HttpError} 404 */
export async function deleteApplication(
	{ db, storage, settings }: Pick<Deps, "db" | "storage" | "settings">,
	actor: Actor,
	applicationId: string,
): Promise<void> {
	const row = await withActor(db, actor, async (tx) => {
		const [removed] = await tx.delete(applicationsTable).where(eq(id, applicationId)).returning();
		if (!removed) throw notFound("This application");
		await deleteMailsOfRecords(tx, settings, "job_applications", [applicationId]);
		return removed;
	});
	if (row.resume_url) await storage.remove("resumes", row.resume_url);
}

/** @throws {HttpError} 404 */
export async function getApplication(db: Database, applicationId: string): Promise<Application> {
	const [row] = await getApplications(db, [applicationId]);
	if (!row) throw notFound("This application");
	return row;
}

export const removeStrayResumes = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "resumes", async (names) => {
		const rows = await deps.db.select({ resume_url }).from(applicationsTable).where(inArray(resume_url, names));
		return rows.map((row) => row.resume_url);
	});

/** What leaves the server. The resume is fetched through its own endpoint; its place in the store stays inside. */
export function presentApplication(row: Application) {
	return {
		id: row.id,
		job_id: row.job_id,
		applicant_name: row.applicant_name,
		applicant_email: row.applicant_email,
		applicant_phone: row.applicant_phone,
		resume_url: row.resume_url,
		cover_letter: row.cover_letter,
		status: row.status,
		notes: row.notes,
		version: versionOf(row.notes),
		applied_at: row.applied_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	};
}
export type PresentedApplication = ReturnType<typeof presentApplication>;
