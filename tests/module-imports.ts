import { readFileSync } from "node:fs";

/** One `import`, `export … from` or `import()` of a file. */
export type ModuleImport = { specifier: string; typeOnly: boolean };

const statement =
	/^(import|export)\s+(type\s+)?[^"';]*?from\s+"([^"]+)";|^import\s+"([^"]+)";|import\(\s*"([^"]+)"\s*\)/gm;

export function importsOf(file: string): ModuleImport[] {
	return [...readFileSync(file, "utf8").matchAll(statement)].map((match) => ({
		specifier: match[3] ?? match[4] ?? match[5] ?? "",
		typeOnly: Boolean(match[2]),
	}));
}
