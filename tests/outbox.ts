import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { mailJobs, type QueuedMail, queueMail, sendQueuedMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { type Mailer, openMailer } from "#platform/mail/mailer.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { openTestDatabase } from "./database.ts";
import { recordingLogger } from "./recording-logger.ts";

export const link = `http://site.test/auth/v1/verify?token=${"x".repeat(43)}&type=signup&redirect_to=http%3A%2F%2Fsite.test%2F`;

export const buildMail = (overrides: Partial<QueuedMail> = {}): QueuedMail => ({
	kind: "notice",
	to: "ada@example.com",
	subject: "Grüße — please confirm",
	text: `Guten Tag\n\n${link}\n\nPilcrow`,
	html: `<p>Guten Tag</p><a href="${link.replaceAll("&", "&amp;")}">Confirm</a>`,
	link,
	...overrides,
});

/** An outbox on a database of its own, whose process can be stopped and started like the real one. */
export async function openOutbox(environment: Record<string, string> = {}, attemptWithinMs?: number) {
	const folder = await mkdtemp(join(tmpdir(), "outbox-"));
	const settings = readSettings({ DATA_DIR: folder, SITE_URL: "http://site.test", ...environment });
	const database = await openTestDatabase();
	const { logger, lines } = recordingLogger();
	const storage = await openStorage(settings);
	let jobs = await openJobQueue(database, logger, [mailJobs]);
	let mailer: Mailer | undefined;
	const outbox = {
		database,
		db: database.db,
		settings,
		storage,
		logger,
		lines,
		mailFolder: settings.mail.dir,
		get jobs() {
			return jobs;
		},
		queue: (overrides?: Partial<QueuedMail>) =>
			database.db.transaction((tx) => queueMail({ jobs }, tx, buildMail(overrides))),
		/** Begins to send. */
		start: async () => {
			mailer = openMailer(settings.mail, logger, attemptWithinMs);
			await sendQueuedMail({ db: database.db, jobs, logger, settings, storage }, mailer);
		},
		/** Ends the process as an operator does; what is on its way is cut off. */
		stop: async () => {
			mailer?.close();
			await jobs.stop();
		},
		/** The next process, later: every pause of a job that is to be tried again is over. */
		restartLater: async () => {
			await outbox.stop();
			await database.query(`
				update pgboss.job set state = 'retry', start_after = now() where state in ('retry', 'active')`);
			jobs = await openJobQueue(database, logger, [mailJobs]);
			await outbox.start();
		},
		mails: () => database.db.select().from(mailsTable).orderBy(mailsTable.queued_at),
		statuses: async () => (await outbox.mails()).map(({ status }) => status),
		queuedJobs: async () => (await database.query("select * from pgboss.job where name = 'mail'")).rows,
	};
	onTestFinished(async () => {
		await outbox.stop();
		await database.close();
		await rm(folder, { recursive: true, force: true });
	});
	return outbox;
}

/** The emails of invoices whose PDF is still to be typeset. */
export async function queuedInvoiceMails({ database }: Pick<Deps, "database">) {
	const { rows } = await database.query(`
		select mails.kind as letter, mails.content ->> 'link' as link, data -> 'invoice' as invoice, mails.content
		from pgboss.job join mails on mails.id::text = data ->> 'mail' where name = 'invoice-mail' order by created_on`);
	return rows;
}
