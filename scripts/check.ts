import { runSteps, type Step } from "./steps.ts";

/** The quick part of the tests: format, lint, types, a test for each statement of the specification, rules. */
export const quickSteps: Step[] = [
	{ name: "format and lint", command: ["node_modules/@biomejs/biome/bin/biome", "ci", "."] },
	{ name: "route types", command: ["node_modules/@react-router/dev/bin.cjs", "typegen"] },
	{ name: "types", command: ["node_modules/typescript/bin/tsc"] },
	{ name: "conformance", command: ["scripts/conformance.ts", "--check"] },
	{ name: "rules", command: ["node_modules/vitest/vitest.mjs", "run", "--project", "unit"], report: "vitest" },
];

if (import.meta.main) await runSteps(quickSteps);
