import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { count, type Part } from "./steps.ts";

const resultsFile = "docs/test-results.md";

/** Writes down what the run came to: when, how many, how long. */
export function writeTestResults(parts: Part[]): void {
	const seconds = (some: Part[]) => Math.round(some.reduce((sum, part) => sum + part.seconds, 0));
	const row = (name: string, some: Part[]) =>
		`| ${name} | ${count(some, "passed")} | ${count(some, "failed")} | ${count(some, "skipped")} | ${seconds(some)} |`;
	const skipped = parts.flatMap(({ tests }) => tests).filter(({ status }) => status === "skipped");
	const text = [
		"# The last run of `npm run test:all`",
		"",
		`Written by the run itself, on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores.`,
		"",
		"| Part | Passed | Failed | Not run | s |",
		"|---|---|---|---|---|",
		...parts.map((part) => row(part.name, [part])),
		row("**together**", parts),
		"",
		...skipped.map(({ file, title, message }) => `- Not run: ${file}: ${title} (${message || "no reason given"})`),
	].join("\n");
	writeFileSync(resultsFile, `${text.trimEnd()}\n`);
}
