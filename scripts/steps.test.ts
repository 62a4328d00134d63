import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { countTests } from "./steps.ts";

test("the totals of both test runners are read, and a test that needed a second try has failed", () => {
	const vitest = JSON.stringify({ numPassedTests: 7, numFailedTests: 1, numTotalTests: 10 });
	expect(countTests(1, vitest)).toEqual({ passed: 7, failed: 1, skipped: 2 });
	const playwright = JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } });
	expect(countTests(1, playwright)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test("a program that can't run on this machine is neither passed nor failed", () => {
	expect(countTests(77)).toEqual({ passed: 0, failed: 0, skipped: 1 });
});

test.each([
	["fails outside its tests", 1, { numPassedTests: 7, numFailedTests: 0, numTotalTests: 8 }],
	["runs no test", 0, { numPassedTests: 0, numFailedTests: 0, numTotalTests: 3 }],
	["writes no report", 0, {}],
])("a test runner that %s counts as one failure", (_, status, report) => {
	expect(countTests(status, JSON.stringify(report)).failed).toBe(1);
});

test("a failed program doesn't end the run, and the last line has the totals", () => {
	const script = `import { runSteps } from "./scripts/steps.ts";
		const step = (name, code) => ({ name, command: ["--eval", code] });
		await runSteps([step("fails", "console.log('why'); process.exit(3)"), step("passes", "1")]);`;
	const run = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
	expect(run.status).toBe(1);
	expect(run.stdout).toMatch(/── fails\nwhy\n.*passes: 1 passed.*\n1 passed, 1 failed\n$/s);
});
