import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

// Do the tests notice when something breaks? Plants the small faults of docs/mutants/faults.tsv, runs for each the tests
// that should fail, and writes docs/mutants.md. `-- ID…` runs some of them, `--check` only looks whether every fault still
// applies. Everything happens in a copy of the checkout.

const tableFile = "docs/mutants/faults.tsv";
const reportFile = "docs/mutants.md";
/** The project of vitest.config.ts to which `*.api.test.ts` belong. */
const apiProject = "pglite";
/** So many faults share a build and a run of the browser tests; more would get in each other's way. */
const faultsInBuild = 24;
const longestRunMs = 20 * 60_000;

const survived = "**nobody**";
const notRun = "not run yet";

const kinds = ["status", "guard", "text", "default", "limit", "mail", "order", "state", "rule", "escape", "focus"];

type NamedTest = { file: string; title: string };
type Fault = {
	id: string;
	kind: string;
	file: string;
	find: string;
	put: string;
	tests: NamedTest[];
	/** What a user, or an attacker, would see. */
	what: string;
	/** Why it may survive. */
	reason: string;
};
/** What a fault has come to: the test that failed, or none. */
type Outcome = { id: string; noticedBy: string | undefined; seconds: number };
type TestResult = NamedTest & { failed: boolean; message: string };

const root = resolve(import.meta.dirname, "..");

function runFaults(): void {
	const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
	const unknown = wanted.filter((id) => !faults.some((fault) => fault.id === id));
	if (unknown.length > 0) throw new Error(`no faults of ${tableFile}: ${unknown.join(", ")}`);
	const chosen = faults.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
	const copy = copyCheckout();
	const outcomes = readOutcomes();
	try {
		for (const fault of chosen.filter((each) => !isForBrowser(each))) keep(outcomes, runInVitest(copy, fault));
		for (const batch of inBatches(chosen.filter(isForBrowser))) {
			for (const outcome of runInBrowser(copy, batch)) keep(outcomes, outcome);
		}
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
	const survivors = chosen.filter(({ id }) => !outcomes.get(id)?.noticedBy);
	console.log(`\n${chosen.length} planted, ${chosen.length - survivors.length} noticed, ${survivors.length} survived`);
	for (const { id, file, what } of survivors) console.log(`${id}: ${what} (${file})`);
	process.exitCode = survivors.some(({ reason }) => reason === "") ? 1 : 0;
}

/** After each one, so that a run that is cut off has not been for nothing. */
function keep(outcomes: Map<string, Outcome>, outcome: Outcome): void {
	outcomes.set(outcome.id, outcome);
	console.log(`${outcome.noticedBy ? "noticed " : "SURVIVED"} ${outcome.id} ${outcome.noticedBy ?? ""}`);
	writeFileSync(reportFile, drawReport(outcomes));
}

function readFaults(): Fault[] {
	const [, ...lines] = readFileSync(tableFile, "utf8").trimEnd().split("\n");
	return lines.map((line) => {
		const [id = "", kind = "", file = "", find = "", put = "", tests = "", what = "", reason = ""] = line.split("\t");
		return {
			id,
			kind,
			file: `src/${file}`,
			find,
			put: put.replaceAll("⏎", "\n"),
			tests: readTests(tests),
			what,
			reason,
		};
	});
}

/** 'file#title; file': a title may be the beginning of one. */
function readTests(text: string): NamedTest[] {
	return text.split("; ").map((each) => {
		const [file = "", title = ""] = each.split("#");
		return { file, title };
	});
}

/** '⏎' in the table stands for a line break and the indentation after it. */
const patternOf = ({ find }: Fault) =>
	new RegExp(
		find
			.split("⏎")
			.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
			.join("\\n\\s*"),
		"g",
	);

/** A table that is no longer true would count faults that were never planted. */
function findProblems(fault: Fault): string[] {
	const { id, kind, file, find, put, tests, what } = fault;
	if (!find || !what) return [`${id || "a line without an id"} lacks what to find, or what it means`];
	const problems: string[] = [];
	if (faults.filter((other) => other.id === id).length > 1) problems.push(`${id} stands twice`);
	if (!kinds.includes(kind)) problems.push(`${id} is of no known kind: ${kind}`);
	if (find === put) problems.push(`${id} changes nothing`);
	const places = existsSync(file) ? (readFileSync(file, "utf8").match(patternOf(fault))?.length ?? 0) : -1;
	if (places === -1) problems.push(`${id} is planted in ${file}, which does not exist`);
	else if (places !== 1) problems.push(`${id} no longer applies: ${file} has ${places} times: ${find}`);
	for (const { file: test, title } of tests) {
		if (!existsSync(test)) problems.push(`${id} names ${test}, which does not exist`);
		else if (!readFileSync(test, "utf8").includes(title)) problems.push(`${id} names no test of ${test}: ${title}`);
	}
	return problems;
}

const isForBrowser = ({ tests }: Fault) => tests.every(({ file }) => file.endsWith(".spec.ts"));

/** What git knows of or would take, changed or not; packages are shared by a link. */
function copyCheckout(): string {
	const copy = mkdtempSync(join(tmpdir(), "mutants-"));
	const listed = run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], root).stdout;
	for (const file of new Set(listed.split("\0").filter((name) => name && existsSync(name)))) {
		if (statSync(file).isDirectory()) continue;
		mkdirSync(dirname(join(copy, file)), { recursive: true });
		copyFileSync(file, join(copy, file));
	}
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
	return copy;
}

