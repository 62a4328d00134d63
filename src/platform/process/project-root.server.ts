import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of package.json: above the sources in development, above the build in production. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
	if (existsSync(join(folder, "package.json"))) return folder;
	const parent = dirname(folder);
	if (parent === folder) throw new Error("no package.json above the server");
	return findRoot(parent);
}
