import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Step = {
	name: string;
	/** Script and its arguments, run by this Node. */
	command: [string, ...string[]];
	/** The test runner whose JSON report is counted; a step without one counts as one test. */
	report?: "vitest" | "playwright";
	environment?: Record<string, string>;
};

type Count = {
	passed: number;
	failed: number;
	/** Tests that could not run here, with the reason they give. They prove nothing, so each is named at the end. */
	skipped: string[];
};

/**
 * Runs every step, also after a failed one, and ends with the line `N passed, N failed`.
 * A runner that breaks down, or runs no test at all, counts as a failure.
 * @returns the exit status
 */
export function runSteps(steps: Step[]): number {
	const total: Count = { passed: 0, failed: 0, skipped: [] };
	for (const step of steps) {
		const started = performance.now();
		console.log(`\n── ${step.name}`);
		const count = runStep(step);
		total.passed += count.passed;
		total.failed += count.failed;
		total.skipped.push(...count.skipped.map((test) => `${step.name}: ${test}`));
		const seconds = ((performance.now() - started) / 1000).toFixed(1);
		console.log(`── ${step.name}: ${count.failed === 0 ? "passed" : "FAILED"} in ${seconds} s`);
	}
	if (total.skipped.length > 0) console.log(["", `${total.skipped.length} not run:`, ...total.skipped].join("\n"));
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	return total.failed === 0 ? 0 : 1;
}

function runStep(step: Step): Count {
	const folder = mkdtempSync(join(tmpdir(), "test-report-"));
	const file = join(folder, "report.json");
	const reporters =
		step.report === "vitest"
			? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
			: step.report === "playwright"
				? ["--reporter=list,json"]
				: [];
	const { status } = spawnSync(process.execPath, [...step.command, ...reporters], {
		stdio: ["ignore", "inherit", "inherit"],
		env: {
			...process.env,
			...step.environment,
			PLAYWRIGHT_JSON_OUTPUT_FILE: file,
			FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
		},
	});
	const count = step.report ? readReport(step.report, file) : { passed: status === 0 ? 1 : 0, failed: 0, skipped: [] };
	rmSync(folder, { recursive: true });
	const broken = status !== 0 || count.passed === 0;
	return broken && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(runner: "vitest" | "playwright", file: string): Count {
	if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] };
	const report = JSON.parse(readFileSync(file, "utf8"));
	if (runner === "vitest") {
		const tests: { status: string; fullName: string }[] = report.testResults.flatMap(
			(each: { assertionResults: unknown }) => each.assertionResults,
		);
		const skipped = tests.filter(({ status }) => status === "skipped" || status === "pending");
		return {
			passed: report.numPassedTests,
			failed: report.numFailedTests,
			skipped: skipped.map(({ fullName }) => fullName),
		};
	}
	const { expected, unexpected, flaky } = report.stats;
	// On a busy machine a browser is late now and then. It is told, not hidden: such a test has to be mended.
	if (flaky > 0) console.log(`── ${flaky} passed on the second try only; Playwright names them above`);
	return { passed: expected + flaky, failed: unexpected, skipped: report.suites.flatMap(skippedIn) };
}

type Suite = {
	suites?: Suite[];
	specs: { title: string; tests: { status: string; annotations: { description?: string }[] }[] }[];
};

function skippedIn({ suites = [], specs }: Suite): string[] {
	const own = specs.flatMap(({ title, tests }) =>
		tests
			.filter(({ status }) => status === "skipped")
			.map(({ annotations }) => `${title} (${annotations.map(({ description }) => description).join(", ")})`),
	);
	return [...own, ...suites.flatMap(skippedIn)];
}
