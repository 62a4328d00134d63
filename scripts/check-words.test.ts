// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are planted source code
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { staticSteps } from "./check.ts";
import { ruledOutWords, textsOf } from "./check-words.ts";

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "words-"));
	mkdirSync(join(root, "src"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plant = (code: string) => writeFileSync(join(root, "src/x.tsx"), `${code}\n`);

test.each([
	['const x = "The mails were sent";', "mails", "emails"],
	['const x = "Mail";', "Mail", "email"],
	["const x = `Nobody at ${place}`;", "Nobody", "no one"],
	["const x = <p>\n\tIt happens by itself.\n</p>;", "by itself", "automatically"],
	['const x = <input aria-label="Held back" />;', "Held back", "on hold"],
	['const x = { hint: "A grey box" };', "grey", "American spelling"],
	["const x = <p>{late && `A colour of ${name}`}</p>;", "colour", "American spelling"],
	['const x = "The call was cancelled.";', "cancelled", "canceled"],
	["const x = <p>{share} %</p>;", " %", "right after"],
	["const x = `${share} % of it`;", " %", "right after"],
	['const x = "To cancel it, use the button.";', "use the button", "use the link"],
	['const x = "The old address redirects.";', "old address", "URL"],
])("%s is refused in a text", (code, word, instead) => {
	plant(code);
	expect(ruledOutWords(root)).toEqual([expect.stringMatching(`^src/x\\.tsx:1: "${word}" in .*${instead}.*`)]);
});

test.each([
	'import { x } from "#features/mails/held back.ts";',
	'const x = "mail";',
	'const x = <p className="Grey mails" />;',
	"const x = sql`select * from mails where held back`;",
	'type Mail = "A mail";',
	'const x = { "mails sent": 1 };',
	"// somebody's mails",
	'const x = "Set the mail server, or read the mail folder.";',
])("%s is no text, or allowed", (code) => {
	plant(code);
	expect(ruledOutWords(root)).toEqual([]);
});

test("a failure has to say what to do next, unless the specification quotes it", () => {
	mkdirSync(join(root, "docs/specification"), { recursive: true });
	writeFileSync(join(root, "docs/specification/specification.md"), "| Jobs | 'Failed to load jobs' |\n");
	plant('const x = ["Failed to load jobs", "Failed to save. Try again.", `Failed to remove the ${what}`];');
	expect(ruledOutWords(root)).toEqual([expect.stringMatching(/^src\/x\.tsx:1: "Failed to remove the {}" says no/)]);
});

test("the documents for operators follow the same rules, code aside", () => {
	writeFileSync(
		join(root, "README.md"),
		"Set `nobody`.\n\n```\nnobody\n```\n\n[Logs](nobody.md): nobody reads them.\n",
	);
	expect(ruledOutWords(root)).toEqual([expect.stringMatching(/^README\.md:7: "nobody" in/)]);
});

test("texts stand with their line, and templates as one text", () => {
	expect(textsOf("x.ts", "const a = 1;\nconst b = `Sent to ${a} people`;")).toEqual([
		{ line: 2, text: "Sent to {} people" },
	]);
});

test("`npm run check` looks for them", () => {
	expect(staticSteps.map(({ command }) => command[0])).toContain("scripts/check-words.ts");
});
