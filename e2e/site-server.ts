import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/postgres-server.ts";

export const adminAccount = { email: "admin@pilcrow.example", password: "correct horse battery staple" };

export type SiteServer = {
	url: string;
	/** Ends the process with SIGKILL and starts it again on the same data and port. */
	restart(): Promise<void>;
	/** Raw messages in the mail folder, oldest first. */
	mails(): Promise<string[]>;
	/** What the process has printed so far. */
	log(): string;
	stop(): Promise<void>;
};

/** Starts the built site as `npm start` does, on a free port and a data folder of its own. */
export async function startSite(environment: Record<string, string> = {}): Promise<SiteServer> {
	const port = await freePort();
	const folder = await mkdtemp(join(tmpdir(), "test-site-"));
	const mailFolder = join(folder, "mail");
	let printed = "";
	const start = async () => {
		const child = spawn(process.execPath, ["build/server/index.js"], {
			env: {
				...process.env,
				PORT: String(port),
				SITE_URL: `http://localhost:${port}`,
				DATA_DIR: folder,
				ADMIN_EMAIL: adminAccount.email,
				ADMIN_PASSWORD: adminAccount.password,
				SEED: "none",
				RATE_LIMITS: "off",
				...environment,
			},
			stdio: ["ignore", "pipe", "pipe"],
		});
		await new Promise<void>((ready, failed) => {
			const read = (chunk: Buffer) => {
				printed += chunk;
				if (printed.includes("ready")) ready();
			};
			child.stdout.on("data", read);
			child.stderr.on("data", read);
			child.once("exit", (code) => failed(new Error(`the site ended with status ${code}:\n${printed}`)));
		});
		return child;
	};
	let child: ChildProcess = await start();
	const end = async (signal: NodeJS.Signals) => {
		const exited = once(child, "exit");
		child.kill(signal);
		await exited;
	};
	return {
		url: `http://localhost:${port}`,
		restart: async () => {
			await end("SIGKILL");
			printed = "";
			child = await start();
		},
		mails: async () => {
			const names = (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
			return Promise.all(names.map((name) => readFile(join(mailFolder, name), "utf8")));
		},
		log: () => printed,
		stop: async () => {
			await end("SIGTERM");
			await rm(folder, { recursive: true, force: true });
		},
	};
}
