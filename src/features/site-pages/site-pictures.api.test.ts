import { utimesSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "date-fns/addDays";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeImageVariants } from "#features/images/image-variants.server.ts";
import { removeUnusedImages } from "#features/images/unused-images.server.ts";
import { publishContent } from "#site/content/content.server.ts";
import { content } from "#site/content/content.tsx";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { followSitePages } from "./follow-site-pages.server.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
	await followSitePages(app.deps);
});

// Other files of this run read the originals.
afterAll(() => publishContent({}));

const draw = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: "#1f6f86" } })
		.composite([
			{ input: { create: { width: width / 2, height, channels: 3, background: "#f04e23" } }, left: 0, top: 0 },
		])
		.png()
		.toBuffer();

async function upload(page: string, field: string, file: Buffer, bearer = authorization) {
	const body = new FormData();
	body.set("image", new File([new Uint8Array(file)], "a.png"));
	const headers = { authorization: bearer };
	const answer = await app.api.request(`/api/site/${page}/images/${field}`, { method: "POST", body, headers });
	return { status: answer.status, body: await answer.json() };
}

async function uploaded(page: string, field: string, width: number, height: number): Promise<string> {
	const { status, body } = await upload(page, field, await draw(width, height));
	expect(status).toBe(201);
	return body.url.split("/").at(-1);
}

