import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "date-fns/addDays";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { findPictures } from "#features/posts/pictures/post-pictures.server.ts";
import { deletePost, updatePost } from "#features/posts/posts.server.ts";
import { presentArticle } from "#features/posts/public/present-public-posts.server.ts";
import type { Change } from "#platform/live/change-feed.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildPost, insertPost } from "#tests/factories/posts.ts";
import { makeImageVariants } from "./image-variants.server.ts";
import { removeUnusedImages } from "./unused-images.server.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
	await makeImageVariants(app.deps);
});

const draw = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: "#f04e23" } });

const drawn = (width: number, height: number, format: "jpeg" | "png" | "gif") =>
	draw(width, height).toFormat(format).toBuffer();

async function upload(content: Uint8Array<ArrayBuffer> | Buffer, name: string) {
	const body = new FormData();
	body.set("image", new File([new Uint8Array(content)], name));
	const response = await app.api.request("/api/posts/images", { method: "POST", body, headers: { authorization } });
	return { status: response.status, body: await response.json() };
}

const get = (path: string) => app.api.request(path);

// proves S3-storage-01, S7-storage-01
test("stores a picture under a name of time, chance and its own extension, and serves it for good", async () => {
	const { status, body } = await upload(await draw(900, 600).jpeg().toBuffer(), "Team Photo.JPEG");
	expect(status).toBe(201);
	expect(body).toMatchObject({ width: 900, height: 600 });
	expect(body.url).toMatch(/^\/storage\/v1\/object\/public\/blog-images\/\d{13}-[0-9a-f]{12}\.jpeg$/);
	const served = await get(body.url);
	expect(served.status).toBe(200);
	expect(Object.fromEntries(served.headers)).toMatchObject({
		"content-type": "image/jpeg",
		"cache-control": "public, max-age=31536000, immutable",
		"x-content-type-options": "nosniff",
	});
	expect((await sharp(await served.bytes()).metadata()).format).toBe("jpeg");
});

test("turns a picture upright and leaves its metadata behind", async () => {
	const original = await draw(400, 200)
		.jpeg()
		.withExif({ IFD0: { Artist: "Somebody" }, IFD3: { GPSLatitude: "1/1 2/1 3/1" } })
		.withMetadata({ orientation: 6 })
		.toBuffer();
	expect((await sharp(original).metadata()).exif).toBeDefined();
	const { body } = await upload(original, "a.jpg");
	expect(body).toMatchObject({ width: 200, height: 400 });
	const stored = await sharp(await (await get(body.url)).bytes()).metadata();
	expect(stored.exif).toBeUndefined();
	expect(stored.orientation).toBeUndefined();
});

test("makes smaller variants by a job, which the page then offers", async () => {
	const { body } = await upload(await draw(1000, 500).png().toBuffer(), "wide.png");
	const picture = () => findPictures(app.deps.db, [body.url]).then((found) => found.get(body.url));
	await expect.poll(async () => (await picture())?.sources.length, { timeout: 60_000 }).toBe(2);
	const sources = (await picture())?.sources ?? [];
	expect(sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
	const variants = sources.flatMap(({ srcSet }) => srcSet.split(", ").map((entry) => entry.split(" ")));
	expect(variants.map(([, width]) => width)).toEqual(["480w", "800w", "1000w", "480w", "800w", "1000w"]);
	for (const [address = "", width] of variants) {
		const served = await get(address);
		expect(served.headers.get("content-type")).toMatch(/^image\/(avif|webp)$/);
		expect(`${(await sharp(await served.bytes()).metadata()).width}w`).toBe(width);
	}
	const post = await insertPost(app.deps, { content: `<p>x</p><img src="${body.url}" alt="Wide">` });
	const { html } = await presentArticle(app.deps.db, post);
	expect(html).toMatch(/<picture><source type="image\/avif" srcset="[^"]+ 480w/);
	expect(html).toMatch(/<img loading="lazy" decoding="async" width="1000" height="500" src="[^"]+" alt="Wide" \/>/);
});

