import { addMinutes } from "date-fns/addMinutes";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findPreview, previewKey } from "#features/previews/preview-links.server.ts";
import { createRateLimits } from "#platform/limits/rate-limits.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertJob } from "#tests/factories/jobs.ts";
import { buildPost, insertPost } from "#tests/factories/posts.ts";
import { redirectOf, routeArgs } from "#tests/loaders.ts";
import { loader as loadPicture } from "./pictures/og-picture.ts";
import { deleteOldDrafts } from "./post-drafts.server.ts";
import { findPreviewedPost } from "./post-previews.server.ts";
import { postDraftsTable, postsTable } from "./posts.table.ts";
import { presentArticle } from "./public/present-public-posts.server.ts";
import { findPublicPost, listPublicPosts, nextPublication } from "./public/public-posts.server.ts";
import { loader as searchPosts } from "./public/search-page.tsx";

const app = startTestApp();
let authorization: string;
let userId: string;

beforeAll(async () => {
	({
		authorization,
		user: { id: userId },
	} = await signInAs(app.deps, { role: "admin" }));
});
beforeEach(async () => {
	app.setTime(testTime);
	await app.deps.db.delete(postsTable);
	await app.deps.db.delete(postDraftsTable);
});

const at = (minutes: number) => new Date(testTime.getTime() + minutes * 60_000);

