import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeStrayResumes } from "#features/applications/applications.server.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { sessionsTable, usersTable } from "#features/auth/auth.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { createBackup, restoreBackup, unlessRestoring } from "#platform/backup/backup.server.ts";
import { type Manifest, verifyArchive } from "#platform/backup/backup-archive.server.ts";
import { dailyBackup, dailyBackupJobs } from "#platform/backup/scheduled-backups.server.ts";
import { type DatabaseHandle, migrateDatabase } from "#platform/database/database.server.ts";
import { syncs } from "#platform/files/durable-files.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { queueOncePerDay } from "#platform/jobs/daily-work.server.ts";
import { type JobQueue, openJobQueue } from "#platform/jobs/job-queue.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seedDatabase } from "#seed.server.ts";
import { jobKinds } from "#services.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { openTestDatabase } from "#tests/database.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { startS3Server } from "#tests/s3-server.ts";

const folder = mkdtempSync(join(tmpdir(), "backups-"));
const app = startTestApp({ SEED: "demo", BACKUP_DIR: join(folder, "daily"), BACKUP_KEEP: "2" });
const archive = join(folder, "site.tar.gz");

const picture = "0123456789abcdef0123456789abcdef.webp";

type House = Pick<Deps, "db" | "storage" | "clock" | "jobs"> & { database: DatabaseHandle; jobs: JobQueue };
const houses: House[] = [];

/** An empty site to move into. */
async function buildHouse(database: DatabaseHandle, storage: Deps["storage"]): Promise<House> {
	await migrateDatabase(database, "migrations");
	const jobs = await openJobQueue(database, app.deps.logger, jobKinds);
	const house = { database, db: database.db, storage, clock: app.deps.clock, jobs };
	houses.push(house);
	return house;
}

const diskStorage = (name: string) => openStorage({ storage: undefined, dataDir: join(folder, name) });

/** For the sweeper, to which a file is young for an hour. */
const inTwoHours = { clock: () => new Date(Date.now() + 2 * 3600_000), logger: recordingLogger().logger };

const sums = ({ tables, files, jobs }: Manifest) => ({ tables, files, jobs });

beforeAll(async () => {
	app.setTime(new Date());
	await seedDatabase(app.deps);
	const { user } = await signInAs(app.deps, { email: "kept@example.com" });
	await app.deps.storage.put("profile-pictures", picture, new Blob(["the picture"]));
	await app.deps.db.update(profilesTable).set({ picture }).where(eq(profilesTable.user_id, user.id));
	await app.deps.db.transaction((tx) =>
		queueMail(app.deps, tx, { kind: "account", to: user.email, subject: "On its way", text: "…", html: "" }),
	);
	await createBackup(app.deps, archive);
});

afterAll(async () => {
	for (const { jobs, database } of houses) {
		await jobs.stop();
		await database.close();
	}
	rmSync(folder, { recursive: true });
});

test("a site moves to another database and the other kind of storage and back, whole", async () => {
	const s3 = await startS3Server();
	const settings = { url: "s3://moved", endpoint: s3.endpoint, accessKeyId: "id", secretAccessKey: "secret" };
	const away = await buildHouse(await openTestDatabase(), await openStorage({ storage: settings, dataDir: folder }));
	const back = await buildHouse(await openTestDatabase(), await diskStorage("back"));
	const second = join(folder, "second.tar.gz");
	const third = join(folder, "third.tar.gz");
	await restoreBackup(away, archive, { force: false });
	await createBackup(away, second);
	await restoreBackup(back, second, { force: false });
	await createBackup(back, third);
	s3.close();

	const first = sums(await verifyArchive(archive));
	expect(first.tables.bookings?.rows).toBe(26);
	expect(Object.keys(first.files)).toHaveLength(15);
	expect(first.jobs.rows).toBe(1);
	expect(sums(await verifyArchive(second))).toEqual(first);
	expect(sums(await verifyArchive(third))).toEqual(first);

	const [application] = await back.db.select().from(applicationsTable).limit(1);
	const resume = await back.storage.get("resumes", application?.resume_url ?? "");
	expect((await new Response(resume?.body).text()).slice(0, 5)).toBe("%PDF-");
	const [user] = await back.db.select().from(usersTable).where(eq(usersTable.email, "kept@example.com"));
	expect(await app.deps.passwords.matches(user?.password_hash ?? "", "gondola twelve birch")).toBe(true);
	expect(await back.db.$count(sessionsTable, eq(sessionsTable.user_id, user?.id ?? ""))).toBe(1);
	const [profile] = await back.db
		.select()
		.from(profilesTable)
		.where(eq(profilesTable.user_id, user?.id ?? ""));
	const kept = await back.storage.get("profile-pictures", profile?.picture ?? "");
	expect(await new Response(kept?.body).text()).toBe("the picture");
	const numbers = await app.deps.db.transaction((tx) => insertInvoice(tx, app.deps.clock()));
	expect((await insertInvoice(back.db, app.deps.clock())).invoice_number).toBe(numbers.invoice_number);
	// The triggers are in force again.
	const before = new Date("2026-01-02");
	const booking = await insertBooking(back.db, { updated_at: before });
	const [touched] = await back.db
		.update(bookingsTable)
		.set({ notes: "moved" })
		.where(eq(bookingsTable.id, booking.id))
		.returning();
	expect(touched?.updated_at.getTime()).toBeGreaterThan(before.getTime());
});

