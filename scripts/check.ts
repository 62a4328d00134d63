import { parseArgs } from "node:util";
import { runSteps, type Step } from "./steps.ts";

/**
 * Without running anything: format, lint, types, imports and exports, and a test for each statement of the specification.
 */
export const staticSteps: Step[] = [
	{
		name: "format and lint (npm run format mends most)",
		command: ["node_modules/@biomejs/biome/bin/biome", "ci", ".", ...(process.stdout.isTTY ? [] : ["--colors=off"])],
	},
	{ name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"] },
	{ name: "types", command: ["node_modules/typescript/bin/tsc"] },
	{ name: "who imports whom", command: ["scripts/boundaries.ts"] },
	{ name: "words in texts", command: ["scripts/check-words.ts"] },
	{ name: "unused exports", command: ["node_modules/knip/bin/knip.js", "--no-progress"] },
	{ name: "triggers of records", command: ["scripts/migration.ts", "--check"] },
	{ name: "conformance", command: ["scripts/conformance.ts"] },
	{ name: "product lines", command: ["scripts/product-lines.ts"] },
];

/** What a change may break: since this branch left `main`, or, on `main` itself, since the last commit. */
const ofChange = ["--changed", "main", "--passWithNoTests"];

if (import.meta.main) {
	const { changed } = parseArgs({ options: { changed: { type: "boolean", default: false } } }).values;
	const rules: Step = {
		name: changed ? "tests that the change may break" : "rules",
		command: ["node_modules/vitest/vitest.mjs", "run", ...(changed ? ofChange : ["--project", "unit"])],
		runner: "vitest",
	};
	await runSteps([...staticSteps, rules]);
}