async function call(method: string, path: string, body?: unknown, headers = {}) {
	const response = await app.api.request(`/api/posts${path}`, {
		method,
		headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

const create = async (overrides = {}) => (await call("POST", "", buildPost(overrides))).body;
const publicSlugs = async () => (await listPublicPosts(app.deps.db, app.deps.clock(), 50)).map((post) => post.slug);

test("keeps visitors and users without the role out of every endpoint", async () => {
	const { authorization: user } = await signInAs(app.deps, { role: "user" });
	expect((await app.api.request("/api/posts")).status).toBe(401);
	expect((await app.api.request("/api/posts", { headers: { authorization: user } })).status).toBe(403);
});

// proves S7-posts-02, S7-posts-03
test("creates a draft with its slug from the title and notes the author", async () => {
	const { status, body } = await call("POST", "", buildPost({ title: "What's new? 3 things" }));
	expect(status).toBe(201);
	expect(body).toMatchObject({
		slug: "whats-new-3-things",
		status: "draft",
		published_at: null,
		author_id: userId,
		updated_at: testTime.toISOString(),
	});
	expect((await call("GET", `/${body.id}`)).body).toEqual(body);
});

test("refuses a post without a title", async () => {
	const { status, body } = await call("POST", "", { ...buildPost(), title: "  " });
	expect(status).toBe(422);
	expect(body.fields).toEqual({ title: "Please enter a title." });
});

test("answers 404 for a post that does not exist", async () => {
	for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
		expect((await call("GET", `/${id}`)).status).toBe(404);
		expect((await call("PATCH", `/${id}`, buildPost())).status).toBe(404);
		expect((await call("PATCH", `/${id}/status`, { status: "draft" })).status).toBe(404);
		expect((await call("DELETE", `/${id}`)).status).toBe(404);
		expect((await call("POST", `/${id}/preview`)).status).toBe(404);
	}
});

test("takes a post of 300 kB", async () => {
	const content = `<p>${"word ".repeat(60_000)}</p>`;
	expect((await call("POST", "", buildPost({ content }))).status).toBe(201);
});

// proves S4-posts-04, S7-posts-01
test("lists posts last saved first, with text to search instead of markup", async () => {
	const first = await create({ title: "First", content: "<p>Alpha &amp; <strong>beta</strong></p>" });
	app.setTime(at(1));
	await create({ title: "Second" });
	app.setTime(at(2));
	await call("PATCH", `/${first.id}/status`, { status: "published" });
	const { rows } = (await call("GET", "")).body;
	expect(rows.map((row: { title: string }) => row.title)).toEqual(["First", "Second"]);
	expect(rows[0]).toMatchObject({ text: "Alpha & beta", status: "published" });
	expect(rows[0]).not.toHaveProperty("content");
});

// proves D-blog-04
test("cleans content on every save", async () => {
	const { id, content } = await create({ content: '<p onclick="x()">Hi</p><script>x()</script>' });
	expect(content).toBe("<p>Hi</p>");
	const { body } = await call("PATCH", `/${id}`, buildPost({ content: "<p>Ho<img src=x onerror=x()></p>" }));
	expect(body.content).toBe("<p>Ho</p>");
});

// proves D-blog-01, D-blog-02
test("numbers slugs that clash, also when they come at once, and falls back to the id", async () => {
	const slugs = (await Promise.all([create(), create(), create()])).map((post) => post.slug).sort();
	const slug = "the-first-line-does-the-work";
	expect(slugs).toEqual([slug, `${slug}-2`, `${slug}-3`]);
	const foreign = await create({ title: "日本語" });
	expect(foreign.slug).toBe(foreign.id);
	// F25: `/blog/preview/…` is something else. A post that has the slug gets another one when it is saved.
	const preview = await create({ title: "Preview" });
	expect(preview.slug).toBe("preview-2");
	await app.deps.database.query("update blog_posts set slug = 'preview' where id = $1", [preview.id]);
	expect((await call("PATCH", `/${preview.id}`, buildPost({ slug: "preview" }))).body.slug).toBe("preview-2");
});

// proves S7-posts-04
test("keeps a post's slug when its title changes, and takes one that is typed", async () => {
	const { id, slug } = await create();
	const renamed = await call("PATCH", `/${id}`, buildPost({ title: "Other", slug }));
	expect(renamed.body.slug).toBe(slug);
	expect((await call("PATCH", `/${id}`, buildPost({ slug: "My Slug!" }))).body.slug).toBe("my-slug");
});

// proves D-blog-03
test("leads from old public slugs to the present one, and keeps them from other posts", async () => {
	const { id } = await create({ title: "One", publish: true });
	await call("PATCH", `/${id}`, buildPost({ slug: "two", status: "published" }));
	await call("PATCH", `/${id}`, buildPost({ slug: "three", status: "published" }));
	for (const old of ["one", "two"]) {
		expect(await findPublicPost(app.deps.db, old, testTime)).toEqual({ movedTo: "three" });
	}
	expect((await create({ title: "One" })).slug).toBe("one-2");
	await call("PATCH", `/${id}`, buildPost({ slug: "one", status: "published" }));
	expect(await findPublicPost(app.deps.db, "one", testTime)).toMatchObject({ post: { id } });
	await call("PATCH", `/${id}/status`, { status: "draft" });
	expect(await findPublicPost(app.deps.db, "two", testTime)).toBeUndefined();
});

test("leads on from a public address that was left while the post was hidden, its share picture too", async () => {
	const hide = {
		toggled: (id: string) => call("PATCH", `/${id}/status`, { status: "draft" }),
		saved: (id: string) => call("PATCH", `/${id}`, buildPost({ slug: "saved", status: "archived" })),
		"one-of-many": (id: string) => call("POST", "/statuses", { changes: [{ ids: [id], status: "archived" }] }),
	};
	for (const [old, hidePost] of Object.entries(hide)) {
		const { id } = await create({ slug: old, publish: true });
		await hidePost(id);
		await call("PATCH", `/${id}`, buildPost({ slug: `${old}-renamed` }));
		expect(await findPublicPost(app.deps.db, old, testTime)).toBeUndefined();
		await call("PATCH", `/${id}`, buildPost({ slug: `${old}-again`, publish: true }));
		expect(await findPublicPost(app.deps.db, old, testTime)).toEqual({ movedTo: `${old}-again` });
		// It was never public under this one.
		expect(await findPublicPost(app.deps.db, `${old}-renamed`, testTime)).toBeUndefined();
		const request = new Request(`http://site.test/blog/${old}/og.png`);
		const picture = loadPicture(routeArgs(app.deps, request, { slug: old }));
		expect(await redirectOf(picture)).toEqual([301, `/blog/${old}-again/og.png`]);
	}
});

test("keeps what the featured image shows, in saves and in history, and shows it to readers", async () => {
	const image = { featured_image: "/artwork/a.svg", featured_image_alt: "A red door" };
	const { id, slug } = await create({ ...image, publish: true });
	await call("PATCH", `/${id}`, buildPost({ slug, status: "published" }));
	expect((await call("GET", `/${id}`)).body).toMatchObject({ featured_image: null, featured_image_alt: null });
	const saves = (await call("GET", `/${id}/revisions`)).body;
	expect(saves.map((save: { author: string }) => save.author)).toEqual(Array(2).fill(expect.stringMatching(/\w/)));
	const restored = await call("POST", `/${id}/revisions/${saves[1].id}/restore`, {});
	expect(restored.body).toMatchObject(image);
	const found = await findPublicPost(app.deps.db, slug, testTime);
	if (!found || !("post" in found)) throw new Error("the post is not public");
	expect((await presentArticle(app.deps.db, found.post)).picture).toMatchObject({ alt: "A red door" });
});

test("remembers no slug under which a post was never public", async () => {
	const { id } = await create({ title: "Draft" });
	await call("PATCH", `/${id}`, buildPost({ slug: "other", publish: true }));
	expect(await findPublicPost(app.deps.db, "draft", testTime)).toBeUndefined();
});

// proves S4-posts-03, S7-posts-03, D-blog-08
test("'Publish' sets the date to now, also on a published post", async () => {
	const { id } = await create({ publish: true, status: "draft" });
	app.setTime(at(5));
	const { body } = await call("PATCH", `/${id}`, buildPost({ publish: true, published_at: at(-60).toISOString() }));
	expect(body).toMatchObject({ status: "published", published_at: at(5).toISOString() });
});

// proves D-blog-09
test("'Publish' keeps a publish date that lies ahead by the server's clock, whatever the status was", async () => {
	for (const status of ["draft", "archived", "published"]) {
		const date = at(10).toISOString();
		const { id, ...post } = await create({ status, publish: true, published_at: date });
		expect(post).toMatchObject({ status: "published", published_at: date });
		const { body } = await call("PATCH", `/${id}`, buildPost({ publish: true, published_at: at(0).toISOString() }));
		expect(body).toMatchObject({ status: "published", published_at: testTime.toISOString() });
	}
});

// proves S4-posts-01, S4-posts-02, D-blog-06
test("'Save Draft' keeps status and date as they are, and dates a published post that has none", async () => {
	const chosen = await create({ status: "published" });
	expect(chosen.published_at).toBe(testTime.toISOString());
	app.setTime(at(5));
	const kept = await call("PATCH", `/${chosen.id}`, buildPost({ status: "published" }));
	expect(kept.body.published_at).toBe(testTime.toISOString());
	const archived = await call("PATCH", `/${chosen.id}`, buildPost({ status: "archived" }));
	expect(archived.body).toMatchObject({ status: "archived", published_at: testTime.toISOString() });
});

// proves S4-posts-10, S7-posts-05, S7-posts-06
test("shows the public only published posts, newest first", async () => {
	await create({ title: "Draft" });
	await create({ title: "Archived", status: "archived", published_at: at(-5).toISOString() });
	await create({ title: "Old", status: "published", published_at: at(-60).toISOString() });
	await create({ title: "New", publish: true });
	expect(await publicSlugs()).toEqual(["new", "old"]);
	for (const slug of ["draft", "archived"]) {
		expect(await findPublicPost(app.deps.db, slug, testTime)).toBeUndefined();
	}
});

test("a scheduled post becomes public at its moment, not before", async () => {
	await create({ title: "Later", status: "published", published_at: at(10).toISOString() });
	expect(await nextPublication(app.deps.db, testTime)).toEqual(at(10));
	expect(await publicSlugs()).toEqual([]);
	expect(await findPublicPost(app.deps.db, "later", at(9))).toBeUndefined();
	app.setTime(at(10));
	expect(await publicSlugs()).toEqual(["later"]);
	expect(await nextPublication(app.deps.db, at(10))).toBeNull();
});

test("of several scheduled posts the next one decides until when the pages are kept", async () => {
	await create({ title: "Third", status: "published", published_at: at(30).toISOString() });
	await create({ title: "First", status: "published", published_at: at(10).toISOString() });
	await create({ title: "Second", status: "published", published_at: at(20).toISOString() });
	await create({ title: "Draft", status: "draft", published_at: at(5).toISOString() });
	expect(await nextPublication(app.deps.db, testTime)).toEqual(at(10));
	expect(await nextPublication(app.deps.db, at(10))).toEqual(at(20));
});

test("refuses to save over a newer version, and shows it", async () => {
	const { id, version } = await create();
	const first = await call("PATCH", `/${id}`, { ...buildPost({ title: "Mine" }), version });
	expect(first.status).toBe(200);
	const second = await call("PATCH", `/${id}`, { ...buildPost({ title: "Yours" }), version });
	expect(second.status).toBe(409);
	expect(second.body).toMatchObject({ code: "conflict", current: { id, title: "Mine" } });
	expect((await call("PATCH", `/${id}`, buildPost({ title: "Yours" }))).body.title).toBe("Yours");
});

test("keeps the last 50 saves and restores one as a new save", async () => {
	const { id } = await create({ title: "Save 0" });
	for (let save = 1; save <= 52; save++) {
		await call("PATCH", `/${id}`, buildPost({ title: `Save ${save}`, slug: "kept", status: "published" }));
	}
	const { body: revisions } = await call("GET", `/${id}/revisions`);
	expect(revisions).toHaveLength(50);
	expect(revisions[0].title).toBe("Save 52");
	expect(revisions.at(-1).title).toBe("Save 3");
	// A save without a change is no version of its own, by which the oldest would go.
	await call("PATCH", `/${id}`, buildPost({ title: "Save 52", slug: "kept", status: "published" }));
	expect((await call("GET", `/${id}/revisions`)).body).toEqual(revisions);
	const oldest = `/${id}/revisions/${revisions.at(-1).id}`;
	expect((await call("GET", oldest)).body.fields).toMatchObject({ title: "Save 3", slug: "kept" });
	const { version } = (await call("GET", `/${id}`)).body;
	await call("PATCH", `/${id}/status`, { status: "draft" });
	// Whoever restores it has seen the post otherwise.
	const refused = await call("POST", `${oldest}/restore`, { version });
	expect(refused).toMatchObject({ status: 409, body: { code: "conflict", current: { status: "draft" } } });
	await call("PATCH", `/${id}/status`, { status: "published" });
	const restored = await call("POST", `${oldest}/restore`, {});
	expect(restored.body).toMatchObject({ title: "Save 3", status: "published" });
	expect((await call("GET", `/${id}/revisions`)).body[0].title).toBe("Save 3");
	const other = await insertPost(app.deps);
	expect((await call("GET", `/${other.id}/revisions/${revisions[0].id}`)).status).toBe(404);
});

// proves S7-posts-04
test("deletes a post with all that belongs to it", async () => {
	const { id } = await create();
	await call("POST", `/${id}/preview`);
	expect((await call("DELETE", `/${id}`)).status).toBe(204);
	expect((await call("GET", `/${id}`)).status).toBe(404);
	expect((await call("GET", `/${id}/revisions`)).body).toEqual([]);
});

const draftOf = (title: string | null, stamp: { writer: string; n: number; version?: number }) => {
	const draft =
		title === null
			? null
			: { fields: { title, content: '<p onclick="x()">Two</p>' }, before: { title: "", content: "" }, basis: 1 };
	return { draft, version: 0, ...stamp };
};
const [here, there] = ["0b6f2c1e-5a44-4b8e-9d7e-3c1f2a6b7c8d", "1b6f2c1e-5a44-4b8e-9d7e-3c1f2a6b7c8d"];

test("keeps an author's draft, cleaned, for the author alone, and leaves the post as it is", async () => {
	const { id, version } = await create({ publish: true });
	expect((await call("GET", `/${id}/draft`)).body).toMatchObject({ draft: null, version: 0 });
	const stored = await call("PUT", `/${id}/draft`, draftOf("Mine", { writer: here, n: 1 }));
	expect(stored).toMatchObject({ status: 200, body: { draft: { fields: { content: "<p>Two</p>" } }, version: 1 } });
	const { authorization: another } = await signInAs(app.deps, { role: "admin" });
	expect((await call("GET", `/${id}/draft`, undefined, { authorization: another })).body.draft).toBeNull();
	expect((await call("GET", `/${id}`)).body).toMatchObject({ version, updated_at: testTime.toISOString() });
});

test("of one window's drafts the last one counts, in whatever order they arrive, and another window has to have read it", async () => {
	const { id } = await create();
	const put = (title: string | null, stamp: Parameters<typeof draftOf>[1]) =>
		call("PUT", `/${id}/draft`, draftOf(title, stamp));
	const title = async () => (await call("GET", `/${id}/draft`)).body.draft?.fields.title;
	await put("Two", { writer: here, n: 2 });
	expect((await put("One", { writer: here, n: 1 })).status).toBe(200);
	expect(await title()).toBe("Two");
	const refused = await put("Elsewhere", { writer: there, n: 1 });
	expect(refused).toMatchObject({ status: 409, body: { error: "This draft was changed in another window." } });
	expect(refused.body.current.draft.fields.title).toBe("Two");
	await put("Elsewhere", { writer: there, n: 1, version: refused.body.current.version });
	expect((await put("Three", { writer: here, n: 3, version: 1 })).status).toBe(409);
	expect(await title()).toBe("Elsewhere");
	await put(null, { writer: there, n: 2 });
	expect(await title()).toBeUndefined();
});

test("a save takes its author's draft along, and one that was held up doesn't come back", async () => {
	const { id, version } = await create();
	await call("PUT", `/${id}/draft`, draftOf("Draft", { writer: here, n: 1 }));
	await call("PATCH", `/${id}`, { title: "Saved", version, draft: { writer: here, n: 3 } });
	await call("PUT", `/${id}/draft`, draftOf("Held up", { writer: here, n: 2 }));
	expect((await call("GET", `/${id}/draft`)).body.draft).toBeNull();
	await call("PUT", `/${id}/draft`, draftOf("After it", { writer: here, n: 4 }));
	expect((await call("GET", `/${id}/draft`)).body.draft.fields.title).toBe("After it");
});

test("lists what was never saved, or is left of a deleted post, and forgets it after 90 days", async () => {
	const { id } = await create();
	const unsaved = async () => (await call("GET", "/drafts")).body.drafts;
	await call("PUT", `/${id}/draft`, draftOf("Of a post", { writer: here, n: 1 }));
	await call("PUT", `/${there}/draft`, draftOf("New", { writer: here, n: 1 }));
	expect(await unsaved()).toMatchObject([{ post_id: there, title: "New" }]);
	await call("DELETE", `/${id}`);
	expect((await unsaved()).map(({ title }: { title: string }) => title).sort()).toEqual(["New", "Of a post"]);
	app.setTime(at(91 * 24 * 60));
	await deleteOldDrafts(app.deps);
	expect(await app.deps.db.$count(postDraftsTable)).toBe(0);
});

test("a save changes the fields that it names, and no others", async () => {
	const { id, content, tags } = await create({ excerpt: "Mine", tags: ["Press"], content: "<p>Text</p>" });
	const { body } = await call("PATCH", `/${id}`, { title: "Only the title" });
	expect(body).toMatchObject({ title: "Only the title", excerpt: "Mine", tags, content, slug: expect.any(String) });
});

test("a preview link shows a post for a week, or what isn't saved yet, and stays the same until it is withdrawn", async () => {
	const { db } = app.deps;
	const { id } = await insertPost(app.deps, { title: "Not yet" });
	const link = async () => (await call("POST", `/${id}/preview`)).body;
	const week = 7 * 24 * 60;
	const shown = async (path: string, minutes: number) =>
		(await findPreviewedPost(db, path.split("/").at(-1) ?? "", addMinutes(testTime, minutes)))?.post.title;
	const first = await link();
	expect(await shown(first.path, week - 1)).toBe("Not yet");
	expect(await shown(first.path, week)).toBeUndefined();
	expect(await link()).toEqual(first);
	expect((await call("GET", `/${id}/preview`)).body).toEqual({ link: first });
	await call("PUT", `/${id}/draft`, draftOf("Unsaved", { writer: here, n: 1 }));
	const token = first.path.split("/").at(-1) ?? "";
	const seen = async (author: string) => {
		const { post, isSaved } = (await findPreviewedPost(db, token, testTime, author)) ?? {};
		return [post?.title, isSaved];
	};
	expect(await seen(userId)).toEqual(["Unsaved", false]);
	expect(await seen(there)).toEqual(["Not yet", true]);
	await call("PUT", `/${id}/draft`, draftOf(null, { writer: here, n: 2 }));
	expect(await seen(userId)).toEqual(["Not yet", true]);
	expect((await call("DELETE", `/${id}/preview`)).status).toBe(204);
	expect(await shown(first.path, 0)).toBeUndefined();
	expect((await call("GET", `/${id}/preview`)).body).toEqual({ link: null });
	const second = await link();
	expect(second.path).not.toBe(first.path);
	expect(await shown(second.path, 0)).toBe("Not yet");
	const atItsEnd = addMinutes(testTime, week);
	expect(await findPreview(db, { post: { id, title: "" } }, atItsEnd, previewKey(app.deps.settings))).toBeUndefined();
});

test("visitors search what is public: each word anywhere, wildcards as they are, and only so often", async () => {
	const publish = (overrides: Parameters<typeof buildPost>[0]) =>
		insertPost(app.deps, { status: "published", published_at: at(-1).toISOString(), ...overrides });
	await publish({ slug: "a", title: "The first line", content: "<p>Nothing.</p>", tags: ["Press"] });
	await publish({ slug: "b", title: "Count calls", content: "<p>Up 100% in one line.</p>" });
	await publish({ slug: "c", title: "A line of tomorrow", published_at: at(60).toISOString() });
	await publish({ slug: "d", title: "A line in a drawer", status: "draft" });
	const deps = { ...app.deps, rateLimits: createRateLimits(app.deps.database) };
	await insertJob(app.deps.db, { title: "Lector", description: "Each line." });
	await insertJob(app.deps.db, { title: "Closed", description: "Each line.", is_active: false });
	const find = async (words: string) => {
		const request = new Request(`http://localhost/search?${new URLSearchParams({ q: words })}`);
		return (await searchPosts(routeArgs(deps, request, {}))).data;
	};
	const search = async (words: string) => {
		const data = await find(words);
		return data.wait ? "wait" : data.posts.map(({ path }) => path).sort();
	};
	const pages = async (words: string) => (await find(words)).pages.map(({ path }) => path);
	expect(await pages("lector LINE")).toEqual(["/careers/apply/lector"]);
	expect(await pages("studio photos")).toEqual([]);
	expect(await pages("product photography")).toEqual(["/services/photography"]);
	expect(await pages("wedding")).toEqual([]);
	expect(await search("LINE")).toEqual(["/blog/a", "/blog/b"]);
	expect(await search("line press")).toEqual(["/blog/a"]);
	expect(await search("0%")).toEqual(["/blog/b"]);
	expect(await search("l_ne")).toEqual([]);
	expect(await search("  ")).toEqual([]);
	const answers = [];
	for (let times = 0; times < 60; times++) answers.push(await search("line"));
	expect(answers.at(-1)).toBe("wait");
});