test("a site that is not empty is left as it is, unless by force, and then replaced", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("inhabited"));
	const own = await insertBooking(house.db, { name: "Lives here" });
	await house.storage.put("resumes", "own.pdf", new Blob(["%PDF-"]));
	await expect(restoreBackup(house, archive, { force: false })).rejects.toThrow(
		/^This site is not empty \(.*1 in bookings, files in resumes\)/,
	);
	expect(await house.db.select().from(bookingsTable)).toEqual([own]);
	await restoreBackup(house, archive, { force: true });
	expect(await house.db.$count(bookingsTable, eq(bookingsTable.name, "Lives here"))).toBe(0);
	expect(await house.db.$count(bookingsTable)).toBe(26);
	// It could have come a moment ago: the sweeper decides, which looks at the rows and at the time.
	expect(await house.storage.get("resumes", "own.pdf")).toBeDefined();
	await unlessRestoring({ ...house, ...inTwoHours }, removeStrayResumes);
	expect(await house.storage.get("resumes", "own.pdf")).toBeUndefined();
});

test("a restore that takes hours keeps the files that have no rows yet", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("slow"));
	const sweeping = { ...house, ...inTwoHours };
	const storage: typeof house.storage = {
		...house.storage,
		async put(...file) {
			await house.storage.put(...file);
			await unlessRestoring(sweeping, removeStrayResumes);
		},
	};
	await restoreBackup({ ...house, storage }, archive, { force: false });
	const named = (await house.db.select().from(applicationsTable)).flatMap(({ resume_url }) => resume_url ?? []);
	expect(named.length).toBeGreaterThan(0);
	for (const name of named) expect(await house.storage.get("resumes", name)).toBeDefined();
	await house.storage.put("resumes", "stray.pdf", new Blob(["%PDF-"]));
	await unlessRestoring(sweeping, removeStrayResumes);
	expect(await house.storage.get("resumes", "stray.pdf")).toBeUndefined();
});

test("a restore whose files have gone meanwhile changes no row and says so", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("swept"));
	const own = await insertBooking(house.db, { name: "Lives here" });
	const jobs = {
		send: async () => {
			for await (const { name } of house.storage.list("resumes")) await house.storage.remove("resumes", name);
		},
	};
	await expect(restoreBackup({ ...house, jobs }, archive, { force: true })).rejects.toThrow(
		/resumes\/.*Run the command again/s,
	);
	expect(await house.db.select().from(bookingsTable)).toEqual([own]);
});

test("a restore that fails half-way leaves the rows as they were", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("unlucky"));
	const own = await insertBooking(house.db, { name: "Lives here" });
	const jobs = {
		send: async () => {
			throw new Error("the queue is gone");
		},
	};
	await expect(restoreBackup({ ...house, jobs }, archive, { force: true })).rejects.toThrow("the queue is gone");
	expect(await house.db.select().from(bookingsTable)).toEqual([own]);
});

