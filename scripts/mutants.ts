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
import { type Runner, readTestReport } from "./test-reports.ts";

// Do the tests notice when something breaks? Plants the small faults of docs/mutants/faults.tsv, runs for each the tests
// that should fail, and writes docs/mutants.md. `-- ID…` runs some of them, `--check` only looks whether every fault still
// applies. Everything happens in a copy of the checkout.

const tableFile = "docs/mutants/faults.tsv";
const reportFile = "docs/mutants.md";
/** The project of vitest.config.ts to which `*.api.test.ts` belong. */
const api = "api";
const unit = "unit";
const browser = "the browser";
/** So many faults at most are planted together; more would get in each other's way. */
const faultsAtOnce = 24;
const longestRunMs = 40 * 60_000;

const reportName = "mutants-report.json";
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
		for (const runner of [unit, api, browser]) {
			const own = chosen.filter(isFor(runner));
			const broken = findBroken(copy, own);
			for (const batch of inBatches(own)) {
				for (const outcome of runBatch(copy, batch, broken)) addOutcome(outcomes, outcome);
			}
		}
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
	const ran = chosen.filter(({ id }) => outcomes.has(id));
	const survivors = ran.filter(({ id }) => !outcomes.get(id)?.noticedBy);
	console.log(`\n${ran.length} planted, ${ran.length - survivors.length} noticed, ${survivors.length} survived`);
	for (const { id, file, what } of survivors) console.log(`${id}: ${what} (${file})`);
	process.exitCode = ran.length < chosen.length || survivors.some(({ reason }) => reason === "") ? 1 : 0;
}

