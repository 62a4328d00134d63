import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstLines, type Runner, readTestReport, type TestResult } from "./test-reports.ts";

export type Step = {
	name: string;
	/** Script and its arguments, run by this Node. */
	command: [string, ...string[]];
	/** Writes what others read, and so runs before them. */
	isFirst?: boolean;
	/** The test runner whose JSON report is counted; a step without one counts as one test. */
	report?: Runner;
};

export type Part = { name: string; seconds: number; tests: TestResult[] };

/**
 * Runs every step, also after a failed one, and prints at the end what failed, where the time went, and as the last line
 * `N passed, N failed`. A runner that breaks down, or runs no test at all, counts as a failure. The steps without a
 * report are programs that mostly use one processor, so they run side by side first.
 */
export async function runSteps(steps: Step[]): Promise<Part[]> {
	const started = performance.now();
	const parts: Part[] = [];
	for (const step of steps) if (step.isFirst) parts.push(await runStep(step));
	parts.push(...(await Promise.all(steps.filter(({ isFirst, report }) => !isFirst && !report).map(runStep))));
	for (const step of steps) if (step.report) parts.push(await runStep(step));
	console.log(describeParts(parts, (performance.now() - started) / 1000));
	process.exitCode = count(parts, "failed") === 0 ? 0 : 1;
	return parts;
}

async function runStep({ name, command, report }: Step): Promise<Part> {
	const started = performance.now();
	if (report) console.log(`\n── ${name}`);
	const folder = mkdtempSync(join(tmpdir(), "test-report-"));
	const file = join(folder, "report.json");
	const reporters = {
		vitest: ["--silent=passed-only", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
		playwright: ["--reporter=dot,json"],
		none: [],
	}[report ?? "none"];
	const { status, output } = await runNode([...command, ...reporters], {
		isShown: report !== undefined,
		environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
	});
	if (!report) console.log(`\n── ${name}\n${output}`);
	const tests = report && existsSync(file) ? readTestReport(report, file) : [];
	rmSync(folder, { recursive: true });
	const seconds = (performance.now() - started) / 1000;
	const asOne = (known: TestResult["status"], message = ""): TestResult => ({
		file: command[0],
		title: name,
		status: known,
		seconds: report ? 0 : seconds,
		message,
	});
	if (!report && status === 0) tests.push(asOne("passed"));
	const isBroken = status !== 0 || tests.every((test) => test.status === "skipped");
	if (isBroken && tests.every((test) => test.status !== "failed")) tests.push(asOne("failed", firstLines(output)));
	return { name, seconds, tests };
}

/** Runs to the end. @param options.isShown whether the output is shown as it comes */
function runNode(
	command: string[],
	{ isShown, environment }: { isShown: boolean; environment: Record<string, string> },
): Promise<{ status: number; output: string }> {
	const child = spawn(process.execPath, command, {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0", ...environment },
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8");
		stream.on("data", (text: string) => {
			output += text;
			if (isShown) process.stdout.write(text);
		});
	}
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (status) => resolve({ status: status ?? 1, output }));
	});
}

export const count = (parts: Part[], status: TestResult["status"]) =>
	parts.flatMap(({ tests }) => tests).filter((test) => test.status === status).length;

const slowestShown = 20;

/** What failed and what did not run, the files that took longest, a line for each part, and how long all took. */
export function describeParts(parts: Part[], seconds: number): string {
	const tests = parts.flatMap((part) => part.tests.map((test) => ({ ...test, part: part.name })));
	const failed = tests.filter(({ status }) => status === "failed");
	const skipped = tests.filter(({ status }) => status === "skipped");
	const files = Map.groupBy(tests, ({ part, file }) => `${file} (${part})`);
	const slowest = [...files]
		.map(([name, own]) => ({ name, seconds: own.reduce((sum, { seconds }) => sum + seconds, 0) }))
		.sort((one, other) => other.seconds - one.seconds)
		.slice(0, slowestShown);
	return [
		"",
		...(failed.length > 0 ? [`── ${failed.length} failed`] : []),
		...failed.flatMap(({ part, file, title, message }) => [
			`${file}: ${title} (${part})`,
			...message.split("\n").map((line) => `    ${line}`),
		]),
		...(skipped.length > 0 ? [`── ${skipped.length} not run`] : []),
		...skipped.map(({ part, file, title, message }) => `${file}: ${title} (${part}): ${message || "no reason given"}`),
		"── slowest files, in seconds of their tests",
		...slowest.map(({ name, seconds }) => `${inColumn(seconds)}  ${name}`),
		"── parts, in seconds",
		...parts.map((part) => {
			const numbers = (["passed", "failed", "skipped"] as const).map((status) => `${count([part], status)} ${status}`);
			return `${inColumn(part.seconds)}  ${part.name}: ${numbers.join(", ")}`;
		}),
		`${inColumn(seconds)}  together`,
		"",
		`${count(parts, "passed")} passed, ${failed.length} failed`,
	].join("\n");
}

const inColumn = (seconds: number) => seconds.toFixed(1).padStart(7);