test("a restore says that there is no such file", () => {
	const missing = join(folder, "before-1.tar.gz");
	const { status, stderr } = spawnSync(process.execPath, ["scripts/restore.ts", missing, "--fresh"], {
		encoding: "utf8",
	});
	expect([status, stderr]).toEqual([1, `There is no file ${missing}.\n`]);
});

test("a damaged, cut off or foreign file is refused before anything is touched", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("untouched"));
	const refused = (path: string) =>
		expect(restoreBackup(house, path, { force: true })).rejects.toThrow(/damaged|ends early/);
	const damaged = join(folder, "damaged.tar.gz");
	const bytes = await readFile(archive);
	bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
	await writeFile(damaged, bytes);
	await refused(damaged);
	const short = join(folder, "short.tar.gz");
	await writeFile(short, await readFile(archive));
	await truncate(short, Math.floor(bytes.length / 2));
	await refused(short);
	const foreign = join(folder, "foreign.tar.gz");
	await writeFile(foreign, "my holidays");
	await refused(foreign);
	expect(await house.db.select({ rows: count() }).from(bookingsTable)).toEqual([{ rows: 0 }]);
});

test("a backup of a newer version is refused", async () => {
	const house = await buildHouse(await openTestDatabase(), await diskStorage("older"));
	await house.database.query(
		"delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
	);
	await expect(restoreBackup(house, archive, { force: false })).rejects.toThrow("made by a newer version");
});

test("a row deleted while the backup is written comes back without its file, and does not name one", async () => {
	const { db, storage } = app.deps;
	const path = join(folder, "meanwhile.tar.gz");
	const application = await insertApplication(db, { resume_url: "meanwhile.pdf" });
	await storage.put("resumes", "meanwhile.pdf", new Blob(["%PDF-"]));
	await storage.put("quarantine", "meanwhile.pdf", new Blob(["%PDF-"]));
	const [held] = await db
		.insert(quarantineTable)
		.values({ form: "application", fields: {}, reasons: [], file: "meanwhile.pdf" })
		.returning();
	const deletesBeforeFilesAreRead: typeof storage = {
		...storage,
		async *list(bucket) {
			await db.delete(applicationsTable).where(eq(applicationsTable.id, application.id));
			await db.delete(quarantineTable);
			for (const each of ["resumes", "quarantine"] as const) await storage.remove(each, "meanwhile.pdf");
			yield* storage.list(bucket);
		},
	};
	await createBackup({ ...app.deps, storage: deletesBeforeFilesAreRead }, path);
	const house = await buildHouse(await openTestDatabase(), await diskStorage("meanwhile"));
	await restoreBackup(house, path, { force: false });
	const rows = await house.db.select().from(applicationsTable);
	expect(rows).toContainEqual({ ...application, resume_url: null });
	expect(await house.db.select().from(quarantineTable)).toEqual([{ ...held, file: null }]);
	const named = rows.flatMap(({ resume_url }) => resume_url ?? []);
	expect(named.length).toBeGreaterThan(0);
	for (const name of named) expect(await house.storage.get("resumes", name)).toBeDefined();
});

test("a backup never takes the place of a file", async () => {
	const path = join(folder, "taken.tar.gz");
	await writeFile(path, "the only backup of last year");
	await expect(createBackup(app.deps, path)).rejects.toThrow(/^.*taken.tar.gz already exists\. .*$/);
	expect(await readFile(path, "utf8")).toBe("the only backup of last year");

	const late = join(folder, "late.tar.gz");
	const { storage } = app.deps;
	const comesMeanwhile: typeof storage = {
		...storage,
		async *list(bucket) {
			await writeFile(late, "somebody else's");
			yield* storage.list(bucket);
		},
	};
	await expect(createBackup({ ...app.deps, storage: comesMeanwhile }, late)).rejects.toThrow("already exists");
	expect(await readFile(late, "utf8")).toBe("somebody else's");

	const busy = join(folder, "busy.tar.gz");
	const both = await Promise.allSettled([createBackup(app.deps, busy), createBackup(app.deps, busy)]);
	expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(both.find(({ status }) => status === "rejected")).toMatchObject({
		reason: { message: expect.stringContaining("busy.tar.gz already exists") },
	});
	await verifyArchive(busy);
	expect((await readdir(folder)).filter((name) => /^(taken|late|busy|\.)/.test(name)).sort()).toEqual([
		"busy.tar.gz",
		"late.tar.gz",
		"taken.tar.gz",
	]);
});