/** After each one, so that a run that is cut off has not been for nothing. */
function addOutcome(outcomes: Map<string, Outcome>, outcome: Outcome): void {
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
const patternOf = ({ find }: Fault) => new RegExp(find.split("⏎").map(escaped).join("\\n\\s*"), "g");

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A table that is no longer true would count faults that were never planted. */
function findProblems(fault: Fault): string[] {
	const { id, kind, file, find, put, tests, what } = fault;
	if (!find || !what) return [`${id || "a line without an id"} lacks what to find, or what it means`];
	const problems: string[] = [];
	if (faults.filter((other) => other.id === id).length > 1) problems.push(`${id} appears twice`);
	if (!kinds.includes(kind)) problems.push(`${id} is of an unknown kind: ${kind}`);
	if (runnerOf(fault).includes(" and "))
		problems.push(`${id} has tests of ${runnerOf(fault)}, which do not run together`);
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

/** What runs a fault's tests: a project of Vitest, or Playwright. */
function runnerOf({ tests }: Fault): string {
	const runners = new Set(
		tests.map(({ file }) => (file.endsWith(".spec.ts") ? browser : file.endsWith(".api.test.ts") ? api : unit)),
	);
	return [...runners].join(" and ");
}

const isFor = (runner: string) => (fault: Fault) => runnerOf(fault) === runner;

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

/**
 * The faults of a batch lie in different files and are named for different tests, and each counts as noticed only if one of
 * its own tests fails. What more than one subject depends on is planted alone.
 */
function inBatches(all: Fault[]): Fault[][] {
	const batches: Fault[][] = [];
	for (const fault of all) {
		const room = batches.find((batch) => batch.length < faultsAtOnce && batch.every((other) => mayShare(fault, other)));
		if (room) room.push(fault);
		else batches.push([fault]);
	}
	return batches;
}

function mayShare(one: Fault, other: Fault): boolean {
	if (one.file === other.file || one.tests.some((test) => other.tests.some((each) => overlap(test, each))))
		return false;
	// A build takes a minute: there, even what belongs to all is planted together, for tests that look at one thing.
	return isFor(browser)(one) || (areaOf(one) !== areaOf(other) && isOfOneSubject(one) && isOfOneSubject(other));
}

const overlap = (one: NamedTest, other: NamedTest) =>
	one.file === other.file && (one.title.startsWith(other.title) || other.title.startsWith(one.title));

const areaOf = ({ id }: Fault) => id.split("-")[0] ?? "";

/** Everyone signs in, and pure rules are tried in no time. */
const isOfOneSubject = (fault: Fault) => isFor(api)(fault) && /^src\/features\/(?!auth\/|users\/)/.test(fault.file);

/** A test that fails without any fault as well notices nothing. */
function findBroken(copy: string, own: Fault[]): TestResult[] {
	const broken = own.length === 0 ? [] : runTests(copy, own).filter(({ failed }) => failed);
	for (const { file, title, message } of broken) console.error(`fails without a fault: ${file}: ${title}: ${message}`);
	return broken;
}

function runBatch(copy: string, batch: Fault[], broken: TestResult[]): Outcome[] {
	const started = performance.now();
	for (const fault of batch) plant(copy, fault);
	const results = runTests(copy, batch).filter((one) => !broken.some((other) => isSame(one, other)));
	for (const fault of batch) restore(copy, fault);
	const seconds = Math.round((performance.now() - started) / 1000 / batch.length);
	return batch.flatMap((fault) => {
		const own = results.filter((result) => isNamed(fault, result));
		const failed = own.find((result) => result.failed);
		if (failed) console.log(`  ${failed.message}`);
		if (own.length === 0) console.error(`${fault.id}: none of its tests was run`);
		else if (failed && noProgram.test(failed.message)) console.error(`${fault.id} is not valid code`);
		else return { id: fault.id, noticedBy: failed && `${failed.file}: ${failed.title}`, seconds };
		return [];
	});
}

const isSame = (one: NamedTest, other: NamedTest) => one.file === other.file && one.title === other.title;

function runTests(copy: string, batch: Fault[]): TestResult[] {
	rmSync(join(copy, reportName), { force: true });
	return batch.every(isFor(browser)) ? runInBrowser(copy, batch) : runInVitest(copy, batch);
}

function runInVitest(copy: string, batch: Fault[]): TestResult[] {
	const files = [...new Set(batch.flatMap(({ tests }) => tests.map(({ file }) => file)))];
	const words = ["run", "--reporter=json", `--outputFile=${reportName}`];
	if (batch.length === 1) words.push("--bail=1");
	for (const project of new Set(batch.map(runnerOf))) words.push("--project", project);
	const { stdout, stderr } = runNode(copy, "node_modules/vitest/vitest.mjs", [...words, ...files]);
	if (!existsSync(join(copy, reportName))) throw new Error(`these tests did not run: ${files}\n${stdout}\n${stderr}`);
	return readResults(copy, "vitest");
}

function runInBrowser(copy: string, batch: Fault[]): TestResult[] {
	const built = runNode(copy, "node_modules/@react-router/dev/bin.cjs", ["build"]);
	if (built.status !== 0) {
		throw new Error(`these do not build: ${batch.map(({ id }) => id).join(", ")}\n${built.stderr}`);
	}
	const tests = batch.flatMap((fault) => fault.tests);
	const files = new Set(tests.map(({ file }) => file));
	const titles = tests.map(({ title }) => escaped(title)).join("|");
	const words = ["test", ...files, "--retries=0", "--reporter=json", "-g", titles];
	const { stdout, stderr } = runNode(copy, "node_modules/@playwright/test/cli.js", words, {
		PLAYWRIGHT_JSON_OUTPUT_FILE: reportName,
	});
	if (!existsSync(join(copy, reportName))) throw new Error(`these tests did not run: ${titles}\n${stdout}\n${stderr}`);
	return readResults(copy, "playwright");
}

const isNamed = ({ tests }: Fault, { file, title }: NamedTest) =>
	tests.some((named) => named.file === file && title.includes(named.title));

/** Every test notices what is no program any more: that would prove nothing. */
const noProgram = /is not defined|SyntaxError|Transform failed|is not a function/;

function readResults(copy: string, runner: Runner): TestResult[] {
	return readTestReport(runner, join(copy, reportName), copy).map(({ file, title, status, message }) => ({
		file,
		title,
		failed: status === "failed",
		message: message.split("\n").slice(0, 4).join(" | "),
	}));
}

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
	const byArea = Map.groupBy(faults, areaOf);
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
		"Generated by `npm run mutants` from `docs/mutants/faults.tsv`; not edited by hand. Each fault was planted in a copy of the",
		"checkout and its named tests were run: unit tests one fault at a time, API tests with faults of other areas, browser",
		"tests many to a build. A fault counts as noticed only when one of its own named tests failed that had passed before.",
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
