import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { argumentsOfStart, ownServer, startSite } from "./site-server.ts";

const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
let sent = 0;
/** A text that no other form has: the same form is received once. */
const words = () => `The ${++sent}. on the way.`;

const hasServer = ({ folder }: { folder: string }) => existsSync(join(folder, "db", "postmaster.pid"));

test("a Ctrl-C, which reaches every process of the terminal, loses no request and prints no error", async ({
	request,
}) => {
	const site = await startSite(ownServer, { ownGroup: true });
	expect(hasServer(site)).toBe(true);
	const answers = Array.from({ length: 20 }, () =>
		request.post(`${site.url}/contact`, { form: { ...person, message: words() } }),
	);
	await Promise.race(answers);
	process.kill(-site.pid, "SIGINT");
	expect(await site.ended()).toBe(0);
	const statuses = await Promise.allSettled(answers);
	const answered = statuses.flatMap((each) => (each.status === "fulfilled" ? each.value.status() : []));
	expect(new Set(answered)).toEqual(new Set([201]));
	expect(site.log()).not.toMatch(/ (warn|error) /);
	expect(hasServer(site)).toBe(false);
	const database = await site.openDatabase();
	const { rows } = await database.query("select 1 from contact_inquiries");
	expect(rows.length).toBeGreaterThanOrEqual(answered.length);
	await database.close();
	await site.stop();
});

test("what is acknowledged is on the disk: rows in the server's log, files and their names", async ({ request }) => {
	const site = await startSite(ownServer);
	const book = () =>
		request.post(`${site.url}/book-call`, { form: { ...person, phone: "1", projectDescription: words() } });
	const apply = () =>
		request.post(`${site.url}/api/applications`, {
			multipart: buildApplicationForm({ job_id: "general-application", coverLetter: words() }),
		});
	const mailsArrive = async () => {
		const database = await site.openDatabase();
		const waiting = "select count(*)::int as count from mails where status = 'queued'";
		await expect.poll(async () => (await database.query(waiting)).rows).toEqual([{ count: 0 }]);
		await database.close();
		return (await site.mails()).length;
	};
	const fileSyncs = async () => {
		const metrics = await (await request.get(`${site.url}/metrics`)).text();
		const [files, folders] = ["file", "folder"].map((what) =>
			Number(metrics.match(new RegExp(`^disk_syncs_total\\{what="${what}"\\} (\\d+)$`, "m"))?.[1]),
		);
		return { files: files ?? 0, folders: folders ?? 0 };
	};
	/** Of its log by the server's sessions, which confirm what they wrote. They tell when they end: the site has to be stopped. */
	const logSyncs = async () => {
		const database = await site.openDatabase();
		const { rows } = await database.query(
			"select sum(fsyncs)::int as count from pg_stat_io where object = 'wal' and backend_type = 'client backend'",
		);
		await database.close();
		return Number(rows[0]?.count);
	};

	// The first makes the folders, whose names are synced too.
	expect((await apply()).status()).toBe(201);
	const mailsBefore = await mailsArrive();
	await site.end();
	const logBefore = await logSyncs();
	await site.start();
	const before = await fileSyncs();
	for (let round = 0; round < 10; round++) {
		expect((await book()).status()).toBe(201);
		expect((await apply()).status()).toBe(201);
	}
	const kept = 10 + (await mailsArrive()) - mailsBefore;
	expect(kept).toBeGreaterThan(10);
	const after = await fileSyncs();
	await site.end();
	expect(after.files - before.files).toBeGreaterThanOrEqual(kept);
	expect(after.folders - before.folders).toBeGreaterThanOrEqual(kept);
	expect((await logSyncs()) - logBefore).toBeGreaterThanOrEqual(20);
	await site.stop();
});

test("a second process on the same data is refused, with what to do", async () => {
	const site = await startSite(ownServer);
	const env = { ...process.env, ...site.settings, PORT: "0" };
	const second = spawnSync(process.execPath, argumentsOfStart(), { env, encoding: "utf8" });
	expect(second.status).toBe(1);
	expect(second.stderr).toMatch(/^Another process has .* open\. Stop it first, or set another DATA_DIR\.\n$/);
	await site.stop();
});

test("a database server that ends again and again ends the process, with a clear message", async ({ request }) => {
	const site = await startSite(ownServer);
	const restart = { timeout: 20_000 };
	for (let round = 0; round < 3; round++) {
		await expect.poll(async () => (await request.get(`${site.url}/healthz`)).status(), restart).toBe(200);
		const pid = await site.databasePid();
		process.kill(pid, "SIGKILL");
		if (round < 2) await expect.poll(() => site.databasePid().catch(() => pid), restart).not.toBe(pid);
	}
	expect(await site.ended()).toBe(1);
	expect(site.log()).toContain("The database server stopped 3 times in a minute");
	await site.stop();
});
