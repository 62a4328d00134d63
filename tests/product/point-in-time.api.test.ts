import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, vi, test as vitestTest } from "vitest";
import { createApi } from "#api.server.ts";
import { restoreMoment } from "#platform/backup/point-in-time-restore.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { openServices, type Services } from "#services.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { isLong } from "#tests/long.ts";
import { recordingLogger } from "#tests/recording-logger.ts";

const test = vitestTest.runIf(isLong);

const folder = mkdtempSync(join(tmpdir(), "moments-"));
// The database server may run by another account.
chmodSync(folder, 0o711);
const backups = join(folder, "backups");
const secret = { AUTH_JWT_SECRET: "test-only-0123456789-0123456789-0123456789" };
const environment = (name: string) => ({ ...secret, DATA_DIR: join(folder, name), BACKUP_DIR: backups, SEED: "none" });

/** A site on its own database server; its name is its data folder's. */
async function openSite(name: string, changes: Record<string, string> = {}) {
	const { logger, lines } = recordingLogger();
	const services = await openServices(readSettings({ ...environment(name), ...changes }), logger, "migrations");
	return { ...services, lines, api: createApi(services.deps) };
}

const entries = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" });
const basesIn = (path: string) => entries(path).filter((name) => /base-.*Z-.*\.tar\.gz$/.test(name));

const restore = (at: Date | undefined, changes: Record<string, string | undefined> = {}) =>
	restoreMoment(at, {
		settings: readSettings({ ...environment("elsewhere"), ...changes }),
		...recordingLogger(),
		migrationsFolder: "migrations",
	});

const moments = { started: new Date(), between: new Date(0), ended: new Date(0) };

beforeAll(async () => {
	const site = await openSite("lost");
	await vi.waitFor(() => expect(basesIn(backups)).toHaveLength(1), { timeout: 60_000 });
	await insertBooking(site.deps.db, { name: "Before" });
	expect(
		(
			await site.api.request("/api/applications", {
				method: "POST",
				body: buildApplicationForm({ job_id: "general-application" }),
			})
		).status,
	).toBe(201);
	// The database counts in microseconds: of what was written in this millisecond, some may be after its beginning.
	moments.between = new Date(Date.now() + 1);
	await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(moments.between.getTime()), { interval: 1 });
	await insertBooking(site.deps.db, { name: "Afterwards" });
	await site.close();

	const again = await openSite("lost");
	const { headers } = await signInAs(again.deps, { role: "admin" });
	const { rows } = await again.deps.database.query("select id from job_applications");
	const path = `/api/applications/${rows[0]?.id}`;
	expect((await again.api.request(path, { method: "DELETE", headers })).status).toBe(204);
	await insertBooking(again.deps.db, { name: "Much later" });
	await again.close();
	moments.ended = new Date();
	expect([...site.lines, ...again.lines].filter(({ level }) => level === "error")).toEqual([]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test("the latest is all that was acknowledged before the stop", async () => {
	const changes = { DATA_DIR: join(folder, "latest"), BACKUP_DIR: backups };
	expect(await restore(undefined, changes)).toMatch(/^Restored .* start the site with this DATA_DIR\.$/);
	const database = await openDatabase(readSettings(changes), "migrations", recordingLogger());
	const { rows } = await database.query("select name from bookings order by created_at");
	await database.close();
	expect(rows.map(({ name }) => name)).toEqual(["Before", "Afterwards", "Much later"]);
});

test("a moment that the log does not reach is refused with the possible range, and nothing is left behind", async () => {
	await expect(restore(moments.started)).rejects.toThrow(
		/^.* \(.*Z\) cannot be restored: the oldest base copy in .*point-in-time is from .* \(.*Z\)\.$/,
	);
	await expect(restore(moments.ended)).rejects.toThrow(
		/^The log in .*backups ends with a change made on .* \(.*Z\), before .* \(.*Z\)\. Choose an earlier time, or restore all of it with --at latest\.$/,
	);
	expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
});

test("it names what prevents the restore: another server, no log, a data folder in use", async () => {
	const between = (changes: Record<string, string | undefined>) => restore(moments.between, changes);
	await expect(between({ DATABASE_URL: "postgres://127.0.0.1:9/site" })).rejects.toThrow(
		/^DATABASE_URL points to a database server of your own/,
	);
	await expect(between({ BACKUP_DIR: undefined })).rejects.toThrow(/^BACKUP_DIR is not set/);
	await expect(between({ BACKUP_DIR: join(folder, "nowhere") })).rejects.toThrow(/contains no base copy of a database/);
	await expect(between({ DATA_DIR: join(folder, "lost") })).rejects.toThrow(
		/lost is not empty \(db, files, .*\)\. Set DATA_DIR to a new folder. Nothing was changed\.$/,
	);
});

test("one command rebuilds a minute: what existed by then, with its file, and nothing after it", async () => {
	const env = { ...process.env, ...environment("rebuilt") };
	const { stdout } = await promisify(execFile)(
		process.execPath,
		["scripts/restore.ts", "--at", moments.between.toISOString()],
		{ env },
	);
	expect(stdout).toMatch(
		/^Restored .* rows of \d+ tables\. The last change in it was made at .*\. To use it, start the site with this DATA_DIR\.\n$/,
	);
	const site = await openSite("rebuilt");
	const { rows } = await site.deps.database.query("select name from bookings");
	expect(rows).toEqual([{ name: "Before" }]);
	const { headers } = await signInAs(site.deps, { role: "admin" });
	const applications = await site.deps.database.query("select id from job_applications");
	const resume = await site.api.request(`/api/applications/${applications.rows[0]?.id}/resume`, { headers });
	expect(resume.status).toBe(200);
	expect((await resume.text()).slice(0, 5)).toBe("%PDF-");
	// It goes on with a log of its own.
	const chains = () => readdirSync(join(backups, "point-in-time")).filter((name) => name.startsWith("site_"));
	await expect.poll(chains).toHaveLength(2);
	await site.close();
});

test("a BACKUP_DIR that cannot be written is reported once, and the site goes on", async () => {
	const blocked = join(folder, "blocked");
	writeFileSync(blocked, "");
	const site = await openSite("latest", { BACKUP_DIR: join(blocked, "backups") });
	const reports = () =>
		site.lines.filter(({ message }) => message.includes("could not copy the database log to BACKUP_DIR"));
	await expect.poll(reports).toHaveLength(1);
	expect(reports()[0]).toMatchObject({ level: "error", fields: { err: { code: "ENOTDIR" } } });
	await insertBooking(site.deps.db, { name: "All the same" });
	await site.close();
	expect(reports()).toHaveLength(1);
});

test("without BACKUP_DIR the server keeps no log for a restore, though it makes daily backups", async () => {
	const slots = async ({ deps }: Services) =>
		(await deps.database.query("select slot_name from pg_replication_slots")).rows.length;
	const site = await openSite("lost");
	await expect.poll(() => slots(site)).toBe(1);
	await site.deps.database.query("delete from daily_runs");
	await site.close();
	const without = await openSite("lost", { BACKUP_DIR: "" });
	expect(await slots(without)).toBe(0);
	await expect
		.poll(() => readdirSync(join(folder, "lost", "backups")).filter((name) => /^site-.*\.tar\.gz$/.test(name)).length)
		.toBe(1);
	await without.close();
});
