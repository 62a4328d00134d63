import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type DatabaseHandle, openPostgresDatabase } from "#platform/database/database.server.ts";
import { openDatabase } from "#platform/database/site-database.server.ts";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { clearSession } from "./sessions.ts";
import { newDatabase, type SharedServices } from "./shared-services.ts";

export const adminAccount = { email: "admin@pilcrow.example", password: "correct horse battery staple" };

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** Arguments that run the built site of a checkout with this Node, as `npm start` does there. */
export function argumentsOfStart(root = process.cwd()): string[] {
	const { scripts } = packageSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
	return scripts.start.split(" ").slice(1);
}

/** For a test about a site that runs its own database server, as `npm start` makes one, with its files on disk. */
export const ownServer = { DATABASE_URL: "", STORAGE_URL: "" };

/** What shared-setup.ts has prepared for all sites of the tests. */
export type Prepared = SharedServices & {
	/** The name of a database that a site has been started on. */
	database: string;
	/** The folder of a cluster that a site has been started on. */
	cluster: string;
};

const whatIsPrepared = (): Prepared | undefined => process.env.E2E_PREPARED && JSON.parse(process.env.E2E_PREPARED);

export function prepared(): Prepared {
	const known = whatIsPrepared();
	if (!known) throw new Error("this test needs what e2e/shared-setup.ts prepares");
	return known;
}

export type SiteServer = {
	url: string;
	/** Of the running process. */
	readonly pid: number;
	/** The data folder. */
	folder: string;
	/** What the process was started with, for a command that shall work on the same site. */
	settings: Record<string, string>;
	/** The number of its own database server's process. */
	databasePid(): Promise<number>;
	/** The site's database, whether the process runs or not. */
	openDatabase(): Promise<DatabaseHandle>;
	/** Starts the process again on the same data and port. */
	start(): Promise<void>;
	/** Ends the process without warning (SIGKILL). */
	kill(): Promise<void>;
	/** `kill` and `start`. */
	restart(): Promise<void>;
	/** Raw messages in the mail folder, oldest first. */
	mails(): Promise<string[]>;
	/** What the process has printed since it started. */
	log(): string;
	/** The exit status, when the process has ended. */
	ended(): Promise<number | null>;
	/** Stops as an operator does (SIGTERM). Answers the exit status. */
	end(): Promise<number | null>;
	/** Stops it so, and removes the data. */
	stop(): Promise<number | null>;
};

/** A database of its own on the tests' server, where there is one and the test does not choose another. */
async function sharedSettings(environment: Record<string, string>): Promise<Record<string, string>> {
	const shared = whatIsPrepared();
	if (!shared || environment.DATABASE_URL !== undefined) return {};
	return newDatabase(shared.postgresUrl, shared.database);
}

/**
 * Starts the built site as `npm start` does, on a free port and a data folder of its own. Where the tests have prepared a
 * database, it starts on a copy of that.
 * @param options.root another installation than this one
 * @param options.ownGroup whether it is to be the first of a process group, as a command in a terminal is
 */
export async function startSite(
	environment: Record<string, string> = {},
	{ root = process.cwd(), ownGroup = false } = {},
): Promise<SiteServer> {
	const port = await freePort();
	const folder = await mkdtemp(join(tmpdir(), "test-site-"));
	const url = `http://localhost:${port}`;
	clearSession(url);
	const settings: Record<string, string> = {
		PORT: String(port),
		SITE_URL: url,
		DATA_DIR: folder,
		ADMIN_EMAIL: adminAccount.email,
		ADMIN_PASSWORD: adminAccount.password,
		SEED: "none",
		RATE_LIMITS: "off",
		BACKUP_DIR: "off",
		// The session that tests share is older than ten minutes at the end of a long run.
		AUTH_REVERIFY_AFTER: String(24 * 60 * 60),
		MAIL_DIR: join(folder, "mail"),
		...(await sharedSettings(environment)),
		...environment,
	};
	let child: ChildProcess;
	let printed = "";

	async function start(): Promise<void> {
		printed = "";
		const started = spawn(process.execPath, argumentsOfStart(root), {
			cwd: root,
			env: { ...process.env, ...settings },
			stdio: ["ignore", "pipe", "pipe"],
			detached: ownGroup,
		});
		child = started;
		await new Promise<void>((ready, failed) => {
			const read = (chunk: Buffer) => {
				printed += chunk;
				if (/\bready\b/.test(printed)) ready();
			};
			started.stdout.on("data", read);
			started.stderr.on("data", read);
			started.once("exit", (code) => failed(new Error(`the site ended with status ${code}:\n${printed}`)));
		});
	}

	async function ended(): Promise<number | null> {
		if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		return child.exitCode;
	}

	function send(signal: NodeJS.Signals): Promise<number | null> {
		child.kill(signal);
		return ended();
	}

	const cluster = whatIsPrepared()?.cluster;
	// A seed needs a database in which no one has an account yet.
	if (cluster && settings.DATABASE_URL === "" && settings.SEED === "none")
		await cp(cluster, join(settings.DATA_DIR ?? "", "db"), { recursive: true });
	await start();
	return {
		url,
		get pid() {
			return child.pid ?? 0;
		},
		folder,
		settings,
		databasePid: async () =>
			Number.parseInt(await readFile(join(settings.DATA_DIR ?? "", "db", "postmaster.pid"), "utf8"), 10),
		openDatabase: async () =>
			settings.DATABASE_URL
				? openPostgresDatabase(settings.DATABASE_URL)
				: openDatabase(readSettings(settings), "migrations", { ...recordingLogger(), besideProgram: true }),
		start,
		kill: async () => {
			await send("SIGKILL");
		},
		restart: async () => {
			await send("SIGKILL");
			await start();
		},
		mails: async () => {
			const mailFolder = settings.MAIL_DIR ?? "";
			const names = (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
			return Promise.all(names.map((name) => readFile(join(mailFolder, name), "utf8")));
		},
		log: () => printed,
		ended,
		end: () => send("SIGTERM"),
		stop: async () => {
			const status = await send("SIGTERM");
			// The server of a killed site may just be ending.
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
			return status;
		},
	};
}
