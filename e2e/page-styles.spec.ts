import { expect } from "./fixtures.ts";
import { publicPages } from "./public-scenes.ts";
import { addressOf } from "./scene.ts";
import { test } from "./scene-test.ts";

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** As a class is written in a stylesheet. */
const selectorOf = (name: string) => `.${name.replaceAll(/[^\w-]/g, (character) => `\\${character}`)}`;

// A page is sent with the rules that its specimens named when it was built (decision 044). With other data it may name more.
test("each public page comes with the rules and the variables that its markup names", async ({ request, data }) => {
	const read = async (path: string) => (await request.get(path)).text();
	const [address = ""] = (await read("/")).match(/\/assets\/app-[\w-]+\.css/) ?? [];
	const whole = await read(address);
	// The sign-in is a page of the application, which links the whole stylesheet.
	for (const scene of publicPages.filter(({ name }) => name !== "auth")) {
		const html = await read(addressOf(scene, data));
		const rules = matches(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join("");
		const markup = html
			.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, "")
			.replaceAll("&amp;", "&")
			.replaceAll("&gt;", ">");
		const classes = new Set(matches(markup, /\sclass="([^"]+)"/g).flatMap((value) => value.split(" ")));
		// Public pages are never dark.
		const needed = [...classes].filter((name) => !name.startsWith("dark:") && whole.includes(selectorOf(name)));
		expect(needed.length).toBeGreaterThan(50);
		expect(
			needed.filter((name) => !rules.includes(selectorOf(name))),
			`classes of ${scene.name} without a rule`,
		).toEqual([]);
		const variables = matches(markup, /\sstyle="[^"]*?var\((--[\w-]+)/g);
		expect(
			variables.filter((name) => !rules.includes(`${name}:`)),
			`variables of ${scene.name} without a value`,
		).toEqual([]);
	}
});
