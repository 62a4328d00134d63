import { randomUUID } from "node:crypto";
import { openPostgresDatabase } from "#platform/database/database.server.ts";
import { startPostgres } from "#tests/postgres-server.ts";
import { startWholeS3Server } from "#tests/s3-server.ts";

/** Addresses of what several server processes can share. */
export type SharedServices = { postgresUrl: string; s3Endpoint: string };

const bucket = "site-files";

/** Starts a PostgreSQL server and a store that speaks S3. */
export async function startSharedServices(): Promise<SharedServices & { stop(): Promise<void> }> {
	const postgres = await startPostgres();
	const store = await startWholeS3Server(bucket);
	return {
		postgresUrl: postgres.url,
		s3Endpoint: store.endpoint,
		stop: async () => {
			await store.close();
			await postgres.stop();
		},
	};
}

/** Settings of a site on a new database there, empty or a copy of `template`. */
export async function newDatabase(postgresUrl: string, template = "template1"): Promise<Record<string, string>> {
	const name = `site_${randomUUID().replaceAll("-", "")}`;
	const maintenance = openPostgresDatabase(`${postgresUrl}/postgres`, { poolSize: 1 });
	// Two copies at once would find the template "being accessed by other users".
	await maintenance.query("select pg_advisory_lock(2)");
	await maintenance.query(`create database ${name} template ${template}`);
	await maintenance.close();
	return {
		DATABASE_URL: `${postgresUrl}/${name}`,
		AUTH_JWT_SECRET: "3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98",
	};
}

/** Settings of a site on a new folder of the bucket. */
export function newStorage(s3Endpoint: string): Record<string, string> {
	return {
		STORAGE_URL: `s3://${bucket}/${randomUUID()}`,
		S3_ENDPOINT: s3Endpoint,
		S3_ACCESS_KEY_ID: "S3RVER",
		S3_SECRET_ACCESS_KEY: "S3RVER",
	};
}

/** Settings of a site that several processes serve, on a new, empty database and a new folder of the bucket. */
export async function newSharedSite({ postgresUrl, s3Endpoint }: SharedServices): Promise<Record<string, string>> {
	return { ...(await newDatabase(postgresUrl)), ...newStorage(s3Endpoint) };
}
