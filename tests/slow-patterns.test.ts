import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { findSlowText } from "./slow-patterns.ts";

test.each([/<a\s[^>]*href/i, /(a+)+$/, /\d*\w*$/, /<script>([\s\S]*?)<\/script>/g, /<\/?(?:a|b)(?=[\s>])[^>]*>/g])(
	"knows that %s is slow",
	(pattern) => {
		expect(findSlowText(pattern)).toBeDefined();
	},
);

test.each([
	/<a\s[^<>]*href/i,
	/^(\w+)@(\w+)\.example$/,
	/[\p{Cc}\p{Zl}]+/u,
	/(^|:)(hover|focus(-\w+)?):/,
	/^\s*test\(\s*(["'])(.*?)\1/s,
	/(?<=\S)([.:/@]+)(?=\S)/g,
])("finds nothing slow about %s", (pattern) => {
	expect(findSlowText(pattern)).toBeUndefined();
});

type Found = { place: string; pattern: string; flags: string };

/** Every regular expression that is written down, and the places of those that are built while the program runs. */
function patternsOf(file: string): { written: Found[]; built: string[] } {
	const code = readFileSync(file, "utf8");
	const written: Found[] = [];
	const built: string[] = [];
	const noteBuilt = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
		if (callee.type === "Identifier" && callee.name === "RegExp") built.push(file);
	};
	new Visitor({
		Literal(node) {
			if (!("regex" in node)) return;
			const { pattern, flags } = node.regex;
			written.push({ place: `${file}:${code.slice(0, node.start).split("\n").length}`, pattern, flags });
		},
		NewExpression: noteBuilt,
		CallExpression: noteBuilt,
	}).visit(parseSync(file, code).program);
	return { written, built };
}

const files = globSync(["src/**/*.{ts,tsx}", "scripts/*.{ts,mjs}"]).filter((file) => !/\.test\.tsx?$/.test(file));
const found = files.map(patternsOf);

test("no regular expression of the product takes disproportionately long, whatever it is given", () => {
	const written = found.flatMap((file) => file.written);
	expect(written.length).toBeGreaterThan(100);
	const slow = written.flatMap(({ place, pattern, flags }) => {
		const text = findSlowText(new RegExp(pattern, flags));
		return text === undefined ? [] : [`${place} /${pattern}/${flags} on ${JSON.stringify(text)}`];
	});
	expect(slow).toEqual([]);
});

// Of lists of our own, the nonce of a rendering, the letters of the fonts: nothing repeated that a stranger could write.
test("regular expressions are built while the program runs in a few files only, and of our own words", () => {
	expect(found.flatMap(({ built }) => built).sort()).toEqual([
		"src/features/posts/post-content.server.ts",
		"src/platform/http/security-headers.server.ts",
		"src/platform/typst/missing-characters.server.ts",
		"src/site/content/fields.ts",
	]);
});
