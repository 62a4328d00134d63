import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { staticSteps } from "./check.ts";
import { type Part, runSteps, type Step, sum } from "./steps.ts";

// Everything that must hold; with --all also what takes long or repeats (decision 041).
const { all } = parseArgs({ options: { all: { type: "boolean", default: false } } }).values;
if (all) {
	process.env.TEST_ALL = "1";
	process.env.FUZZ_RUNS ??= "100";
	process.env.KILLS ??= "20";
}

const onDocker: Step = { name: "on a Docker engine", command: ["deploy/try-on-docker.ts"], alone: true };

const parts = await runSteps([
	...staticSteps,
	{ name: "rules, HTTP and database", command: ["node_modules/vitest/vitest.mjs", "run"], runner: "vitest" },
	{ name: "in the browser", command: ["node_modules/@playwright/test/cli.js", "test"], runner: "playwright" },
	...(all ? [onDocker] : []),
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

## ${onDocker.name[0]?.toUpperCase()}${onDocker.name.slice(1)}

What \`deploy/try-on-docker.ts\` printed, with how long each took:

${parts.find(({ name }) => name === onDocker.name)?.output}`;
}
