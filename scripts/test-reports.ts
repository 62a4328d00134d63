import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Runner = "vitest" | "playwright";

export type TestResult = {
	/** Relative to the checkout. */
	file: string;
	/** With the titles of the groups around it. */
	title: string;
	status: "passed" | "failed" | "skipped";
	seconds: number;
	/** The first lines of what it failed with, or the reason why it was skipped. */
	message: string;
};

/** The results in the JSON report of a test runner that ran in the folder `root`. */
export function readTestReport(runner: Runner, path: string, root = process.cwd()): TestResult[] {
	const report = JSON.parse(readFileSync(path, "utf8"));
	return runner === "vitest" ? readVitest(report, root) : readPlaywright(report, root);
}

type VitestReport = {
	testResults: {
		name: string;
		status: string;
		message: string;
		assertionResults: { status: string; fullName: string; duration?: number | null; failureMessages: string[] }[];
	}[];
};

function readVitest({ testResults }: VitestReport, root: string): TestResult[] {
	return testResults.flatMap(({ name, status, message, assertionResults }) => {
		const file = relative(root, name);
		const tests = assertionResults.map((test): TestResult => {
			const known = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
			return {
				file,
				title: test.fullName,
				status: known,
				seconds: (test.duration ?? 0) / 1000,
				message: firstLines(test.failureMessages[0]),
			};
		});
		// What fails outside its tests, in an import or a hook.
		if (status === "failed" && tests.every((test) => test.status !== "failed"))
			tests.push({ file, title: "the file itself", status: "failed", seconds: 0, message: firstLines(message) });
		return tests;
	});
}

type Suite = {
	file: string;
	title: string;
	suites?: Suite[];
	specs: {
		title: string;
		tests: {
			status: string;
			projectName: string;
			annotations: { description?: string }[];
			results: { duration: number; error?: { message?: string } }[];
		}[];
	}[];
};

type PlaywrightReport = { config: { rootDir: string }; suites: Suite[]; errors: { message?: string }[] };

/** The project of playwright.config.ts that runs every test. */
const mainProject = "files on disk";

function readPlaywright({ config, suites, errors }: PlaywrightReport, root: string): TestResult[] {
	const folder = relative(root, config.rootDir);
	const resultsOf = (suite: Suite, groups: string[]): TestResult[] => [
		...suite.specs.flatMap(({ title, tests }) =>
			tests.map(({ status, projectName, annotations, results }): TestResult => {
				// Whoever passes on a second try only, which Playwright calls flaky, has failed.
				const known = status === "expected" ? "passed" : status === "skipped" ? "skipped" : "failed";
				const failure = results.find(({ error }) => error)?.error?.message;
				return {
					file: `${folder}/${suite.file}`,
					title: `${[...groups, title].join(" › ")}${projectName === mainProject ? "" : `, ${projectName}`}`,
					status: known,
					seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
					message:
						known === "skipped" ? annotations.map(({ description }) => description).join(", ") : firstLines(failure),
				};
			}),
		),
		...(suite.suites ?? []).flatMap((each) => resultsOf(each, [...groups, each.title])),
	];
	// What fails outside the tests: a file that cannot be read, or the set-up that all share.
	const broken = errors.map(
		({ message }): TestResult => ({
			file: folder,
			title: "outside the tests",
			status: "failed",
			seconds: 0,
			message: firstLines(message),
		}),
	);
	return [...suites.flatMap((suite) => resultsOf(suite, [])), ...broken];
}

const mostLines = 8;
const longestLine = 240;

/** What a person needs to see of a failure, without colors and the way through the program. */
export function firstLines(text = ""): string {
	return stripVTControlCharacters(text)
		.split("\n")
		.filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
		.slice(0, mostLines)
		.map((line) => line.slice(0, longestLine))
		.join("\n");
}
