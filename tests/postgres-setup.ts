import type { TestProject } from "vitest/node";
import { openPostgresDatabase } from "#platform/database.server.ts";
import { prepareTemplate } from "./database.ts";
import { startPostgres } from "./postgres-server.ts";

/** Starts a server with one migrated template database; every test file clones it. */
export async function setup(project: TestProject) {
	const server = await startPostgres();
	const maintenance = openPostgresDatabase(`${server.url}/postgres`, { poolSize: 1 });
	await maintenance.query("create database template_migrated");
	await maintenance.close();
	const template = openPostgresDatabase(`${server.url}/template_migrated`, { poolSize: 2 });
	await prepareTemplate(template);
	await template.close();
	project.provide("postgresServer", server.url);
	return () => server.stop();
}
