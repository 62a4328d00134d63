import type { Database } from "./database.server.ts";
import type { Deps } from "./deps.server.ts";
import type { JobKind, JobQueue } from "./job-queue.server.ts";
import type { Mail, Mailer } from "./mailer.server.ts";

/** `to: null` is queued like any other and then dropped: what is asked for an unknown address costs the same. */
export type QueuedMail = Omit<Mail, "to"> & { to: string | null };

/** Given up after about half an hour: a mailed link lives for an hour, and must not lie in the database for longer. */
export const mailJobs: JobKind = {
	name: "mail",
	retryLimit: 8,
	retryDelay: 10,
	retryDelayMax: 600,
	expireInSeconds: 60,
};

/** Queues a mail inside the caller's transaction. It is sent at once after the commit, and tried again when that fails. */
export function queueMail(deps: Pick<Deps, "jobs">, tx: Database, mail: QueuedMail): Promise<void> {
	return deps.jobs.send(tx, mailJobs, mail);
}

export function sendQueuedMail(jobs: JobQueue, mailer: Mailer): Promise<void> {
	return jobs.work<QueuedMail>(mailJobs, async ({ to, ...mail }) => {
		if (to) await mailer.send({ to, ...mail });
	});
}
