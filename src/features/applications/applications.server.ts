import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { type Reception, storeForm } from "#features/forms/reception.server.ts";
import { jobsTable } from "#features/jobs/jobs.table.ts";
import { deleteRecords } from "#features/threads/record-removal.server.ts";
import { writeRequestMails } from "#features/threads/request-mails.server.ts";
import { type Actor, withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { FileExistsError, type FileStorage } from "#platform/files/storage.server.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import { namesIn, removeStrayFiles } from "#platform/files/stray-files.server.ts";
import { HttpError, notFound } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { applicationRequest } from "./application-mails.server.ts";
import { type ApplicationForm, generalApplication, generalTitle } from "./applications.schema.ts";
import { type Application, applicationsTable } from "./applications.table.ts";
import { findOpenJob } from "./apply/open-jobs.server.ts";
import { resumeExtension } from "./apply/resume-rules.ts";
import { resumeFileName } from "./resume.server.ts";

/**
 * Stores a visitor's application with its resume and queues its emails, or does none of it. The resume is missing only
 * if the application was on hold for too long. The file is stored first: if the process is killed in between, it leaves
 * a file without a row, which `removeStrayResumes` finds, and never a row without its file.
 * @throws {HttpError} 404 if the job is not open, or no longer open
 */
export async function receiveApplication(
	deps: Pick<Deps, "db" | "storage" | "clock" | "jobs" | "settings" | "rateLimits">,
	form: ApplicationForm,
	resume: UploadedFile | undefined,
	reception: Reception,
): Promise<Application> {
	const { db, storage, clock } = deps;
	const { jobId, title } = await resolveJob(db, form.job_id);
	const newId = randomUUID();
	const queueMails = await writeRequestMails(deps, applicationRequest(newId, title, form, reception.sentAt));
	const fileName = resume ? await storeResume(storage, clock(), jobId, form, resume) : null;
	return storeForm(
		db,
		reception,
		async (tx) => {
			const row = await insertRow(tx, applicationsTable, {
				id: newId,
				job_id: jobId,
				applicant_name: `${form.firstName} ${form.lastName}`,
				applicant_email: form.email,
				applicant_phone: form.phone,
				cover_letter: form.coverLetter,
				resume_url: fileName,
				form_key: reception.form_key,
				applied_at: reception.sentAt,
			});
			await queueMails(tx);
			return row;
		},
		() => removeFile(storage, "resumes", fileName),
	);
}

async function resolveJob(db: Database, jobId: string): Promise<{ jobId: string; title: string }> {
	if (jobId === generalApplication) return { jobId, title: generalTitle };
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
		// If two applications have the same millisecond in their file names, the second gets the next millisecond.
		return storeResume(storage, new Date(now.getTime() + 1), jobId, applicant, resume);
	}
}

/** Deletes the row with its emails, then its resume. @throws {HttpError} 404 */
export async function deleteApplication(
	deps: Pick<Deps, "db" | "storage" | "settings">,
	actor: Actor,
	applicationId: string,
): Promise<void> {
	const { rows, removeTheirFiles } = await withActor(deps.db, actor, async (tx) => {
		const deleted = await deleteRecords(tx, deps, applicationsTable, [applicationId]);
		if (deleted.rows.length === 0) throw notFound("This application");
		return deleted;
	});
	await removeTheirFiles();
	for (const { resume_url } of rows) await removeFile(deps.storage, "resumes", resume_url);
}

export const removeStrayResumes = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "resumes", namesIn(deps.db, applicationsTable.resume_url));

/** What people call the jobs that applications name by their slugs. */
export async function listPositions(db: Database): Promise<{ slug: string; title: string }[]> {
	const { slug, title } = jobsTable;
	const jobs = await db.select({ slug, title }).from(jobsTable).orderBy(asc(title));
	return [...jobs, { slug: generalApplication, title: generalTitle }];
}