function plant(copy: string, fault: Fault): void {
	const path = join(copy, fault.file);
	writeFileSync(
		path,
		readFileSync(path, "utf8").replace(patternOf(fault), () => fault.put),
	);
}

const restore = (copy: string, { file }: Fault) => copyFileSync(file, join(copy, file));

function runInVitest(copy: string, fault: Fault): Outcome {
	const started = performance.now();
	const report = join(copy, "report.json");
	rmSync(report, { force: true });
	plant(copy, fault);
	const files = fault.tests.map(({ file }) => file);
	const projects = new Set(files.map((file) => (file.endsWith(".api.test.ts") ? apiProject : "unit")));
	const words = ["run", "--no-isolate", "--bail=1", "--reporter=json", `--outputFile=${report}`];
	const ended = runNode(copy, "node_modules/vitest/vitest.mjs", [
		...words,
		...[...projects].flatMap((project) => ["--project", project]),
		...files,
	]);
	restore(copy, fault);
	const results = existsSync(report) ? readVitest(report, copy) : [];
	if (ended.status !== 0 && !results.some(({ failed }) => failed)) {
		throw new Error(`the tests of ${fault.id} did not run:\n${ended.stdout}\n${ended.stderr}`);
	}
	return { id: fault.id, noticedBy: noticedIn(results, fault), seconds: secondsSince(started) };
}

/**
 * Faults of one batch lie in different files and are named for different tests, and each counts as noticed only if one of
 * its own tests fails.
 */
function inBatches(all: Fault[]): Fault[][] {
	const batches: Fault[][] = [];
	for (const fault of all) {
		const room = batches.find(
			(batch) => batch.length < faultsInBuild && batch.every((other) => mayShare(fault, other)),
		);
		if (room) room.push(fault);
		else batches.push([fault]);
	}
	return batches;
}

const mayShare = (one: Fault, other: Fault) =>
	one.file !== other.file && one.tests.every((test) => !other.tests.some((each) => overlap(test, each)));

const overlap = (one: NamedTest, other: NamedTest) =>
	one.file === other.file && (one.title.startsWith(other.title) || other.title.startsWith(one.title));

function runInBrowser(copy: string, batch: Fault[]): Outcome[] {
	const started = performance.now();
	const report = join(copy, "report.json");
	rmSync(report, { force: true });
	for (const fault of batch) plant(copy, fault);
	const built = runNode(copy, "node_modules/@react-router/dev/bin.cjs", ["build"]);
	const ids = batch.map(({ id }) => id).join(", ");
	if (built.status !== 0) throw new Error(`these do not build: ${ids}\n${built.stderr}`);
	const tests = batch.flatMap((fault) => fault.tests);
	const titles = tests.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	const words = ["test", ...new Set(tests.map(({ file }) => file)), "--retries=0", "--reporter=json", "-g"];
	runNode(copy, "node_modules/@playwright/test/cli.js", [...words, titles.join("|")], {
		PLAYWRIGHT_JSON_OUTPUT_FILE: report,
	});
	for (const fault of batch) restore(copy, fault);
	if (!existsSync(report)) throw new Error(`the browser tests of these did not run: ${ids}`);
	const results = readPlaywright(report);
	return batch.map((fault) => {
		const own = results.filter((result) => isNamed(fault, result));
		if (own.length === 0) throw new Error(`${fault.id}: none of its tests was run`);
		return {
			id: fault.id,
			noticedBy: noticedIn(own, fault),
			seconds: Math.round(secondsSince(started) / batch.length),
		};
	});
}

const isNamed = ({ tests }: Fault, { file, title }: NamedTest) =>
	tests.some((named) => named.file === file && title.includes(named.title));

/** Every test notices what is no program any more: that would prove nothing. */
const noProgram = /is not defined|SyntaxError|Transform failed|is not a function/;

