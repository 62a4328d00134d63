import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-server.ts";
import { makeTemplate } from "./template.ts";

/** Starts a server with one migrated template database; every test file clones it. */
export async function setup(project: TestProject) {
	const server = await startPostgres();
	await makeTemplate(server.socketUrl);
	project.provide("postgresServer", server.socketUrl);
	return () => server.stop();
}

declare module "vitest" {
	interface ProvidedContext {
		/** Address of the test server, without a database name. */
		postgresServer: string;
	}
}