async function call(method: string, path: string, body?: object) {
	const response = await app.api.request(`/api/site${path}`, {
		method,
		headers: { authorization, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

const save = (page: string, expected_version: number, values: Record<string, unknown>) =>
	call("PUT", `/${page}/draft`, { values, expected_version });

const publish = (page: string, expected_version: number, number?: number) =>
	call("POST", `/${page}/publish`, { expected_version, number });

const rows = async () =>
	(await app.deps.database.query("select page, image, cardinality(widths) as made from site_page_images order by cut"))
		.rows;

const center = { x: 0.5, y: 0.5 };
const alt = "Our team at a long table";

test.each([
	["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, /JPEG, PNG, WebP, AVIF, or GIF/],
	["a script called .png", Buffer.from("<script>alert(1)</script>"), 422, /JPEG, PNG, WebP, AVIF, or GIF/],
	["a cut-off picture", async () => (await draw(400, 300)).subarray(0, 200), 422, /damaged/],
	["a bomb", () => draw(12_000, 6_000), 413, /60 million pixels/],
	["61 megapixels", () => draw(61_000, 1_000), 413, /60 million pixels/],
	["a picture that is too small", () => draw(1590, 1200), 422, /at least 1600 × 1000 pixels/],
	["a picture that is too flat", () => draw(2400, 600), 422, /Cut to 16:10, this one has 960 × 600/],
])("refuses %s in words", async (_, file, status, words) => {
	const refused = await upload("home", "hero.picture", typeof file === "function" ? await file() : file);
	expect(refused.status).toBe(status);
	expect(refused.body.fields?.image ?? refused.body.error).toMatch(words);
});

test("takes pictures from admins, and only for fields that show one", async () => {
	const file = await draw(1600, 1000);
	const { authorization: user } = await signInAs(app.deps, { role: "user" });
	expect((await upload("home", "hero.picture", file, "")).status).toBe(401);
	expect((await upload("home", "hero.picture", file, user)).status).toBe(403);
	expect((await upload("home", "hero.lead", file)).status).toBe(404);
	expect((await upload("home", "constructor", file)).status).toBe(404);
	expect((await upload("nowhere", "hero.picture", file)).status).toBe(404);
});

test("a picture is published once it has been cut around its focus; until then visitors keep the former one", async () => {
	const image = await uploaded("home", "hero.picture", 2000, 1600);
	const value = { alt, focus: { x: 0.1, y: 0.9 }, image };
	const draft = await save("home", 0, { "hero.picture": { ...value, focus: { x: 0.1004, y: 0.9 }, extra: 1 } });
	expect(draft.body.draft).toEqual({ "hero.picture": value });
	expect(await publish("home", 1)).toMatchObject({ status: 409, body: { code: "pictures_pending" } });
	expect((await call("GET", "/home")).body).toMatchObject({ version: 1, published_at: null });
	expect(content("home")["hero.picture"].image).toBeNull();

	await makeImageVariants(app.deps);
	await expect.poll(async () => (await publish("home", 1)).status, { timeout: 60_000, interval: 500 }).toBe(200);
	await expect.poll(() => content("home")["hero.picture"].image).toBe(image);
	const [whole, narrow] = content("home")["hero.picture"].made ?? [];
	expect(whole).toMatchObject({
		width: 2000,
		height: 1250,
		widths: [800, 1200, 1600, 2000],
		position: "10% 87%",
	});
	expect(narrow).toMatchObject({ width: 2000, height: 1563 });
	// The widest files hold nothing but the lower part of the picture, and no name of the original.
	expect(whole?.name).toMatch(/^[0-9a-f]{24}$/);
	for (const [suffix, format, width, height] of [
		["w2000.avif", "heif", 2000, 1250],
		["w1200.jpeg", "jpeg", 1200, 750],
	] as const) {
		const served = await app.api.request(`/storage/v1/object/public/blog-images/${whole?.name}-${suffix}`);
		expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
		expect(await sharp(await served.bytes()).metadata()).toMatchObject({ format, width, height });
	}
});

test("the database refuses to delete a picture that is published, in a draft, or in a kept version; then it goes", async () => {
	const { deps } = app;
	const bucket = join(deps.settings.dataDir, "files", "blog-images");
	const remove = (name: string) => deps.db.execute(sql`delete from blog_images where name = ${name}`);
	const before = (await rows())[0]?.image;
	const image = await uploaded("photography", "picture", 1300, 900);
	const shown = await uploaded("photography", "showcase.picture", 900, 600);
	expect((await save("photography", 0, { picture: { alt, focus: center, image } })).status).toBe(200);
	expect(await rows()).toContainEqual(expect.objectContaining({ page: "photography", image }));
	await expect(remove(image)).rejects.toThrow();
	expect((await save("photography", 1, { "showcase.picture": { alt, focus: center, image: shown } })).status).toBe(200);
	await expect.poll(async () => (await publish("photography", 2)).status, { timeout: 60_000, interval: 500 }).toBe(200);
	await expect(remove(image)).rejects.toThrow();

	// Back to the originals: both are in a version that is kept.
	expect((await publish("photography", 3, 0)).status).toBe(200);
	expect((await call("POST", "/photography/discard", { expected_version: 4 })).status).toBe(200);
	await expect(remove(image)).rejects.toThrow();
	app.setTime(addDays(testTime, 40));
	await removeUnusedImages(deps);
	app.setTime(addDays(testTime, 80));
	await removeUnusedImages(deps);
	app.setTime(testTime);
	expect((await publish("photography", 5, 1)).status).toBe(200);
	await expect.poll(() => content("photography").picture.made?.length).toBe(1);
	const [cut] = content("photography").picture.made ?? [];
	const file = () => deps.storage.get("blog-images", `${cut?.name}-w800.avif`);
	expect(await file()).toBeDefined();

	// No version keeps it any longer.
	await deps.database.query("delete from site_page_versions where page = 'photography' and number < 3");
	await deps.database.query("update site_page_versions set values = '{}' where page = 'photography'");
	expect((await save("photography", 6, { picture: null, "showcase.picture": null })).status).toBe(200);
	expect(await rows()).toContainEqual(expect.objectContaining({ image }));
	expect((await publish("photography", 7)).status).toBe(200);
	await deps.database.query("delete from site_page_versions where page = 'photography'");
	expect((await save("photography", 8, { lead: "Light." })).status).toBe(200);
	expect((await rows()).map((row) => row.image)).not.toContain(image);
	expect((await rows()).map((row) => row.image)).toContain(before);
	utimesSync(join(bucket, `${cut?.name}-w800.avif`), testTime, testTime);
	app.setTime(addDays(testTime, 1));
	await removeUnusedImages(deps);
	app.setTime(testTime);
	expect(await file()).toBeUndefined();
	await remove(image);
});

test("a draft that is discarded gives its picture up, and what is discarded is not prepared for visitors", async () => {
	const image = await uploaded("contact-center", "picture", 900, 1100);
	await save("contact-center", 0, { picture: { alt, focus: center, image } });
	expect((await rows()).map((row) => row.image)).toContain(image);
	await call("POST", "/contact-center/discard", { expected_version: 1 });
	expect((await rows()).map((row) => row.image)).not.toContain(image);
});

test.each([
	[{ alt: " ", focus: center, image: null }, "Please describe the picture for people who can't see it."],
	[{ focus: center, image: null }, "Please describe the picture for people who can't see it."],
	[{ alt: "x".repeat(251), focus: center, image: null }, "Please keep this to 250 characters or fewer."],
	[{ alt: "a\u202Eb", focus: center, image: null }, "can't be seen"],
	[{ alt: "Team Photo (1).JPG", focus: center, image: null }, "This is the name of a file."],
	[{ alt: "IMG_2034", focus: center, image: null }, "This is the name of a file."],
	[{ alt: "Ours", focus: { x: 1.2, y: 0 }, image: null }, "Please choose the picture again."],
	[{ alt: "Ours", focus: { x: "1", y: 0 }, image: null }, "Please choose the picture again."],
	[{ alt: "Ours", focus: center, image: "none.png" }, "This picture is no longer stored."],
	[{ alt: "Ours", focus: center, image: 7 }, "Please choose the picture again."],
	["Ours", "Please choose the picture again."],
])("refuses %o in a sentence at its field", async (value, sentence) => {
	const { status, body } = await save("videography", 0, { picture: value });
	expect(status).toBe(422);
	expect(body.fields.picture).toContain(sentence);
});

test("a picture of another place is refused where it would be blurred; our own can be described anew", async () => {
	const image = await uploaded("contact-center", "picture", 800, 1000);
	const small = await save("videography", 0, { picture: { alt, focus: center, image } });
	expect(small.body.fields.picture).toContain("Please choose a larger picture, with at least 1200 × 900 pixels.");
	const described = await save("videography", 0, { picture: { alt: "A slate", focus: { x: 0, y: 0 }, image: null } });
	expect(described.body.draft).toEqual({ picture: { alt: "A slate", focus: center, image: null } });
});
