import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase, openPostgresDatabase } from "#platform/database/database.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { openStorage } from "#platform/files/open-storage.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { isLong } from "#tests/long.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { findOlderBinaries } from "./postgres-binaries.server.ts";
import { findPlace } from "./postgres-cluster.server.ts";
import { openOwnServer } from "./postgres-server.server.ts";

/** An older version that this machine has installed. */
const older = [17, 16, 15, 14].map((major) => findOlderBinaries(major, undefined, {})).find(Boolean);

async function emptyFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "test-older-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** The data folder of a site that ran on an older version, with one application and its resume. */
async function olderSite(): Promise<string> {
	const { folder: bin = "", major = 0 } = older ?? {};
	const dataDir = await emptyFolder();
	const cluster = join(dataDir, "db");
	await mkdir(cluster, { mode: 0o700 });
	const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
	if (nobody) {
		await chmod(dataDir, 0o711);
		await chown(cluster, nobody.uid, nobody.gid);
	}
	const run = (program: string, parameters: string[], input = "") =>
		execFileSync(join(bin, program), parameters, { ...nobody, cwd: "/", input, stdio: ["pipe", "ignore", "inherit"] });
	run("initdb", ["-D", cluster, "-U", "postgres", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8"]);
	run(
		"postgres",
		["--single", "-D", cluster, "-c", "log_min_messages=fatal", "template1"],
		"create role site login;\ncreate database site owner site;\n",
	);
	const { logger } = recordingLogger();
	const onGivenUp = (error: Error) => {
		throw error;
	};
	const place = findPlace(dataDir, logger);
	const server = await openOwnServer({
		place,
		binaries: { folder: bin, major },
		besideProgram: false,
		logger,
		onGivenUp,
	});
	const database = openPostgresDatabase(server.url, { poolSize: 2 });
	await migrateDatabase(database, "migrations");
	await insertApplication(database.db, { applicant_name: "Ada Byron", resume_url: "1-Ada.pdf" });
	const storage = await openStorage({ storage: undefined, dataDir });
	await storage.put("resumes", "1-Ada.pdf", new Blob(["%PDF-"]));
	await database.close();
	await server.stop();
	return dataDir;
}

async function readSite(dataDir: string) {
	const { logger, lines } = recordingLogger();
	const database = await openDatabase(readSettings({ DATA_DIR: dataDir }), "migrations", { logger });
	try {
		const { rows } = await database.query(
			"select applicant_name, resume_url, current_setting('server_version_num')::int / 10000 as major from job_applications",
		);
		return { rows, warnings: lines.filter(({ level }) => level === "warn").map(({ message }) => message) };
	} finally {
		await database.close();
	}
}

test.runIf(older && isLong)("a cluster of an older version is moved to this one, and its folder is kept", async () => {
	const dataDir = await olderSite();
	const kept = join(dataDir, `db-${older?.major}`);
	const moved = { rows: [{ applicant_name: "Ada Byron", resume_url: "1-Ada.pdf", major: 18 }] };
	expect(await readSite(dataDir)).toMatchObject({
		...moved,
		warnings: [
			"upgrading the database to another version of PostgreSQL",
			"upgraded the database; the old folder was kept",
		],
	});
	expect(await readFile(join(kept, "PG_VERSION"), "utf8")).toBe(`${older?.major}\n`);
	expect(await readFile(join(dataDir, "files", "resumes", "1-Ada.pdf"), "utf8")).toBe("%PDF-");
	expect(await readSite(dataDir)).toMatchObject({ ...moved, warnings: [] });
	// As if the move had been killed just before its end.
	await rm(join(dataDir, "db"), { recursive: true });
	expect(await readSite(dataDir)).toMatchObject(moved);
	expect(existsSync(kept)).toBe(true);
});

test("without the programs of the older version it says what to do, and changes nothing", async () => {
	const dataDir = await emptyFolder();
	await mkdir(join(dataDir, "db"));
	await writeFile(join(dataDir, "db", "PG_VERSION"), "9\n");
	await expect(readSite(dataDir)).rejects.toThrow(/was made by PostgreSQL 9.*POSTGRES_BIN.*Nothing was changed/);
	expect(await readFile(join(dataDir, "db", "PG_VERSION"), "utf8")).toBe("9\n");
});
