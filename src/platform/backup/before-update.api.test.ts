import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase, NewerDatabaseError, schemaOf } from "#platform/database/database.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { DatabaseStartError } from "#platform/postgres/postgres-binaries.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { openTestDatabase } from "#tests/database.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { verifyArchive } from "./backup-archive.server.ts";
import { backUpFirst, restoreFresh } from "./before-update.server.ts";

function emptyFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "test-update-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The migrations of a later version: ours, and one more for each statement. */
function laterVersion(...statements: string[]): string {
	const folder = emptyFolder();
	cpSync("migrations", folder, { recursive: true });
	const journal = join(folder, "meta", "_journal.json");
	const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
	const added = statements.map((statement, index) => {
		const tag = `9${index}-later`;
		writeFileSync(join(folder, `${tag}.sql`), statement);
		return { ...entries.at(-1), idx: entries.length + index, when: entries.at(-1).when + 1 + index, tag };
	});
	writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, ...added] }));
	return folder;
}

async function start() {
	const database = await openTestDatabase();
	onTestFinished(database.close);
	const dataDir = emptyFolder();
	let time = Date.parse("2026-11-29T10:00:00Z");
	const clock = () => {
		time += 1000;
		return new Date(time);
	};
	const { logger } = recordingLogger();
	const around = backUpFirst({ db: database.db, clock }, { dataDir, backup: undefined }, logger);
	return {
		database,
		dataDir,
		update: (folder: string) => migrateDatabase(database, folder, around),
		archives: () => readdirSync(join(dataDir, "backups")).filter((name) => !name.startsWith(".")),
	};
}

test("an update begins with a verified archive of the rows, in the schema from which it begins", async () => {
	const { database, dataDir, update, archives } = await start();
	await insertContact(database.db);
	const schema = await schemaOf(database.db);
	await update(laterVersion("create table later (id int)"));
	expect(archives()).toEqual([`before-${schema}-2026-11-29T10-00-01Z.tar.gz`]);
	const manifest = await verifyArchive(join(dataDir, "backups", archives()[0] ?? ""));
	expect(manifest).toMatchObject({ schema, files: {}, tables: { contact_inquiries: { rows: 1 } } });
	expect((await database.query("select from later")).rows).toEqual([]);
});

test("a start whose migrations fail keeps one archive, however often it is repeated: the newest", async () => {
	const { update, archives } = await start();
	const broken = laterVersion("select 1 / 0");
	for (let round = 0; round < 3; round++) await expect(update(broken)).rejects.toThrow();
	const [failed = "", ...more] = archives();
	expect(more).toEqual([]);
	// What came in while the former version ran on is in the one before the update that succeeds.
	await update(laterVersion("create table later (id int)"));
	expect(archives()).toHaveLength(1);
	expect(archives()).not.toContain(failed);
});

test("of more than three schemas the oldest archives go", async () => {
	const { update, archives } = await start();
	const statements = ["create table a ()", "create table b ()", "create table c ()", "create table d ()"];
	const first: string[] = [];
	for (const [index] of statements.entries()) {
		await update(laterVersion(...statements.slice(0, index + 1)));
		if (index === 0) first.push(...archives());
	}
	expect(archives()).toHaveLength(3);
	expect(archives()).not.toContain(first[0]);
});

test("a database of a newer program is refused in words, and nothing is written", async () => {
	const { database, update } = await start();
	const newer = laterVersion("create table later (id int)");
	await update(newer);
	const rows = async () => (await database.query("select count(*) from drizzle.__drizzle_migrations")).rows;
	const before = await rows();
	await expect(migrateDatabase(database, "migrations")).rejects.toThrow(NewerDatabaseError);
	expect(await rows()).toEqual(before);
});

test("where the archive can't be written, the start says so and changes nothing", async () => {
	const { database, dataDir, update } = await start();
	writeFileSync(join(dataDir, "backups"), "a file in its place");
	await expect(update(laterVersion("create table later (id int)"))).rejects.toThrow(DatabaseStartError);
	await expect(database.query("select from later")).rejects.toThrow();
});

test("the way back has what was there before the update, for the version from before it, and keeps the rest", async () => {
	const dataDir = emptyFolder();
	const settings = readSettings({ DATA_DIR: dataDir });
	const { logger } = recordingLogger();
	const later = laterVersion("create table later (id int)");
	const run = async (migrations: string, name?: string) => {
		const database = await openDatabase(settings, migrations, { logger });
		try {
			if (name) await insertContact(database.db, { name });
			return (await database.query("select name from contact_inquiries order by created_at")).rows.map(
				(row) => row.name,
			);
		} finally {
			await database.close();
		}
	};
	await run("migrations", "Before");
	expect(await run(later, "After")).toEqual(["Before", "After"]);
	await expect(run("migrations")).rejects.toThrow(/made by a newer version of the site/);

	const [archive = ""] = readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith("before-"));
	const restored = await restoreFresh(join(dataDir, "backups", archive), { settings, logger, migrationsFolder: later });
	expect(restored).toMatch(/^Restored .*start the version that made this backup\.$/);
	expect(await run("migrations")).toEqual(["Before"]);
	expect(readdirSync(dataDir).filter((name) => name.startsWith("db-before-"))).toHaveLength(1);
	// Forward again, from an archive with what came in meanwhile.
	await run("migrations", "Meanwhile");
	expect(await run(later)).toEqual(["Before", "Meanwhile"]);
	expect(readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith("before-"))).not.toContain(archive);
});
