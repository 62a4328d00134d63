import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { testsFor } from "./changed-tests.ts";
import { runSteps, type Step } from "./steps.ts";

/**
 * Without running anything: format, lint, types, imports and exports, and a test for each statement of the specification.
 */
export const staticSteps: Step[] = [
	{ name: "format and lint", command: ["node_modules/@biomejs/biome/bin/biome", "ci", "."] },
	{ name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"], isFirst: true },
	{ name: "types", command: ["node_modules/typescript/bin/tsc"] },
	{ name: "who imports whom", command: ["scripts/boundaries.ts"] },
	{ name: "words in texts", command: ["scripts/check-words.ts"] },
	{ name: "unused exports", command: ["node_modules/knip/bin/knip.js", "--no-progress"] },
	{ name: "triggers of records", command: ["scripts/migration.ts", "--check"] },
	{ name: "conformance", command: ["scripts/conformance.ts", "--check"] },
];

const vitest = (name: string, ...parameters: string[]): Step => ({
	name,
	command: ["node_modules/vitest/vitest.mjs", "run", ...parameters],
	report: "vitest",
});

/** What differs from where this branch left `main`, or from the last commit on `main` itself. */
function changedFiles(): string[] {
	const git = (...parameters: string[]) => execFileSync("git", parameters, { encoding: "utf8" }).trim();
	const lines = (text: string) => text.split("\n").filter(Boolean);
	const known = lines(git("branch", "--list", "main", "--format=%(refname:short)"));
	const base = known.length > 0 ? git("merge-base", "HEAD", "main") : "HEAD";
	return [...lines(git("diff", "--name-only", base)), ...lines(git("ls-files", "--others", "--exclude-standard"))];
}

function stepsForChange(): Step[] {
	const tests = testsFor(changedFiles());
	if (tests === "all") return [...staticSteps, vitest("all unit and API tests")];
	if (tests.length === 0) return staticSteps;
	return [...staticSteps, vitest(`tests that the change may break, in ${tests.length} files`, ...tests)];
}

if (import.meta.main) {
	const { changed } = parseArgs({ options: { changed: { type: "boolean", default: false } } }).values;
	await runSteps(changed ? stepsForChange() : [...staticSteps, vitest("rules", "--project", "unit")]);
}