function noticedIn(results: TestResult[], fault: Fault): string | undefined {
	const failed = results.find((result) => result.failed && isNamed(fault, result));
	if (!failed) return undefined;
	if (noProgram.test(failed.message)) throw new Error(`${fault.id} is no valid code: ${failed.message}`);
	console.log(`  ${failed.message}`);
	return `${failed.file}: ${failed.title}`;
}

function readVitest(report: string, copy: string): TestResult[] {
	type File = { name: string; assertionResults: { status: string; title: string; failureMessages: string[] }[] };
	const { testResults }: { testResults: File[] } = JSON.parse(readFileSync(report, "utf8"));
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ status, title, failureMessages }) => ({
			file: name.slice(copy.length + 1),
			title,
			failed: status === "failed",
			message: firstLine(failureMessages[0]),
		})),
	);
}

type Suite = {
	suites?: Suite[];
	specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
};

function readPlaywright(report: string): TestResult[] {
	const resultsOf = ({ suites = [], specs }: Suite): TestResult[] => [
		...specs.map(({ file, title, ok, tests }) => ({
			file: `e2e/${file}`,
			title,
			failed: !ok,
			message: firstLine(tests[0]?.results[0]?.error?.message),
		})),
		...suites.flatMap(resultsOf),
	];
	return JSON.parse(readFileSync(report, "utf8")).suites.flatMap(resultsOf);
}

const firstLine = (text = "") => stripVTControlCharacters(text).split("\n").filter(Boolean).slice(0, 4).join(" | ");

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000);

const runNode = (folder: string, script: string, words: string[], environment = {}) =>
	run(process.execPath, [script, ...words], folder, environment);

function run(command: string, words: string[], cwd: string, environment = {}): SpawnSyncReturns<string> {
	return spawnSync(command, words, {
		cwd,
		encoding: "utf8",
		maxBuffer: 256 * 1024 * 1024,
		env: { ...process.env, ...environment },
		// A fault may well make something wait for ever.
		timeout: longestRunMs,
	});
}

/** What the last runs have found, of the faults that are still there. */
function readOutcomes(): Map<string, Outcome> {
	const outcomes = new Map<string, Outcome>();
	if (!existsSync(reportFile)) return outcomes;
	for (const line of readFileSync(reportFile, "utf8").split("\n")) {
		const [, id = "", , , , noticed = "", seconds = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
		if (!faults.some((fault) => fault.id === id) || noticed === notRun) continue;
		const noticedBy = noticed === survived ? undefined : noticed.replaceAll("\\|", "|").replaceAll("&lt;", "<");
		outcomes.set(id, { id, noticedBy, seconds: Number(seconds) });
	}
	return outcomes;
}

function drawReport(outcomes: Map<string, Outcome>): string {
	const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
	const isNoticed = ({ id }: Fault) => outcomes.get(id)?.noticedBy !== undefined;
	const isSurvivor = (fault: Fault) => outcomes.has(fault.id) && !isNoticed(fault);
	const numbers = (name: string, some: Fault[]) =>
		`| ${name} | ${some.length} | ${some.filter(isNoticed).length} | ${some.filter(isSurvivor).length} |`;
	const byArea = Map.groupBy(faults, ({ id }) => id.split("-")[0] ?? "");
	const survivors = faults
		.filter(isSurvivor)
		.map(({ id, what, reason }) => `- ${id}, ${what}: ${reason || "no reason yet"}`);
	const rows = faults.map((fault) => {
		const { id, kind, file, what } = fault;
		const outcome = outcomes.get(id);
		const noticed = outcome ? (outcome.noticedBy ?? survived) : notRun;
		return `| ${id} | ${kind} | ${cell(what)} | ${file} | ${cell(noticed)} | ${outcome?.seconds ?? ""} |`;
	});
	return [
		"# Planted faults",
		"",
		"Drawn by `npm run mutants` from `docs/mutants/faults.tsv`; not edited by hand. Each fault was planted in a copy of the",
		"checkout and its named tests were run: unit and API tests one fault at a time, browser tests many to a build. A",
		"fault counts as noticed only when one of its own named tests failed.",
		"",
		"| Area | Planted | Noticed | Survived |",
		"|---|---|---|---|",
		...[...byArea].map(([area, some]) => numbers(area, some)),
		numbers("**all**", faults),
		"",
		"## Survivors",
		"",
		...(survivors.length > 0 ? survivors : ["None."]),
		"",
		"## All",
		"",
		"| Id | Kind | What it does | Planted in | Noticed by | s |",
		"|---|---|---|---|---|---|",
		...rows,
		"",
	].join("\n");
}

process.chdir(root);
const faults = readFaults();
const complaints = faults.flatMap(findProblems);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else if (process.argv.includes("--check")) console.log(`${faults.length} faults apply.`);
else runFaults();
