import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openMemoryDatabase } from "#platform/database.server.ts";
import { prepareTemplate } from "./database.ts";

/** Migrates one in-memory database and keeps its dump; every test file starts from a copy. */
export async function setup(project: TestProject) {
	const folder = await mkdtemp(join(tmpdir(), "test-pglite-"));
	const template = await openMemoryDatabase();
	await prepareTemplate(template);
	const dump = join(folder, "template.tar");
	await writeFile(dump, Buffer.from(await (await template.dump()).arrayBuffer()));
	await template.close();
	project.provide("pgliteTemplate", dump);
	return () => rm(folder, { recursive: true });
}

declare module "vitest" {
	interface ProvidedContext {
		/** Path of the migrated database's dump. */
		pgliteTemplate: string;
		/** Address of the test server, without a database name. */
		postgresServer: string;
	}
}
