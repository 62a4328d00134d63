// Fails when a text that people read uses a word that docs/writing.md rules out. Reads string literals, templates, and JSX
// text; identifiers, import paths, CSS classes, and SQL are not texts. Of the documents for operators, it reads the prose.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** What may not stand in a text, and what to write instead. */
const ruledOut: [RegExp, string][] = [
	[/\bmails\b/i, "emails"],
	[/\bmailed\b/i, "emailed"],
	[/\bmail\b(?![ -](?:server|folder))/i, "email"],
	[/\b(?:some|any|no|every)body\b/i, "someone, anyone, no one, everyone"],
	[/\bwhoever\b/i, "anyone who"],
	[/\bby (?:itself|themselves)\b/i, "automatically"],
	[/\b(?:is|are|was|were|be|been) told\b/i, "is notified, gets an email"],
	[/\banswer this (?:message|email)\b/i, "reply to this email"],
	[/\bonce more\b|\banew\b/i, "again"],
	[/\bany more\b/i, "no longer"],
	[/\bbrought back\b/i, "can't be undone"],
	[/\btaken? back\b/i, "undo, revoke"],
	[/\ball the same\b/i, "anyway"],
	[/\bgood until\b/i, "expires"],
	[/\bheld[ -]back\b/i, "on hold"],
	[/\bshall\b/i, "will, must"],
	[/\brings? (?:you )?back\b/i, "calls back"],
	[/\bafterwards\b/i, "afterward"],
	[/\bsign(?:s|ed|ing)? (?:\w+ ){0,2}out\b/i, "log out"],
	[/\bquarantined?\b/i, "on hold"],
	[/\bcancelled\b/i, "canceled"],
	[/ %(?![A-Z%{])/, "the sign right after the number"],
	[/\buse the button\b/i, "use the link: An email as text has no button"],
	[/\b(?:page's|old) address\b/i, "URL"],
	[/\bour (?:database|disk)\b/i, "what the reader can do, without the machinery"],
	[/\bhalf a minute\b/i, "30 seconds"],
	[/\bfrom elsewhere\b/i, "external"],
	[/(?<![-\w])grey(?![-\w])|(?:col|behavi|fav|hon)our/i, "the American spelling"],
];

/** Texts that may keep such a word: search keywords, keys, lines of the marketing copy, and texts that a contract fixes. */
const exceptions = new Set([
	// Texts of the contract (contracts: inbox 9 and 14).
	"The mail came back: {}",
	"The mail came back:",
	"Mail Not Delivered",
	"Incoming mail has not been read since",
	"mail outbox sent messages",
	"spam suspicious quarantine held back",
	"sign out account",
	"confirmation mails",
	// The name of a lock in the database, which processes of an older version hold, too.
	"inbound mails",
	"mail throttle",
	". Open the link in our mail to confirm it.",
	"Somebody else has changed the hours.",
	"This site cannot send mail yet. Set SMTP_URL first.",
	"Blocked Time has nobody to write to.",
	"Your call is cancelled.",
	// Texts of the contract (contracts: money 6 and 7).
	"Take Back",
	"Taken Back",
	"Entry Taken Back",
	"Take Back {}",
	"This entry has already been taken back.",
	"This invoice is cancelled and takes no payments.",
	// The name of the invoice status (specification 4).
	"Cancelled",
	"The client has this invoice. Set its status to Cancelled instead, so that its number stays on record.",
]);

/** A failure in its own words has to say what to do next. */
const bareFailure = /^Failed to [^.]*$/;

/** Texts that operators read outside of the program. */
const documents = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/operating.md"];

type Text = { line: number; text: string };
type Node = { type: string; start: number; [key: string]: unknown };

/** Every broken rule in this checkout's product and commands, as "file:line: …". */
export function ruledOutWords(root: string): string[] {
	const exclude = ["**/*.test.*", "scripts/check-words.ts"];
	const files = globSync("{src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root, exclude }).sort();
	const read = (file: string) => readFileSync(join(root, file), "utf8");
	const quoted = globSync("docs/specification/**/*.md", { cwd: root }).map(read).join("\n");
	return [
		...files.flatMap((file) =>
			textsOf(file, read(file)).flatMap((text) => {
				const isBare = bareFailure.test(text.text) && !quoted.includes(text.text);
				return [
					...misused(file, text),
					...(isBare ? [`${file}:${text.line}: "${text.text}" says no next step (docs/writing.md)`] : []),
				];
			}),
		),
		...globSync(documents, { cwd: root }).flatMap((file) => proseOf(read(file)).flatMap((text) => misused(file, text))),
	];
}

function misused(file: string, { line, text }: Text): string[] {
	if (exceptions.has(text.trim())) return [];
	return ruledOut.flatMap(([words, instead]) => {
		const found = words.exec(text)?.[0];
		return found ? [`${file}:${line}: "${found}" in "${text}": write ${instead} (docs/writing.md)`] : [];
	});
}

/** The lines of a Markdown document, without code and the targets of links. */
const proseOf = (markdown: string): Text[] =>
	markdown
		.replace(/^```.*?^```/gms, (block) => block.replace(/.+/g, ""))
		.split("\n")
		.map((text, index) => ({ line: index + 1, text: text.replace(/`[^`]*`|\]\([^()]*\)/g, "") }));

/** The texts of a module in order. A value in a template stands as {}. */
export function textsOf(file: string, source: string): Text[] {
	const texts: Text[] = [];
	const add = (node: Node, text: string) => {
		const words = text.replace(/\s+/g, " ").replace(/^ (?!%)| $/g, "");
		// One word in lower case is a key; with a space or a capital it is a text.
		if (/[A-Z]|\p{L} | %/u.test(words))
			texts.push({ line: source.slice(0, node.start).split("\n").length, text: words });
	};
	const visitAll = (value: unknown): void => {
		if (Array.isArray(value)) for (const each of value) visitAll(each);
		else if (isNode(value)) visit(value);
	};
	const visit = (node: Node): void => {
		if (isNoText.test(node.type)) return;
		if (node.type === "JSXText" || (node.type === "Literal" && typeof node.value === "string")) {
			add(node, String(node.value));
		} else if (node.type === "TemplateLiteral") {
			const quasis = node.quasis as { value: { cooked: string } }[];
			add(node, quasis.map(({ value }) => value.cooked).join("{}"));
			visitAll(node.expressions);
		} else if (node.type === "Property" && !node.computed) visitAll(node.value);
		else if (node.type === "JSXAttribute") visitAttribute(node);
		else visitAll(Object.values(node));
	};
	const visitAttribute = ({ name, value }: Node) => {
		if (isNode(name) && name.name !== "className") visitAll(value);
	};
	visitAll(parseSync(file, source).program);
	return texts;
}

/** Imports, types, and tagged templates such as SQL. */
const isNoText = /^(?:Import|ExportAll|TS(?!As|NonNull|Satisfies)|TaggedTemplate)/;

const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

if (import.meta.main) {
	const broken = ruledOutWords(".");
	for (const line of broken) console.error(line);
	process.exitCode = broken.length === 0 ? 0 : 1;
}
