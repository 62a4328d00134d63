import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { localhostCertificate } from "#tests/localhost-certificate.ts";
import { type MailServerLogin, startMailServer } from "#tests/mail-server.ts";
import { openOutbox } from "#tests/outbox.ts";

// Against a real mail server that encrypts by STARTTLS and takes email only from who has signed in.

const password = "correct/horse:battery";
const authorities = getCACertificates("default");
afterEach(() => setDefaultCACertificates(authorities));

/** What NODE_EXTRA_CA_CERTS does at the start of a process. */
const trustTheServer = () => setDefaultCACertificates([...authorities, localhostCertificate.cert]);

async function openServerAndOutbox(given: { host?: string; password?: string; login?: Partial<MailServerLogin> } = {}) {
	const server = await startMailServer({ user: "desk", password, startTls: true, ...given.login });
	onTestFinished(() => server.stop());
	const url = new URL(server.url);
	const credentials = `desk:${encodeURIComponent(given.password ?? password)}`;
	const outbox = await openOutbox({ SMTP_URL: `smtp://${credentials}@${given.host ?? "localhost"}:${url.port}` });
	return { server, outbox };
}

test("an email is sent encrypted and with authentication", async () => {
	trustTheServer();
	const { server, outbox } = await openServerAndOutbox();
	await outbox.start();
	await outbox.queue();
	await expect.poll(outbox.mails).toMatchObject([{ status: "sent", attempts: 1, last_error: null }]);
	expect(server.received).toMatchObject([{ to: ["ada@example.com"], encrypted: true, user: "desk" }]);
});

test("a wrong password gives a reason that staff can read, is retried, and is not logged", async () => {
	trustTheServer();
	const { server, outbox } = await openServerAndOutbox({ password: "tired%donkey" });
	await outbox.start();
	await outbox.queue();
	const reason = "The mail server refused the sign-in. 535 5.7.8 Bad credentials";
	await expect.poll(outbox.mails).toMatchObject([{ status: "queued", attempts: 1, last_error: reason }]);
	await expect.poll(outbox.queuedJobs).toMatchObject([{ state: "retry" }]);
	expect(server.received).toEqual([]);
	expect(server.logins).toEqual([{ user: "desk", password: "tired%donkey" }]);
	expect(outbox.lines).toContainEqual(
		expect.objectContaining({ level: "warn", fields: expect.objectContaining({ reason }) }),
	);
	const base64 = (text: string) => Buffer.from(text).toString("base64");
	const written = JSON.stringify([outbox.lines, await outbox.mails(), await outbox.queuedJobs()]);
	for (const secret of ["tired", base64("tired%donkey"), base64("\0desk\0tired%donkey")])
		expect(written).not.toContain(secret);
});

test("a mail server with an untrusted certificate gets neither the password nor the message", async () => {
	const { server, outbox } = await openServerAndOutbox();
	await outbox.start();
	await outbox.queue();
	const reason = "The mail server's certificate isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT).";
	await expect.poll(outbox.mails).toMatchObject([{ status: "queued", attempts: 1, last_error: reason }]);
	expect(server.logins).toEqual([]);
	expect(server.received).toEqual([]);
	trustTheServer();
	await outbox.restartLater();
	await expect.poll(outbox.statuses).toEqual(["sent"]);
});

test("a mail server on another machine that offers no encryption gets no password", async () => {
	// Written like this, the address is not one of those that are known to be this machine's own.
	const { server, outbox } = await openServerAndOutbox({ host: "LOCALHOST", login: { startTls: false } });
	await outbox.start();
	await outbox.queue();
	const reason = "The mail server doesn't encrypt the connection. 500 Error: command not recognized";
	await expect.poll(outbox.mails).toMatchObject([{ status: "queued", attempts: 1, last_error: reason }]);
	expect(server.logins).toEqual([]);
	expect(server.received).toEqual([]);
});