// proves S5-editor-05
test.each([
	["a script called .png", Buffer.from("<script>alert(1)</script>"), "a.png"],
	["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "a.svg"],
	["a PDF", Buffer.from("%PDF-1.7\n"), "a.jpg"],
])("refuses %s", async (_, content, name) => {
	const { status, body } = await upload(content, name);
	expect(status).toBe(422);
	expect(body.fields.image).toBe("Please choose a JPEG, PNG, WebP, AVIF, or GIF image.");
});

test("says of a cut-off picture that it is damaged", async () => {
	const { status, body } = await upload((await draw(400, 300).jpeg().toBuffer()).subarray(0, 200), "a.jpg");
	expect(status).toBe(422);
	expect(body.fields.image).toBe("This image is damaged. Please choose another one.");
});

const animated = readFileSync("tests/corpus/faults/animated.gif");
const settled = (url: string) =>
	expect
		.poll(async () => (await findPictures(app.deps.db, [url])).get(url)?.sources.length, { timeout: 60_000 })
		.toBe(2);

// F26
test.each([
	["GIF", "gif", async () => animated],
	["WebP", "webp", () => sharp(animated, { animated: true }).webp().toBuffer()],
])("an animated %s keeps moving, and has the size of one frame", async (_, format, draw) => {
	const { status, body } = await upload(await draw(), `a.${format}`);
	expect([status, body.width, body.height]).toEqual([201, 60, 40]);
	const stored = await sharp(await (await get(body.url)).bytes(), { animated: true }).metadata();
	expect([stored.pages, stored.pageHeight]).toEqual([3, 40]);
	// Its variants would stand still. Those of a later picture show that the job had its turn.
	const { body: later } = await upload(await drawn(60, 40, "gif"), "still.gif");
	await settled(later.url);
	expect((await findPictures(app.deps.db, [body.url])).get(body.url)?.sources).toEqual([]);
});

/** A JPEG with something after its first segment, which these drawings have without exception. */
const afterFirst = (jpeg: Buffer, part: string) =>
	Buffer.concat([jpeg.subarray(0, 20), Buffer.from(part, "latin1"), jpeg.subarray(20)]);

// F27
test.each([
	[
		"with parameters of a scan that no decoder uses",
		async () => readFileSync("tests/corpus/faults/sos-parameters.jpg"),
	],
	["with bytes between its markers", async () => afterFirst(await drawn(80, 40, "jpeg"), "junk")],
	[
		"with a color transform that no one knows",
		async () => afterFirst(await drawn(80, 40, "jpeg"), "\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x07"),
	],
	[
		"with a color profile that is none",
		async () => afterFirst(await drawn(80, 40, "jpeg"), "\xff\xe2\0\x14ICC_PROFILE\0\x01\x01junk"),
	],
	["for print", () => draw(80, 40).toColourspace("cmyk").jpeg().toBuffer()],
])("takes a JPEG %s, as browsers do", async (_, jpeg) => {
	const { status, body } = await upload(await jpeg(), "a.jpg");
	expect([status, body.width, body.height]).toEqual([201, 80, 40]);
});

// F28
test.each([
	[600, 17_000],
	[17_000, 10],
	[20_000, 1],
	[1, 20_000],
])("a picture of %i × %i gets its variants, too", async (width, height) => {
	const { status, body } = await upload(await drawn(width, height, "png"), "a.png");
	expect(status).toBe(201);
	expect([body.width <= 2560, body.height <= 16_383]).toEqual([true, true]);
	await settled(body.url);
});

test("refuses a picture of too many pixels before it is decoded", async () => {
	const bomb = await draw(12_000, 6_000).png().toBuffer();
	const { status } = await upload(bomb, "bomb.png");
	expect(status).toBe(413);
});

test("names the true format of a picture with a wrong extension", async () => {
	const { body } = await upload(await draw(10, 10).webp().toBuffer(), "a.png");
	expect(body.url).toMatch(/\.webp$/);
});

test.each(["../auth-secret", "..%2f..%2fauth-secret", "a.svg", "nothing.png", ".hidden.png"])(
	"serves nothing at %s",
	async (name) => {
		expect((await get(`/storage/v1/object/public/blog-images/${name}`)).status).toBe(404);
	},
);

test("tells kept pages that the variants are there", async () => {
	const { body } = await upload(await draw(20, 10).png().toBuffer(), "small.png");
	const name = body.url.split("/").at(-1);
	const told = new Promise<Change>((resolve) => {
		app.deps.changes.subscribe({ onChange: (change) => change.id === name && resolve(change) });
	});
	expect(await told).toEqual({ table: "blog_images", operation: "update", id: name });
	expect((await findPictures(app.deps.db, [body.url])).get(body.url)?.sources).toHaveLength(2);
});

test("removes, a month later, a picture that no post shows, and keeps what a post or a revision does", async () => {
	const { deps } = app;
	const pictures = await Promise.all(
		["inside", "featured", "shared", "earlier", "abandoned"].map(async (name) => {
			const { body } = await upload(await draw(20, 10).png().toBuffer(), `${name}.png`);
			return body.url as string;
		}),
	);
	const [inside, featured, shared, earlier, abandoned = ""] = pictures;
	const post = await insertPost(deps, { content: `<p>x</p><img src="${inside}">`, featured_image: featured });
	for (const content of [`<img src="${earlier}">`, post.content]) {
		const next = buildPost({ slug: post.slug, content, featured_image: featured });
		await updatePost(deps.db, post.id, next, { authorId: null, now: deps.clock() });
	}
	// What no one sees on the page: the picture for networks. Written last and past the editor, so that no revision names it.
	await deps.database.query("update blog_posts set og_image = $1 where id = $2", [
		`http://site.test${shared}`,
		post.id,
	]);
	const variants = async () => (await findPictures(deps.db, [abandoned])).get(abandoned)?.sources.length;
	await expect.poll(variants, { timeout: 30_000 }).toBe(2);
	const files = async () => {
		const names = [];
		for await (const { name } of deps.storage.list("blog-images")) names.push(name);
		return names;
	};
	await deps.storage.put("blog-images", "1700000000000-stray.png", new Blob(["x"]));

	const bucket = join(deps.settings.dataDir, "files", "blog-images");
	for (const name of await files()) utimesSync(join(bucket, name), testTime, testTime);
	await removeUnusedImages(deps);
	app.setTime(addDays(testTime, 29));
	await removeUnusedImages(deps);
	expect((await get(abandoned)).status).toBe(200);
	app.setTime(addDays(testTime, 31));
	await removeUnusedImages(deps);
	app.setTime(testTime);
	expect((await get(abandoned)).status).toBe(404);
	const name = abandoned.split("/").at(-1)?.replace(".png", "");
	expect(await files()).not.toContainEqual(expect.stringMatching(`^(?:${name}|1700000000000-stray)`));
	for (const url of [inside, featured, shared, earlier]) expect((await get(url ?? "")).status).toBe(200);
	// Its author may have gone on with the text in a new post, of which only their browser knows.
	await deletePost(deps.db, post.id, undefined);
	for (const [day, status] of [
		[40, 200],
		[69, 200],
		[71, 404],
	] as const) {
		app.setTime(addDays(testTime, day));
		await removeUnusedImages(deps);
		expect((await get(inside ?? "")).status, `day ${day}`).toBe(status);
	}
	app.setTime(testTime);
});

test("takes pictures from admins only", async () => {
	const { authorization: user } = await signInAs(app.deps, { role: "user" });
	const request = (headers: HeadersInit) =>
		app.api.request("/api/posts/images", { method: "POST", body: new FormData(), headers });
	expect((await request({})).status).toBe(401);
	expect((await request({ authorization: user })).status).toBe(403);
});
