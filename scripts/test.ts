import { parseArgs } from "node:util";
import { staticSteps } from "./check.ts";
import { runSteps } from "./steps.ts";
import { writeTestResults } from "./test-results.ts";

// Everything that must hold; with --all also what takes long or repeats (decision 041).
const { all } = parseArgs({ options: { all: { type: "boolean", default: false } } }).values;
if (all) {
	process.env.TEST_ALL = "1";
	process.env.FUZZ_RUNS ??= "100";
	process.env.KILLS ??= "20";
}

const parts = await runSteps([
	...staticSteps,
	{ name: "rules, HTTP and database", command: ["node_modules/vitest/vitest.mjs", "run"], report: "vitest" },
	{ name: "in the browser", command: ["node_modules/@playwright/test/cli.js", "test"], report: "playwright" },
]);
if (all) writeTestResults(parts);
