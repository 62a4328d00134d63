import { globSync } from "node:fs";
import { basename, posix } from "node:path";
import { importsOf } from "#tests/module-imports.ts";

/** Changed here, everything may be different. */
const affectsAll = /^(migrations\/|package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|tests\/(?!.*\.test\.ts))/;

const isTest = (file: string) => file.endsWith(".test.ts");
const isApiTest = (file: string) => file.endsWith(".api.test.ts");
const featureOf = (file: string) => /^src\/features\/[^/]+\//.exec(file)?.[0];
const stemOf = (file: string) => basename(file).split(".")[0];

/**
 * The unit and API tests that a change may break, by rules that need no run of the tests. Following all imports would
 * choose every API test, since each starts the whole application. Chosen are
 * - unit tests that import a changed file, directly or through others;
 * - API tests that import it directly, have its name, or belong to its subject (`src/features/x`);
 * - API tests of each subject that has a file which imports it directly.
 * What drives all endpoints (`tests/product/fuzzing.api.test.ts`, `tests/product/access.api.test.ts`) is thus left to `npm test`.
 * @returns the files, or "all" when something changed that everything stands on
 */
export function testsFor(changed: string[]): string[] | "all" {
	if (changed.some((file) => affectsAll.test(file))) return "all";
	const importers = importersByFile();
	const unit = new Set<string>();
	const seen = new Set<string>();
	for (const waiting = [...changed]; ; ) {
		const file = waiting.pop();
		if (file === undefined) break;
		if (seen.has(file)) continue;
		seen.add(file);
		if (isTest(file) && !isApiTest(file)) unit.add(file);
		waiting.push(...(importers.get(file) ?? []));
	}
	const near = new Set([...changed, ...changed.flatMap((file) => importers.get(file) ?? [])]);
	const subjects = new Set([...near].map(featureOf).filter((folder) => folder !== undefined));
	const stems = new Set(changed.filter((file) => file.startsWith("src/")).map(stemOf));
	const api = globSync("{src,tests}/**/*.api.test.ts").filter(
		(file) => near.has(file) || stems.has(stemOf(file)) || subjects.has(featureOf(file) ?? ""),
	);
	return [...unit, ...api].sort();
}

/** Who imports a file, directly. */
function importersByFile(): Map<string, string[]> {
	const importers = new Map<string, string[]>();
	for (const file of globSync("{src,tests,scripts}/**/*.{ts,tsx}")) {
		for (const { specifier } of importsOf(file)) {
			const imported = fileOf(specifier, file);
			if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file]);
		}
	}
	return importers;
}

function fileOf(specifier: string, importer: string): string | undefined {
	if (specifier.startsWith("#tests/")) return specifier.slice(1);
	if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
	if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier);
}
