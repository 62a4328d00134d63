import { expect, onTestFinished, test } from "vitest";
import { openJobQueue } from "#platform/jobs/job-queue.server.ts";
import { type Mailer, openMailer } from "#platform/mail/mailer.server.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { buildMail, openOutbox } from "#tests/outbox.ts";
import { mailJobs, sendMailAgain, sendQueuedMail } from "./mail-outbox.server.ts";

// Against a real mail server that misbehaves.

async function openServerAndOutbox(attemptWithinMs?: number) {
	const server = await startMailServer();
	onTestFinished(() => server.stop());
	const outbox = await openOutbox({ SMTP_URL: server.url }, attemptWithinMs);
	return { server, outbox };
}

const messageIds = (server: MailServer) => server.received.map(({ email }) => email.messageId);

// proves D-access-12
test("one recipient gets one message, whatever its subject and address try to add", async () => {
	const { server, outbox } = await openServerAndOutbox();
	await outbox.start();
	await outbox.queue({ subject: "Hello\r\nBcc: all@example.com", replyTo: "visitor@example.com" });
	await expect.poll(outbox.statuses).toEqual(["sent"]);
	await outbox.queue({ to: "ada@example.com, eve@example.com" });
	await expect.poll(async () => (await outbox.statuses()).sort()).toEqual(["failed", "sent"]);
	expect(server.received).toHaveLength(1);
	expect(server.received[0]).toMatchObject({
		from: "hello@pilcrow.example",
		to: ["ada@example.com"],
		email: { replyTo: [{ address: "visitor@example.com" }] },
	});
	expect(server.received[0]?.email.bcc).toBeUndefined();
	await outbox.queue({ subject: "Second", replyTo: "eve@example.com>\r\nBcc: all@example.com\r\nX: <y" });
	await server.receives(2);
	expect(server.received[1]).toMatchObject({ to: ["ada@example.com"], email: { subject: "Second" } });
	expect(server.received[1]?.email.headers.filter(({ key }) => /bcc|^x$/.test(key))).toEqual([]);
	expect(await outbox.mails()).toContainEqual(
		expect.objectContaining({ status: "sent", attempts: 1, last_error: null }),
	);
});

test("a confirmation says that it is an automatic reply, anything else that it is automatic", async () => {
	const { server, outbox } = await openServerAndOutbox();
	await outbox.start();
	await outbox.queue({ kind: "confirmation" });
	await server.receives(1);
	await outbox.queue({ kind: "notice" });
	await server.receives(2);
	const submitted = server.received.map(
		({ email }) => email.headers.find(({ key }) => key === "auto-submitted")?.value,
	);
	expect(submitted).toEqual(["auto-replied", "auto-generated"]);
});

test("a recipient that is refused for good fails at once, with the server's reason", async () => {
	const { server, outbox } = await openServerAndOutbox();
	server.behave({ recipient: () => ({ code: 550, text: "5.1.1 No such user here" }) });
	await outbox.start();
	await outbox.queue();
	await expect.poll(outbox.statuses).toEqual(["failed"]);
	expect(await outbox.mails()).toMatchObject([
		{ attempts: 1, last_error: "The mail server refused the email: 550 5.1.1 No such user here" },
	]);
	await expect.poll(outbox.queuedJobs).toEqual([]);
	server.behave({});
	await sendMailAgain(outbox, (await outbox.mails())[0]?.id ?? "");
	await expect.poll(outbox.statuses).toEqual(["sent"]);
	expect(server.received).toHaveLength(1);
});

test("a message that is refused for good fails at once", async () => {
	const { server, outbox } = await openServerAndOutbox();
	server.behave({ message: { code: 554, text: "5.7.1 Looks like spam" } });
	await outbox.start();
	await outbox.queue();
	await expect
		.poll(outbox.mails)
		.toMatchObject([{ status: "failed", attempts: 1, last_error: expect.stringMatching(/Looks like spam/) }]);
});

