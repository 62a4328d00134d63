import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { staticSteps } from "./check.ts";
import { type Part, runSteps, sum } from "./steps.ts";

// Everything that must hold; with --all also what takes long or repeats (decision 041).
const { all } = parseArgs({ options: { all: { type: "boolean", default: false } } }).values;
if (all) {
	process.env.TEST_ALL = "1";
	process.env.FUZZ_RUNS ??= "100";
	process.env.KILLS ??= "20";
}

const parts = await runSteps([
	...staticSteps,
	{ name: "rules, HTTP and database", command: ["node_modules/vitest/vitest.mjs", "run"], runner: "vitest" },
	{ name: "in the browser", command: ["node_modules/@playwright/test/cli.js", "test"], runner: "playwright" },
]);
if (all) writeFileSync("docs/test-results.md", describeRun(parts));

function describeRun(parts: Part[]): string {
	const row = (name: string, some: Part[]) =>
		`| ${[name, sum(some, "passed"), sum(some, "failed"), sum(some, "skipped"), Math.round(sum(some, "seconds"))].join(" | ")} |`;
	return `# The last run of \`npm run test:all\`

Written by the run itself, on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores. The programs of the first rows
run beside the tests.

| Part | Passed | Failed | Not run | s |
|---|---|---|---|---|
${parts.map((part) => row(part.name, [part])).join("\n")}
${row("**together**", parts)}
`;
}
