import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

type Field = { name: string; kind: string; max: number; original: string[]; placeholders: string[] };
type SitePage = { page: string; path: string; fields: Field[] };

const longWord = "Donaudampfschifffahrtskapitaen";

/** As long as it may be, with a word of thirty letters. */
function longest(max: number, placeholders: readonly string[] = []): string {
	const end = placeholders.map((name) => ` ${name}`).join("");
	const filler = " words".repeat(max);
	return `${longWord}${filler}`.slice(0, max - end.length).trim() + end;
}

function longestOf({ kind, max, original, placeholders }: Field): unknown {
	if (kind === "line" || kind === "text") return longest(max, placeholders);
	if (kind === "lines") return original.map(() => longest(max));
	if (kind === "email") return `${"a".repeat(60)}@${"b".repeat(60)}.example`;
	return undefined;
}

test.use({ expectedErrors: /404/ });

// Contract of the site, 8.3.
test("however long a firm's texts are, no page goes sideways", { tag: "@long" }, async ({ ownSite, page }) => {
	test.setTimeout(120_000);
	const site = await ownSite();
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const { pages }: { pages: SitePage[] } = await (await page.request.get(`${site.url}/api/site`, { headers })).json();
	for (const { page: name, fields } of pages) {
		const values = Object.fromEntries(fields.map((field) => [field.name, longestOf(field)]));
		const post = (path: string, data: object) =>
			page.request.post(`${site.url}/api/site/${name}/${path}`, { headers, data });
		const data = { values, expected_version: 0 };
		const draft = await page.request.put(`${site.url}/api/site/${name}/draft`, { headers, data });
		const { version } = await draft.json();
		expect((await post("publish", { expected_version: version })).status(), name).toBe(200);
	}
	await expect.poll(async () => (await page.request.get(site.url)).text()).toContain(longWord);
	for (const { width, textSize } of [
		{ width: 360, textSize: "100%" },
		{ width: 768, textSize: "100%" },
		{ width: 1440, textSize: "100%" },
		{ width: 1280, textSize: "200%" },
	]) {
		await page.setViewportSize({ width, height: 900 });
		for (const path of new Set(pages.map((each) => each.path))) {
			await page.goto(site.url + path);
			await page.addStyleTag({ content: `html { font-size: ${textSize} !important }` });
			const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			expect(sideways, `${path} at ${width} px, ${textSize}`).toBeLessThanOrEqual(0);
		}
	}
	await page.goto(site.url);
	await expectAccessible(page);
});
