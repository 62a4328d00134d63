import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { builtSite, ownServer, startSite } from "./site-server.ts";

const inquiry = { form: { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "On the way." } };

const hasServer = ({ folder }: { folder: string }) => existsSync(join(folder, "db", "postmaster.pid"));

test("a Ctrl-C, which reaches every process of the terminal, loses no request and prints no error", async ({
	request,
}) => {
	const site = await startSite(ownServer, { ownGroup: true });
	expect(hasServer(site)).toBe(true);
	const answers = Array.from({ length: 20 }, () => request.post(`${site.url}/contact`, inquiry));
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

test("a second process on the same data is refused, with what to do", async () => {
	const site = await startSite(ownServer);
	const env = { ...process.env, ...site.settings, PORT: "0" };
	const second = spawnSync(process.execPath, builtSite, { env, encoding: "utf8" });
	expect(second.status).toBe(1);
	expect(second.stderr).toMatch(/^Another process has .* open\. Stop it first, or choose another DATA_DIR\.\n$/);
	await site.stop();
});

test("a database server that ends again and again ends the process, with a clear message", async ({ request }) => {
	const site = await startSite(ownServer);
	for (let round = 0; round < 3; round++) {
		await expect.poll(async () => (await request.get(`${site.url}/healthz`)).status()).toBe(200);
		const pid = await site.databasePid();
		process.kill(pid, "SIGKILL");
		if (round < 2) await expect.poll(() => site.databasePid().catch(() => pid)).not.toBe(pid);
	}
	expect(await site.ended()).toBe(1);
	expect(site.log()).toContain("The database server has ended 3 times in a minute");
	await site.stop();
});
