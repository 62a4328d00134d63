import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

type Field = {
	name: string;
	kind: string;
	original: string | string[] | number | null | { alt: string };
	max: number;
	placeholders: string[];
};
type SitePage = { page: string; path: string; version: number; number: number; fields: Field[] };

/** Seen only while the site has no posts, or no open job. */
const elsewhere = ["blog none.heading", "blog none.lead", "blog none.button", "careers none"];

/** Of a field, short enough for each. */
function markerOf(place: number, { kind, original, placeholders }: Field): { value: unknown; marks: string[] } {
	const mark = `Zq${place.toString(36)}Zq`;
	if (kind === "lines" && Array.isArray(original)) {
		const marks = original.map((_, line) => `${mark}${line}`);
		return { value: marks, marks };
	}
	// The project's own picture, with another description.
	if (kind === "picture" && original instanceof Object) return { value: { ...original, alt: mark }, marks: [mark] };
	if (kind === "email")
		return { value: `${mark.toLowerCase()}@marker.example`, marks: [`${mark.toLowerCase()}@marker.example`] };
	if (kind === "color") {
		const own = original === "#24101f" ? "#0b2a4a" : "#22b8a0";
		return { value: own, marks: [`:${own}`] };
	}
	if (kind === "line" || kind === "text") return { value: [mark, ...placeholders].join(" "), marks: [mark] };
	// The others have a test of their own: they mean something.
	return { value: undefined, marks: [] };
}

test("each text that was published is in its own pages and in no other; then each page is what it was, to the byte", async ({
	ownSite,
	playwright,
}) => {
	const site = await ownSite();
	const request = await playwright.request.newContext({
		baseURL: site.url,
		extraHTTPHeaders: { authorization: `Bearer ${await signInOverHttp(site)}` },
	});
	const visitor = await playwright.request.newContext({ baseURL: site.url });
	const { pages }: { pages: SitePage[] } = await (await request.get("/api/site")).json();
	const read = async (path: string) => {
		const answer = await visitor.get(path);
		return { text: await answer.text(), etag: answer.headers().etag };
	};
	const showcase = "/showcase.json";
	const paths = [...new Set([...pages.map(({ path }) => path), showcase])];
	const readAll = async () => new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
	const before = await readAll();

	const marked = pages.flatMap(({ page, path, fields }) => fields.map((field) => ({ page, path, field })));
	const values = marked.map((each, place) => ({ ...each, ...markerOf(place, each.field) }));
	const markedPages = pages.filter(({ page }) => values.some((each) => each.page === page && each.marks.length > 0));
	for (const { page } of markedPages) {
		const own = values.filter((each) => each.page === page && each.marks.length > 0);
		const draft = await request.put(`/api/site/${page}/draft`, {
			data: {
				values: Object.fromEntries(own.map(({ field, value }) => [field.name, value])),
				expected_version: 0,
			},
		});
		expect(await draft.json(), page).toMatchObject({ version: 1 });
		expect((await request.post(`/api/site/${page}/publish`, { data: { expected_version: 1 } })).status(), page).toBe(
			200,
		);
	}
	const [lastMark] = values.findLast(({ marks }) => marks.length > 0)?.marks ?? [];
	await expect.poll(async () => (await read("/404")).text).toContain(lastMark);

	const after = await readAll();
	const shown = (path: string) => after.get(path)?.text ?? "";
	// The first picture of the showcase is in the document, too; the others come when it wakes.
	const placeOf = (name: string) => ({ caption: "/", "showcase.picture": showcase })[name];
	const missing = values.filter(
		({ page, path, field, marks }) =>
			!elsewhere.includes(`${page} ${field.name}`) &&
			!marks.every((mark) => shown(placeOf(field.name) ?? path).includes(mark)),
	);
	expect(missing.map(({ page, field }) => `${page} ${field.name}`)).toEqual([]);
	// The firm and the frame are everywhere; of a service, its title too, and home shows all of them.
	const onHome = ["caption", "description", "showcase.picture"];
	const isEverywhere = (page: string, name: string) => ["firm", "frame", "brand"].includes(page) || name === "title";
	const strayed = values.flatMap(({ page, path, field, marks }) =>
		paths
			.filter((other) => other !== (placeOf(field.name) ?? path) && !(other === "/" && onHome.includes(field.name)))
			.filter((other) => !isEverywhere(page, field.name) && marks.some((mark) => shown(other).includes(mark)))
			.map((other) => `${page} ${field.name} on ${other}`),
	);
	expect(strayed).toEqual([]);

	// Originals long enough to be no one else's words.
	const assets = "build/client/assets";
	const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
	const code = (await Promise.all(scripts.map((name) => readFile(`${assets}/${name}`, "utf8")))).join("\n");
	const plain = [...after.values()].map(({ text }) => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&"));
	const left = values
		.filter(({ marks }) => marks.length > 0)
		.flatMap(({ field: { original } }) => (original instanceof Object && "alt" in original ? original.alt : original))
		.filter((text): text is string => typeof text === "string" && text.length > 28)
		.filter((text) => code.includes(text) || plain.some((document) => document.includes(text)));
	expect(left).toEqual([]);

	for (const { page } of markedPages) {
		const undone = await request.post(`/api/site/${page}/publish`, { data: { expected_version: 2, number: 0 } });
		expect(undone.status(), page).toBe(200);
	}
	await expect.poll(async () => (await read("/404")).text).not.toContain(lastMark);
	const reverted = await readAll();
	expect([...reverted].map(([path, { text, etag }]) => [path, etag, text])).toEqual(
		[...before].map(([path, { text, etag }]) => [path, etag, text]),
	);
	await request.dispose();
	await visitor.dispose();
});
