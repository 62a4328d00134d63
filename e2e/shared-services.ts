import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { openPostgresDatabase } from "#platform/database.server.ts";
import { startPostgres } from "#tests/postgres-server.ts";

/** Addresses of what several server processes can share. */
export type SharedServices = { postgresUrl: string; s3Endpoint: string };

const bucket = "site-files";

/** Starts a native PostgreSQL server and a store that speaks S3. */
export async function startSharedServices(): Promise<SharedServices & { stop(): Promise<void> }> {
	const directory = await mkdtemp(join(tmpdir(), "test-s3-"));
	const postgres = await startPostgres();
	const store = new S3rver({
		address: "127.0.0.1",
		port: 0,
		silent: true,
		directory,
		// It forgets the slash at the end of a signed path, without which no list is signed.
		allowMismatchedSignatures: true,
		configureBuckets: [{ name: bucket }],
	});
	const { port } = await store.run();
	return {
		postgresUrl: postgres.url,
		s3Endpoint: `http://127.0.0.1:${port}`,
		stop: async () => {
			await store.close();
			await postgres.stop();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** Settings of a site on a new, empty database and a new folder of the bucket. */
export async function newSharedSite({ postgresUrl, s3Endpoint }: SharedServices): Promise<Record<string, string>> {
	const name = `site_${randomUUID().replaceAll("-", "")}`;
	const maintenance = openPostgresDatabase(`${postgresUrl}/postgres`, { poolSize: 1 });
	await maintenance.query(`create database ${name}`);
	await maintenance.close();
	return {
		DATABASE_URL: `${postgresUrl}/${name}`,
		AUTH_JWT_SECRET: "3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98",
		STORAGE_URL: `s3://${bucket}/${name}`,
		S3_ENDPOINT: s3Endpoint,
		S3_ACCESS_KEY_ID: "S3RVER",
		S3_SECRET_ACCESS_KEY: "S3RVER",
	};
}
