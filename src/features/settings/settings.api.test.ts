import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { dailyBackup, dailyBackupJobs } from "#platform/backup/scheduled-backups.server.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";

const folder = join(mkdtempSync(join(tmpdir(), "settings-")), "backups");
const app = startTestApp({
	BACKUP_DIR: folder,
	SMTP_URL: "smtp://mailer:correct-horse@mail.firm.example:587",
	RETENTION_BOOKINGS_DAYS: "400",
});
const without = startTestApp({ BACKUP_DIR: "off" });

let admin: SignedInUser;
beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

const call = (path: string, method = "GET", headers: Record<string, string> = admin.headers) =>
	app.api.request(`/api/settings${path}`, { method, headers });

test("only admins see the settings and make backups", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	for (const [path, method] of [
		["", "GET"],
		["/backup", "GET"],
		["/backup", "POST"],
	] as const) {
		expect((await call(path, method, {})).status).toBe(401);
		expect((await call(path, method, user.headers)).status).toBe(403);
	}
});

test("the settings name what decides each, and no secret", async () => {
	const text = await (await call("")).text();
	expect(JSON.parse(text).settings).toEqual(
		expect.arrayContaining([
			{ label: "Email delivery", value: "Through mail.firm.example:587", variable: "SMTP_URL" },
			{ label: "Bookings are deleted", value: "After 400 days", variable: "RETENTION_BOOKINGS_DAYS" },
		]),
	);
	expect(text).not.toMatch(/correct-horse|mailer/);
	expect(text).not.toContain(app.deps.settings.auth.jwtSecret);
});

test("a backup is queued once, made, and listed with its time and size", async () => {
	expect(await (await call("/backup")).json()).toMatchObject({ folder, newest: null, state: "idle" });
	const answers = await Promise.all([call("/backup", "POST"), call("/backup", "POST")]);
	expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
	expect(await (await call("/backup")).json()).toMatchObject({ state: "waiting" });
	const begun = Promise.withResolvers<void>();
	const looked = Promise.withResolvers<void>();
	await app.deps.jobs.work(dailyBackupJobs, async () => {
		begun.resolve();
		await looked.promise;
		await dailyBackup(app.deps).run();
	});
	await begun.promise;
	const running = await (await call("/backup")).json();
	looked.resolve();
	expect(running).toMatchObject({ state: "running", since: expect.stringMatching(/^\d{4}-.*Z$/), bytes: 0 });
	const now = async () => (await call("/backup")).json();
	await expect.poll(now, { timeout: 20_000 }).toMatchObject({
		state: "idle",
		newest: { at: testTime.toISOString(), bytes: expect.any(Number) },
	});
});

test("without a folder for backups the request says which setting is missing", async () => {
	const { headers } = await signInAs(without.deps, { role: "admin" });
	const answer = await without.api.request("/api/settings/backup", { method: "POST", headers });
	expect([answer.status, await answer.json()]).toMatchObject([409, { error: expect.stringContaining("BACKUP_DIR") }]);
	expect(await (await without.api.request("/api/settings/backup", { headers })).json()).toEqual({ folder: null });
});
