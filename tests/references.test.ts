import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";

// Comments cite the documents that the product is built from: (specification 8), (decision 024), (contracts: auth 12.1).

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/specification");
const decisions = readdirSync(join(root, "docs/decisions"));

type Citation = { where: string; text: string };

/** Every citation in parentheses, one for each part that a semicolon separates. */
function citationsOf(file: string, source: string): Citation[] {
	// A comment that goes on in the next line is one text.
	const joined = source.replace(/\n[\t ]*(?:\*|\/\/)[\t ]?/g, " ");
	return [...joined.matchAll(/\(((?:specification|contracts|decisions?|brand)\b[:, ] ?[^()"'`{}]*)\)/g)].flatMap(
		(match) => (match[1] ?? "").split(";").map((text) => ({ where: file, text: text.trim() })),
	);
}

/** Headings of a document, in order, with how deep each is. */
const headingsOf = (path: string) =>
	[...readFileSync(path, "utf8").matchAll(/^(#{1,4}) (.+)$/gm)].map(([, marks = "", text = ""]) => ({
		depth: marks.length,
		text: text.toLowerCase(),
	}));

const hasHeading = (path: string, name: string) =>
	existsSync(path) && headingsOf(path).some(({ text }) => text.startsWith(name.toLowerCase()));

function isFound(citation: string): boolean {
	const decision = /^decision (\d{3})\b/.exec(citation)?.[1];
	if (decision) return decisions.some((name) => name.startsWith(`${decision}-`));
	const section = /^specification (\d+)(?:: (.+))?$/.exec(citation);
	if (section) return isInSection(Number(section[1]), section[2]);
	const [, document = "", name = ""] = /^(decisions|brand): (.+)$/.exec(citation) ?? [];
	if (document) return hasHeading(join(folder, `${document}.md`), name);
	const [, contract, parts = ""] = /^contracts: ([\w-]+),? ?(.*)$/.exec(citation) ?? [];
	if (!contract) return false;
	const path = join(folder, `contracts/${contract}.md`);
	if (!existsSync(path)) return false;
	const names = parts.split(/, | and /).filter(Boolean);
	return names.every(
		(part) => hasHeading(path, /^\d+$/.test(part) ? `${part}. ` : part) || hasHeading(path, `${part} `),
	);
}

/** A heading below `## 2.`, and before `## 3.`, that begins with this name. */
function isInSection(number: number, name: string | undefined): boolean {
	const headings = headingsOf(join(folder, "specification.md"));
	const start = headings.findIndex(({ text }) => text.startsWith(`${number}. `));
	if (start === -1 || !name) return start !== -1;
	const rest = headings.slice(start + 1);
	const end = rest.findIndex(({ depth }) => depth <= 2);
	return rest.slice(0, end === -1 ? undefined : end).some(({ text }) => text.startsWith(name.toLowerCase()));
}

test("every citation in a comment names a document and a section that exist", () => {
	const files = globSync("{src,tests,e2e,scripts,bench}/**/*.{ts,tsx,mjs,css,typ}", { cwd: root });
	const citations = files
		.filter((file) => !file.endsWith("references.test.ts"))
		.flatMap((file) => citationsOf(file, readFileSync(join(root, file), "utf8")));
	expect(citations.length).toBeGreaterThan(50);
	expect(citations.filter(({ text }) => !isFound(text))).toEqual([]);
});

test.each([
	["decision 999", false],
	["decision 024 names the files", true],
	["specification 8", true],
	["specification 12", false],
	["specification 2: admin guard and layout", true],
	["specification 2: admin cellar", false],
	["decisions: bookings and contacts", true],
	["decisions: weather", false],
	["brand: back office", true],
	["contracts: auth 12.1", true],
	["contracts: auth 6.8 and 6.9", true],
	["contracts: auth 12.99", false],
	["contracts: auth 99", false],
	["contracts: operations, life of the process", true],
	["contracts: money 2", true],
	["contracts: cooking 1", false],
])("(%s) is found: %s", (citation, found) => {
	expect(isFound(citation)).toBe(found);
});

test("a citation that a line break divides is read whole", () => {
	expect(citationsOf("x.ts", "/**\n * Sent twice (contracts:\n * auth 3; decision 024).\n */")).toEqual([
		{ where: "x.ts", text: "contracts: auth 3" },
		{ where: "x.ts", text: "decision 024" },
	]);
});

test("the index of decisions lists each of them", () => {
	const index = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
	const files = decisions.filter((name) => /^\d{3}-/.test(name) && !name.startsWith("000-"));
	expect(files.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test("every mention of a decision, and every link between documents, leads somewhere", () => {
	const documents = globSync("{*.md,docs/**/*.md}", { cwd: root });
	// What a command writes for its own machine, such as figures, isn't in the repository.
	const generated = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
	const broken = documents.flatMap((document) => {
		const source = readFileSync(join(root, document), "utf8");
		const links = [...source.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, path = ""]) => path);
		return links
			.filter((path) => !existsSync(join(root, dirname(document), path)))
			.filter((path) => !generated.includes(`/${join(dirname(document), path)}`))
			.map((path) => `${document}: ${path}`);
	});
	expect(broken).toEqual([]);
	const sources = globSync("{src,tests,e2e,scripts,bench,docs}/**/*.{ts,tsx,mjs,md}", { cwd: root });
	const mentioned = sources.flatMap((file) =>
		[...readFileSync(join(root, file), "utf8").matchAll(/docs\/decisions\/(\d{3})/g)].map(([, number = ""]) => number),
	);
	const unknown = mentioned.filter((number) => !decisions.some((name) => name.startsWith(`${number}-`)));
	expect(unknown).toEqual([]);
});

test("the README names commands that exist, shows pictures that can be shown, and is short", async () => {
	const readme = readFileSync(join(root, "README.md"), "utf8");
	const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
	const commands = [...readme.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name = ""]) => name);
	expect(commands).toEqual(expect.arrayContaining(["demo", "start", "admin"]));
	expect(commands.filter((name) => !(name in scripts))).toEqual([]);
	const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)];
	expect(pictures.length).toBeGreaterThan(0);
	for (const [, description, path = ""] of pictures) {
		expect(description, path).not.toBe("");
		const { width } = await sharp(join(root, path)).metadata();
		expect(width, path).toBeGreaterThanOrEqual(480);
	}
	expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(7000);
	expect(readFileSync(join(root, "ARCHITECTURE.md")).length).toBeLessThanOrEqual(12_000);
});
