import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeParts } from "./steps.ts";
import { readTestReport, type TestResult } from "./test-reports.ts";

const folder = mkdtempSync(join(tmpdir(), "test-reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: object): string {
	const path = join(folder, "report.json");
	writeFileSync(path, JSON.stringify(report));
	return path;
}

const buildResult = (changed: Partial<TestResult>): TestResult => ({
	file: "src/a.test.ts",
	title: "adds",
	status: "passed",
	seconds: 1,
	message: "",
	...changed,
});

test("a test that passes on its second try only has failed", () => {
	const results = [
		{ duration: 1500, error: { message: "\u001b[31mtoo late\u001b[39m\n\n    at e2e/a.spec.ts:3" } },
		{ duration: 500 },
	];
	const tests = [{ status: "flaky", projectName: "files on S3", annotations: [], results }];
	const suites = [{ file: "a.spec.ts", title: "a.spec.ts", specs: [{ title: "opens", tests }] }];
	const path = written({ config: { rootDir: "/site/e2e" }, errors: [], suites });
	expect(readTestReport("playwright", path, "/site")).toEqual([
		{ file: "e2e/a.spec.ts", title: "opens, files on S3", status: "failed", seconds: 2, message: "too late" },
	]);
});

test("a file that fails before its first test counts as failed", () => {
	const broken = { name: "/site/src/a.test.ts", status: "failed", message: "no such module", assertionResults: [] };
	expect(readTestReport("vitest", written({ testResults: [broken] }), "/site")).toMatchObject([
		{ file: "src/a.test.ts", status: "failed", message: "no such module" },
	]);
});

test("the summary names the failures, the slowest steps, each part, and finally the totals", () => {
	const tests = [
		buildResult({}),
		buildResult({ title: "subtracts", status: "failed", seconds: 0.5, message: "expected 1\nreceived 2" }),
		buildResult({ file: "src/b.test.ts", seconds: 4 }),
		buildResult({ file: "src/c.test.ts", status: "skipped", seconds: 0, message: "needs root" }),
	];
	expect(describeParts([{ name: "rules", seconds: 7, tests }], 7)).toBe(`
── 1 failed
src/a.test.ts: subtracts (rules)
    expected 1
    received 2
── 1 not run
src/c.test.ts: adds (rules): needs root
── slowest files, in seconds of their tests
    4.0  src/b.test.ts (rules)
    1.5  src/a.test.ts (rules)
    0.0  src/c.test.ts (rules)
── parts, in seconds
    7.0  rules: 2 passed, 1 failed, 1 skipped
    7.0  together

2 passed, 1 failed`);
});
