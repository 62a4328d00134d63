import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseHandle, openEmbeddedDatabase, openPostgresDatabase } from "#platform/database.server.ts";
import { freePort } from "#tests/postgres-server.ts";
import packageJson from "../package.json" with { type: "json" };
import { newSharedSite } from "./shared-services.ts";

export const adminAccount = { email: "admin@pilcrow.example", password: "correct horse battery staple" };

/** Arguments that run the built site with this Node, as `npm start` does. */
export const builtSite = packageJson.scripts.start.split(" ").slice(1);

/** For a test about the embedded database and files on disk, in whichever setup the tests run. */
export const embeddedSetup = { DATABASE_URL: "", STORAGE_URL: "" };

export type SiteServer = {
	url: string;
	/** Of the running process. */
	readonly pid: number;
	/** The data folder. */
	folder: string;
	/** What the process was started with, for a command that shall work on the same site. */
	settings: Record<string, string>;
	/** The site's database, for the time that the process is down. */
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
	/** Stops as an operator does (SIGTERM) and removes the data. Answers the exit status. */
	stop(): Promise<number | null>;
};

/** Where the tests run on PostgreSQL and S3 (shared-setup.ts), each site has a database and files of its own there. */
async function sharedSettings(environment: Record<string, string>): Promise<Record<string, string>> {
	const services = process.env.E2E_SHARED_SERVICES;
	return services && environment.DATABASE_URL === undefined ? newSharedSite(JSON.parse(services)) : {};
}

/**
 * Starts the built site as `npm start` does, on a free port and a data folder of its own.
 * @param root another installation than this one
 */
export async function startSite(environment: Record<string, string> = {}, root = process.cwd()): Promise<SiteServer> {
	const port = await freePort();
	const folder = await mkdtemp(join(tmpdir(), "test-site-"));
	const url = `http://localhost:${port}`;
	const settings: Record<string, string> = {
		PORT: String(port),
		SITE_URL: url,
		DATA_DIR: folder,
		ADMIN_EMAIL: adminAccount.email,
		ADMIN_PASSWORD: adminAccount.password,
		SEED: "none",
		RATE_LIMITS: "off",
		MAIL_DIR: join(folder, "mail"),
		...(await sharedSettings(environment)),
		...environment,
	};
	let child: ChildProcess;
	let printed = "";

	async function start(): Promise<void> {
		printed = "";
		const started = spawn(process.execPath, builtSite, {
			cwd: root,
			env: { ...process.env, ...settings },
			stdio: ["ignore", "pipe", "pipe"],
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

	async function end(signal: NodeJS.Signals): Promise<number | null> {
		if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
		const exited = once(child, "exit");
		child.kill(signal);
		const [status] = await exited;
		return status;
	}

	await start();
	return {
		url,
		get pid() {
			return child.pid ?? 0;
		},
		folder,
		settings,
		openDatabase: async () =>
			settings.DATABASE_URL ? openPostgresDatabase(settings.DATABASE_URL) : openEmbeddedDatabase(join(folder, "db")),
		start,
		kill: async () => {
			await end("SIGKILL");
		},
		restart: async () => {
			await end("SIGKILL");
			await start();
		},
		mails: async () => {
			const mailFolder = settings.MAIL_DIR ?? "";
			const names = (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
			return Promise.all(names.map((name) => readFile(join(mailFolder, name), "utf8")));
		},
		log: () => printed,
		stop: async () => {
			const status = await end("SIGTERM");
			await rm(folder, { recursive: true, force: true });
			return status;
		},
	};
}
