import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Step = {
	name: string;
	/** Script and its arguments, run by this Node. */
	command: [string, ...string[]];
	/** The test runner whose tests are counted; a step without one counts as one test. */
	runner?: "vitest" | "playwright";
	/** Begins when all others have ended, because it needs the machine for itself. */
	alone?: boolean;
};

type Counts = { passed: number; failed: number; skipped: number };
export type Part = Counts & { name: string; seconds: number; output: string };

/** With it a program says that it can't run on this machine. */
const notRun = 77;

/**
 * Runs the test runners one after the other and, beside them, the other programs one after the other, also after one has
 * failed. Each says itself what failed; at the end it prints where the time went and, as the last line, `N passed, N failed`.
 */
export async function runSteps(steps: Step[]): Promise<Part[]> {
	const started = performance.now();
	const inTurn = async (own: Step[]) => {
		const parts: Part[] = [];
		for (const step of own) parts.push(await runStep(step));
		return parts;
	};
	const together = steps.filter(({ alone }) => !alone);
	const [programs, runners] = [together.filter(({ runner }) => !runner), together.filter(({ runner }) => runner)];
	const parts = (await Promise.all([inTurn(programs), inTurn(runners)])).flat();
	parts.push(...(await inTurn(steps.filter(({ alone }) => alone))));
	console.log(describeParts(parts, secondsSince(started)));
	process.exitCode = sum(parts, "failed") === 0 ? 0 : 1;
	return parts;
}

async function runStep({ name, command, runner }: Step): Promise<Part> {
	const started = performance.now();
	const folder = mkdtempSync(join(tmpdir(), "test-report-"));
	const report = join(folder, "report.json");
	const reporters = {
		vitest: ["--silent=passed-only", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
		playwright: ["--reporter=dot,json"],
	};
	const child = spawn(process.execPath, [...command, ...(runner ? reporters[runner] : [])], {
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...process.env,
			// Playwright gives its workers FORCE_COLOR itself, beside which Node warns of NO_COLOR.
			...(process.stdout.isTTY
				? { FORCE_COLOR: "1" }
				: runner === "playwright"
					? { FORCE_COLOR: "0" }
					: { NO_COLOR: "1" }),
			PLAYWRIGHT_JSON_OUTPUT_FILE: report,
		},
	});
	// A test runner is watched; what the programs beside it say is shown when they have ended.
	const waiting = [`\n── ${name}\n`];
	const output: string[] = [];
	const show = () => process.stdout.write(waiting.splice(0).join(""));
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8");
		stream.on("data", (text: string) => {
			waiting.push(text);
			output.push(text);
			if (runner) show();
		});
	}
	const status = await new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve(code ?? 1));
	});
	show();
	const counts = countTests(status, runner && (existsSync(report) ? readFileSync(report, "utf8") : "{}"));
	rmSync(folder, { recursive: true });
	return { name, seconds: secondsSince(started), output: output.join(""), ...counts };
}

/**
 * A program is one test, and so is a test runner that broke down or ran nothing: one that failed.
 * @param report what a test runner wrote, as JSON
 */
export function countTests(status: number, report?: string): Counts {
	if (report === undefined) {
		const [passed, skipped] = [Number(status === 0), Number(status === notRun)];
		return { passed, skipped, failed: 1 - passed - skipped };
	}
	// Vitest writes totals; Playwright writes `stats`, in which a test that needed a second try is flaky.
	const { numPassedTests = 0, numFailedTests = 0, numTotalTests = 0, stats } = JSON.parse(report);
	const counts: Counts = stats
		? { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
		: { passed: numPassedTests, failed: numFailedTests, skipped: numTotalTests - numPassedTests - numFailedTests };
	const isBroken = (status !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
	return isBroken ? { ...counts, failed: 1 } : counts;
}

const secondsSince = (started: number) => (performance.now() - started) / 1000;

export const sum = (parts: Part[], of: keyof Counts | "seconds") => parts.reduce((all, part) => all + part[of], 0);

/** A line for each part, and how long all took. */
function describeParts(parts: Part[], seconds: number): string {
	const line = (duration: number, text: string) => `${duration.toFixed(1).padStart(7)}  ${text}`;
	return [
		"\n── parts, in seconds",
		...parts.map((part) =>
			line(part.seconds, `${part.name}: ${part.passed} passed, ${part.failed} failed, ${part.skipped} skipped`),
		),
		line(seconds, "together"),
		`\n${sum(parts, "passed")} passed, ${sum(parts, "failed")} failed`,
	].join("\n");
}