test("a backup is on the disk before it says so, and so is its name", async () => {
	const before = { ...syncs };
	await createBackup(app.deps, join(folder, "synced.tar.gz"));
	expect(syncs).toEqual({ files: before.files + 1, folders: before.folders + 1 });
});

test("the remains of a killed backup block nothing and are removed by the next one, but not those of a running backup", async () => {
	const place = join(folder, "killed");
	const leftBy = async (name: string, minutesAgo: number) => {
		await mkdir(join(place, name), { recursive: true });
		await writeFile(join(place, name, "profiles"), "{}");
		const then = new Date(Date.now() - minutesAgo * 60_000);
		await utimes(join(place, name), then, then);
	};
	await leftBy(".unfinished-backup-killed", 11);
	await leftBy(".unfinished-backup-busy", 9);
	await leftBy("holidays", 11);
	const path = join(place, "site.tar.gz");
	await createBackup(app.deps, path);
	expect((await readdir(place)).sort()).toEqual([".unfinished-backup-busy", "holidays", "site.tar.gz"]);
});

test("a backup is for its owner only", async () => {
	expect((await stat(archive)).mode & 0o077).toBe(0);
});

test("daily work is handed out once a day, however many processes ask", async () => {
	const ask = () => queueOncePerDay(app.deps, dailyBackupJobs);
	const day = app.deps.clock();
	const count = async () => {
		const { rows } = await app.deps.database.query(
			"select count(*)::int as count from pgboss.job where name = 'daily-backup'",
		);
		return Number(rows[0]?.count);
	};
	const before = await count();
	const answers = await Promise.all([ask(), ask(), ask()]);
	expect([answers.filter(Boolean).length, await count()]).toEqual([1, before + 1]);
	app.setTime(new Date(day.getTime() + 24 * 3600_000));
	expect([await ask(), await ask(), await count()]).toEqual([true, false, before + 2]);
	app.setTime(day);
});

test("backups by hand don't push out those of earlier days", async () => {
	const { run } = dailyBackup(app.deps);
	for (const time of ["2026-04-01T00:03:00Z", "2026-04-02T00:03:00Z", "2026-04-02T09:00:00Z", "2026-04-02T10:00:00Z"]) {
		app.setTime(new Date(time));
		await run();
	}
	expect((await readdir(join(folder, "daily"))).sort()).toEqual([
		"site-2026-04-01T00-03-00Z.tar.gz",
		"site-2026-04-02T00-03-00Z.tar.gz",
		"site-2026-04-02T09-00-00Z.tar.gz",
		"site-2026-04-02T10-00-00Z.tar.gz",
	]);
});

test("beside the database no backup is written that would leave less than 2 GB free, and the log says why", async () => {
	const gigabyte = 1024 ** 3;
	const settings = { ...app.deps.settings, backup: { dir: join(folder, "beside"), keep: 7, besideDatabase: true } };
	const backUp = async (free: number, day: string) => {
		const deps = { ...app.deps, settings, clock: () => new Date(`${day}T00:03:00Z`) };
		await dailyBackup(deps, async () => ({ free, size: 100 * gigabyte })).run();
		return await readdir(settings.backup.dir).catch(() => []);
	};
	const warnings = () => app.log.filter(({ message }) => message.startsWith("no backup today")).length;
	expect([await backUp(2 * gigabyte - 1, "2026-06-01"), warnings()]).toEqual([[], 1]);
	expect([(await backUp(2 * gigabyte, "2026-06-02")).length, warnings()]).toEqual([1, 1]);
	// By now one is known to need more than nothing.
	expect([(await backUp(2 * gigabyte, "2026-06-03")).length, warnings()]).toEqual([1, 2]);
});

test("of the daily backups the newest stay", async () => {
	const { run } = dailyBackup(app.deps);
	const start = new Date("2026-05-01T00:03:00Z").getTime();
	for (let day = 0; day < 3; day++) {
		app.setTime(new Date(start + day * 24 * 3600_000));
		await run();
	}
	expect((await readdir(join(folder, "daily"))).sort()).toEqual([
		"site-2026-05-02T00-03-00Z.tar.gz",
		"site-2026-05-03T00-03-00Z.tar.gz",
	]);
});
