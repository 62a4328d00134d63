import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { inject } from "vitest";
import {
	type Database,
	type DatabaseHandle,
	migrateDatabase,
	openMemoryDatabase,
	openPostgresDatabase,
} from "#platform/database.server.ts";
import { openJobQueue } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { jobKinds } from "#services.server.ts";

/** A migrated, empty database of its own, on the engine that the project under test names. */
export async function openTestDatabase(): Promise<DatabaseHandle> {
	return process.env.TEST_ENGINE === "postgres"
		? clonePostgres()
		: openMemoryDatabase(await openAsBlob(inject("pgliteTemplate")));
}

export type OnStatement = (text: string, values: unknown[]) => void;

/** The same database, which tells of each statement that goes through `db`. Libraries bring theirs by `query`. */
export function recordStatements(database: DatabaseHandle, onStatement: OnStatement): DatabaseHandle {
	// Drizzle's own property, which the type common to both engines leaves out.
	const { $client } = database.db as unknown as { $client: postgres.Sql };
	const db = drizzle($client, { logger: { logQuery: onStatement } }) as unknown as Database;
	return { ...database, db };
}

/** Gives the template all that a started server would have made, so that no test waits for it. */
export async function prepareTemplate(template: DatabaseHandle): Promise<void> {
	await migrateDatabase(template, "migrations");
	const jobs = await openJobQueue(template, createLogger({ level: "warn", production: true }), jobKinds);
	await jobs.stop();
}

async function clonePostgres(): Promise<DatabaseHandle> {
	const server = inject("postgresServer");
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	const maintenance = openPostgresDatabase(`${server}/postgres`, { poolSize: 1 });
	// Two clones at once would find the template "being accessed by other users".
	await maintenance.query("select pg_advisory_lock(1)");
	await maintenance.query(`create database ${name} template template_migrated`);
	await maintenance.close();
	return openPostgresDatabase(`${server}/${name}`, { poolSize: 5 });
}