test.each([
	["a recipient that is refused for now", { recipient: () => ({ code: 450, text: "4.2.1 Try later" }) }, /Try later/],
	["a message that is refused for now", { message: { code: 451, text: "4.7.1 Greylisted" } }, /Greylisted/],
	["a connection that breaks in the middle of the message", { data: "cut" }, /can't be reached/],
	["a connection that breaks before the message is answered", { message: "drop" }, /can't be reached/],
] as const)("%s is tried again, and the message arrives once", async (_, mood, reason) => {
	const { server, outbox } = await openServerAndOutbox();
	server.behave(mood);
	await outbox.start();
	await outbox.queue();
	await expect
		.poll(outbox.mails)
		.toMatchObject([{ status: "queued", attempts: 1, last_error: expect.stringMatching(reason) }]);
	await expect.poll(outbox.queuedJobs).toMatchObject([{ state: "retry" }]);
	server.behave({});
	await outbox.restartLater();
	await expect.poll(outbox.mails).toMatchObject([{ status: "sent", attempts: 2, last_error: null }]);
	expect(server.received).toHaveLength(1);
});

test("a server that is away and comes back gets everything that was queued meanwhile, each once", async () => {
	const { server, outbox } = await openServerAndOutbox();
	await server.stop();
	await outbox.start();
	for (let n = 0; n < 7; n++) await outbox.queue({ to: `a${n}@example.com` });
	await expect
		.poll(async () => (await outbox.mails()).map(({ last_error }) => last_error))
		.toEqual(Array.from({ length: 7 }, () => expect.stringContaining("can't be reached")));
	await server.start();
	await outbox.restartLater();
	await server.receives(7);
	await expect.poll(outbox.statuses).toEqual(Array.from({ length: 7 }, () => "sent"));
	expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
		Array.from({ length: 7 }, (_, n) => `a${n}@example.com`),
	);
});

test("pauses between tries grow", async () => {
	const { server, outbox } = await openServerAndOutbox();
	server.behave({ recipient: () => ({ code: 450, text: "4.2.1 Try later" }) });
	await outbox.queue();
	const pauses: number[] = [];
	for (let attempt = 1; attempt <= 4; attempt++) {
		await outbox.restartLater();
		await expect.poll(outbox.queuedJobs).toMatchObject([{ state: "retry", retry_count: attempt - 1 }]);
		const [{ pause } = { pause: 0 }] = (
			await outbox.database.query(
				"select extract(epoch from start_after - started_on) as pause from pgboss.job where name = 'mail'",
			)
		).rows;
		pauses.push(Number(pause));
	}
	expect(pauses[0]).toBeGreaterThan(8);
	expect(pauses[3]).toBeGreaterThan(60);
});

test("a message whose acceptance never arrived is sent once more, as the same message", async () => {
	const { server, outbox } = await openServerAndOutbox();
	server.behave({ message: "keep and drop" });
	await outbox.start();
	await outbox.queue();
	await expect
		.poll(outbox.mails)
		.toMatchObject([{ status: "queued", last_error: expect.stringMatching(/can't be reached/) }]);
	server.behave({});
	await outbox.restartLater();
	await expect.poll(outbox.statuses).toEqual(["sent"]);
	expect(server.received).toHaveLength(2);
	expect(new Set(messageIds(server)).size).toBe(1);
});

test("a server that takes its time gets the message once", async () => {
	const { server, outbox } = await openServerAndOutbox();
	const { promise: hold, resolve: release } = Promise.withResolvers<void>();
	server.behave({ hold });
	const arrived = server.reached("message");
	await outbox.start();
	await outbox.queue();
	await arrived;
	expect(await outbox.statuses()).toEqual(["queued"]);
	release();
	await expect.poll(outbox.mails).toMatchObject([{ status: "sent", attempts: 1 }]);
	expect(server.received).toHaveLength(1);
});

test("an attempt that takes too long is cut off with its connection, and the message waits", async () => {
	const { server, outbox } = await openServerAndOutbox(300);
	server.behave({ message: "hang" });
	await outbox.start();
	await outbox.queue();
	const reason = "The mail server didn't respond in time.";
	await expect.poll(outbox.mails).toMatchObject([{ status: "queued", attempts: 1, last_error: reason }]);
	await expect.poll(server.connections).toBe(0);
});

test.each(["greeting", "message"] as const)(
	"stopping does not wait for a server that hangs at the %s",
	async (step) => {
		const { server, outbox } = await openServerAndOutbox();
		server.behave({ [step]: "hang" });
		const hanging = server.reached(step === "greeting" ? "connection" : "message");
		await outbox.start();
		await outbox.queue();
		await hanging;
		await outbox.stop();
		expect(await outbox.statuses()).toEqual(["queued"]);
		expect(await outbox.queuedJobs()).toMatchObject([{ state: "retry" }]);
		server.behave({});
		await outbox.restartLater();
		await expect.poll(outbox.statuses).toEqual(["sent"]);
		expect(server.received).toHaveLength(1);
	},
);

test("several processes send each message once, one at a time", async () => {
	const { server, outbox } = await openServerAndOutbox();
	const underWay = new Set<string>();
	const overlaps: string[] = [];
	const watched = (mailer: Mailer): Mailer => ({
		...mailer,
		send: async (mail) => {
			if (underWay.has(mail.id)) overlaps.push(mail.id);
			underWay.add(mail.id);
			await mailer.send(mail);
			underWay.delete(mail.id);
		},
	});
	const processes = await Promise.all(
		[1, 2, 3].map(async () => {
			const jobs = await openJobQueue(outbox.database, outbox.logger, [mailJobs]);
			const mailer = openMailer(outbox.settings.mail, outbox.logger);
			onTestFinished(async () => {
				mailer.close();
				await jobs.stop();
			});
			return { ...outbox, jobs, mailer };
		}),
	);
	for (const { mailer, ...deps } of processes) await sendQueuedMail(deps, watched(mailer));
	await Promise.all(Array.from({ length: 30 }, (_, n) => outbox.queue(buildMail({ to: `a${n}@example.com` }))));
	await expect.poll(async () => new Set(await outbox.statuses())).toEqual(new Set(["sent"]));
	expect(overlaps).toEqual([]);
	expect(server.received).toHaveLength(30);
	expect(new Set(messageIds(server)).size).toBe(30);
});
