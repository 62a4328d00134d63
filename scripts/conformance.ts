import { existsSync, globSync, readFileSync } from "node:fs";

// The specification line by line: which file builds a statement and which test would fail without it (decision 027).
// Fails when one has no test.

const statementsFile = "docs/conformance/statements.tsv";
const testPatterns = ["{src,scripts,tests}/**/*.test.ts", "e2e/*.spec.ts"];

type Statement = { id: string; text: string; files: string[] };
type Test = { file: string; title: string };

const complaints: string[] = [];
const statements = readStatements();
const tests = readProofs();

for (const { id, files } of statements) {
	if (!tests.has(id)) complaints.push(`${id} has no test`);
	for (const file of files) if (!existsSync(file)) complaints.push(`${id} is built in ${file}, which does not exist`);
}
for (const complaint of complaints) console.error(complaint);
console.log(`${statements.length} statements, ${statements.filter(({ id }) => tests.has(id)).length} with a test.`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function readStatements(): Statement[] {
	const lines = readFileSync(statementsFile, "utf8").trimEnd().split("\n").slice(1);
	const seen = new Set<string>();
	return lines.map((line, index) => {
		const [id = "", text = "", files = "", ...rest] = line.split("\t");
		const where = `${statementsFile}:${index + 2}`;
		if (!/^[SD][\w-]+-\d\d$/.test(id) || !text || !files || rest.length > 0)
			complaints.push(`${where} is not a statement`);
		if (seen.has(id)) complaints.push(`${where} repeats ${id}`);
		seen.add(id);
		return { id, text, files: files.split(", ").map((file) => `src/${file}`) };
	});
}

/** Tests by the ids of the statements they prove: what the comments `// proves ID, ID` directly above them say. */
function readProofs(): Map<string, Test[]> {
	const known = new Set(statements.map(({ id }) => id));
	const proofs = new Map<string, Test[]>();
	for (const file of globSync(testPatterns).sort()) {
		const lines = readFileSync(file, "utf8").split("\n");
		if (lines.some((line) => line.includes("describe(") && line.includes(" tag")))
			complaints.push(`${file} tags a group: tag its tests`);
		let ids: string[] = [];
		for (const [index, line] of lines.entries()) {
			const tag = /^\s*\/\/ proves (.+)$/.exec(line)?.[1];
			if (tag !== undefined) {
				ids.push(...tag.split(", "));
				continue;
			}
			if (ids.length === 0) continue;
			const code = lines.slice(index).join("\n");
			const title = titleOf(code);
			if (title !== undefined && isLong(code))
				complaints.push(`${file}:${index + 1} proves what npm test does not run`);
			if (title === undefined) complaints.push(`${file}:${index + 1} no test follows the tag`);
			for (const id of ids) {
				if (!known.has(id)) complaints.push(`${file}:${index} proves ${id}, which is not a statement`);
				if (title !== undefined) proofs.set(id, [...(proofs.get(id) ?? []), { file, title }]);
			}
			ids = [];
		}
	}
	return proofs;
}

/** Of the test that begins here: `test("title"`, or the title behind the table of a `test.each(…)`. A skipped one proves nothing. */
function titleOf(code: string): string | undefined {
	const plain = /^\s*test\(\s*(["'`])(.*?)\1,/s;
	const table = /^\s*test\.(?:each|runIf)\b.*?\)\(\s*(["'`])(.*?)\1,/s;
	return (plain.exec(code) ?? table.exec(code))?.[2];
}

/** Only `npm run test:all` runs it (decision 041): it runs if it `isLong`, or the tag stands between title and function. */
function isLong(code: string): boolean {
	return (
		/^\s*test\.runIf\([^)]*isLong/.test(code) ||
		/["`'],\s*\{ tag(?: \}|: "@long")/.test(code.slice(0, code.indexOf("=>")))
	);
}
