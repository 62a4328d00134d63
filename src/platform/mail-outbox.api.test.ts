import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#tests/database.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { type JobQueue, openJobQueue } from "./job-queue.server.ts";
import { mailJobs, queueMail, sendQueuedMail } from "./mail-outbox.server.ts";
import { type Mailer, openMailer } from "./mailer.server.ts";

const link = `http://site.test/auth/v1/verify?token=${"x".repeat(43)}&type=signup&redirect_to=http%3A%2F%2Fsite.test%2F`;
const mail = {
	to: "ada@example.com",
	subject: "Grüße — please confirm",
	text: `Guten Tag\n\n${link}\n\nPilcrow`,
	html: `<p>Guten Tag</p><a href="${link.replaceAll("&", "&amp;")}">Confirm</a>`,
	link,
};

async function openOutbox() {
	const database = await openTestDatabase();
	const { logger, lines } = recordingLogger();
	const jobs = await openJobQueue(database, logger, [mailJobs]);
	onTestFinished(async () => {
		await jobs.stop();
		await database.close();
	});
	const queued = async () => (await database.query("select * from pgboss.job where name = 'mail'")).rows;
	return { database, jobs, logger, lines, queued };
}

/** Sends through `mailer` and resolves each time with the next mail that went out or failed. */
function observe(jobs: JobQueue, mailer: Mailer) {
	const outcomes = new EventTarget();
	const settled = (name: string) => outcomes.dispatchEvent(new Event(name));
	const start = () =>
		sendQueuedMail(jobs, {
			...mailer,
			send: async (next) => {
				try {
					await mailer.send(next);
					settled("sent");
				} catch (error) {
					settled("failed");
					throw error;
				}
			},
		});
	return { start, next: (name: "sent" | "failed") => once(outcomes, name) };
}

async function mailFolder() {
	const dir = await mkdtemp(join(tmpdir(), "mail-"));
	onTestFinished(() => rm(dir, { recursive: true }));
	return dir;
}

const fileSettings = (dir: string) => ({ smtpUrl: undefined, from: undefined, staffEmail: undefined, dir });

test("a mail queued in a transaction that rolls back is never sent, one that commits is sent at once", async () => {
	const { database, jobs, logger, queued } = await openOutbox();
	const dir = await mailFolder();
	const { start, next } = observe(jobs, openMailer(fileSettings(dir), logger));
	await start();
	const rolledBack = database.db.transaction(async (tx) => {
		await queueMail({ jobs }, tx, { ...mail, subject: "never" });
		throw new Error("rolled back");
	});
	await expect(rolledBack).rejects.toThrow("rolled back");
	const sent = next("sent");
	await database.db.transaction((tx) => queueMail({ jobs }, tx, mail));
	await sent;
	const files = await readdir(dir);
	expect(files).toHaveLength(1);
	await jobs.stop();
	expect(await queued()).toEqual([]);
});

test("without a mail server each mail is one .eml file, and its link stands in the log", async () => {
	const { database, jobs, logger, lines } = await openOutbox();
	const dir = await mailFolder();
	await queueMail({ jobs }, database.db, mail);
	const renamed = (async () => {
		for await (const { filename } of watch(dir)) if (filename?.endsWith(".eml")) return join(dir, filename);
		return "";
	})();
	await sendQueuedMail(jobs, openMailer(fileSettings(dir), logger));
	const parsed = await PostalMime.parse(await readFile(await renamed));
	expect(parsed).toMatchObject({
		subject: mail.subject,
		to: [{ address: "ada@example.com" }],
		from: { name: "Pilcrow Communications" },
	});
	expect(parsed.text?.split("\n")).toContain(link);
	expect(parsed.html).toContain(link.replaceAll("&", "&amp;"));
	expect(parsed.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
	await jobs.stop();
	expect(lines).toMatchObject([{ level: "info", fields: { link } }]);
});

test("many waiting mails all go out without delay, and those to nobody are dropped", async () => {
	const { database, jobs, logger, queued } = await openOutbox();
	const dir = await mailFolder();
	await database.db.transaction(async (tx) => {
		for (let n = 0; n < 12; n++) await queueMail({ jobs }, tx, { ...mail, to: n % 2 ? `a${n}@example.com` : null });
	});
	let left = 6;
	const mailer = openMailer(fileSettings(dir), logger);
	const allSent = new Promise<void>((resolve) => {
		const send: Mailer["send"] = async (next) => {
			await mailer.send(next);
			if (--left === 0) resolve();
		};
		void sendQueuedMail(jobs, { ...mailer, send });
	});
	await allSent;
	await jobs.stop();
	expect(await readdir(dir)).toHaveLength(6);
	expect(await queued()).toEqual([]);
});

test("with a mail server one recipient gets the mail, and nothing of it is logged", async () => {
	const received: { to: string[]; content: string }[] = [];
	const smtp = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS", "AUTH"],
		onData: async (stream, session, done) => {
			const content = Buffer.concat(await stream.toArray()).toString();
			received.push({ to: session.envelope.rcptTo.map(({ address }) => address), content });
			done();
		},
	});
	const listening = smtp.listen(0, "127.0.0.1");
	await once(listening, "listening");
	const address = listening.address();
	const port = typeof address === "object" ? address?.port : "";
	const { database, jobs, logger, lines } = await openOutbox();
	const mailer = openMailer({ ...fileSettings("unused"), smtpUrl: `smtp://127.0.0.1:${port}` }, logger);
	onTestFinished(async () => {
		mailer.close();
		await new Promise<void>((done) => smtp.close(() => done()));
	});
	const { start, next } = observe(jobs, mailer);
	const sent = next("sent");
	await queueMail({ jobs }, database.db, { ...mail, subject: "Hello\r\nBcc: all@example.com" });
	await start();
	await sent;
	await jobs.stop();
	expect(received).toHaveLength(1);
	expect(received[0]?.to).toEqual(["ada@example.com"]);
	expect((await PostalMime.parse(received[0]?.content ?? "")).bcc).toBeUndefined();
	expect(lines).toEqual([]);
});

test("a mail that cannot be sent waits for another try", async () => {
	const { database, jobs, logger, queued } = await openOutbox();
	const mailer = openMailer({ ...fileSettings("unused"), smtpUrl: "smtp://127.0.0.1:1" }, logger);
	const { start, next } = observe(jobs, mailer);
	const failed = next("failed");
	await queueMail({ jobs }, database.db, mail);
	await start();
	await failed;
	await jobs.stop();
	mailer.close();
	expect(await queued()).toMatchObject([{ state: "retry", data: { to: "ada@example.com" } }]);
});

test("a mail that could not be sent for long enough is given up, and its link does not stay", async () => {
	const { database, jobs, logger, lines, queued } = await openOutbox();
	const mailer = openMailer({ ...fileSettings("unused"), smtpUrl: "smtp://127.0.0.1:1" }, logger);
	const { start, next } = observe(jobs, mailer);
	const failed = next("failed");
	await queueMail({ jobs }, database.db, mail);
	await database.query(`update pgboss.job set state = 'retry', retry_count = retry_limit - 1, started_on = now()`);
	await start();
	await failed;
	await jobs.stop();
	mailer.close();
	expect(await queued()).toEqual([]);
	expect(lines).toMatchObject([{ level: "error", message: "a job was given up" }]);
	expect(JSON.stringify(lines)).not.toContain("token=");
});
