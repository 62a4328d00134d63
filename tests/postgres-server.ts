import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { changeOwner, findBinaries } from "#platform/postgres/postgres-binaries.server.ts";
import { createCluster, findPlace, superuser } from "#platform/postgres/postgres-cluster.server.ts";
import { runPostgres } from "#platform/postgres/postgres-process.server.ts";
import { recordingLogger } from "./recording-logger.ts";

export type PostgresServer = {
	/** By TCP, as someone else would run it for a site. */
	url: string;
	/** The same server by its socket, which answers in half the time. */
	socketUrl: string;
	stop(): Promise<void>;
	/** Ends at once, as with a power cut (SIGQUIT, "immediate"); the data stay. */
	crash(): Promise<void>;
	/** Starts again after a crash, on the same port. */
	restart(): Promise<void>;
	/** A second server, which follows this one by its log. This one restarts for it. */
	addStandby(): Promise<Pick<PostgresServer, "url" | "stop">>;
};

/**
 * Starts a PostgreSQL server on a free loopback port, in a folder that goes away with it. It forces nothing to disk.
 * @param ownSettings of the server, beside those of every test
 */
export async function startPostgres(ownSettings: Record<string, string> = {}): Promise<PostgresServer> {
	const folder = await mkdtemp(join(tmpdir(), "test-postgres-"));
	const { logger } = recordingLogger();
	const place = findPlace(folder, logger);
	const binaries = findBinaries({ postgresBin: undefined, account: place.account, copyInto: folder });
	await createCluster(place, binaries, "trust", false);
	const port = String(await freePort());
	const settings = {
		listen_addresses: "127.0.0.1",
		port,
		unix_socket_directories: place.cluster,
		fsync: "off",
		// Against pages that a power cut left half written.
		full_page_writes: "off",
		shared_buffers: "128MB",
		// On a busy machine it would count rows in the middle of a test, and the planner would choose other ways.
		autovacuum: "off",
		max_connections: "200",
		...ownSettings,
	};
	const start = async () => {
		const running = runPostgres(place, binaries, settings, logger);
		await running.ready;
		return running;
	};
	let server = await start();
	return {
		url: `postgres://${superuser}@127.0.0.1:${port}`,
		socketUrl: `postgres://${superuser}@${encodeURIComponent(place.cluster)}:${port}`,
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
		crash: async () => {
			const [pid] = (await readFile(join(place.cluster, "postmaster.pid"), "utf8")).split("\n");
			process.kill(Number(pid), "SIGQUIT");
			await server.ended;
		},
		restart: async () => {
			server = await start();
		},
		addStandby: async () => {
			const copied = join(folder, "standby");
			// A server that has stopped: its folder is a whole copy.
			await server.stop();
			await cp(place.cluster, copied, { recursive: true });
			server = await start();
			changeOwner(place.account, copied);
			await writeFile(join(copied, "standby.signal"), "");
			const standbyPort = String(await freePort());
			const follows = `host=127.0.0.1 port=${port} user=${superuser} application_name=standby`;
			const standby = runPostgres(
				{ ...place, cluster: copied },
				binaries,
				{
					...settings,
					port: standbyPort,
					unix_socket_directories: copied,
					primary_conninfo: follows,
					synchronous_standby_names: "",
				},
				logger,
			);
			return { url: `postgres://${superuser}@127.0.0.1:${standbyPort}`, stop: standby.stop };
		},
	};
}
