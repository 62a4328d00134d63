import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { listPublicPosts } from "./public-posts.server.ts";
import { insertStarterPosts, starterPosts } from "./starter-posts.server.ts";

const app = startTestApp();

test("starts a site with four public posts whose content is stored as it is written and whose pictures exist", async () => {
	await insertStarterPosts(app.deps);
	const posts = await listPublicPosts(app.deps.db, app.deps.clock());
	expect(posts.map((post) => post.title)).toEqual(starterPosts.map((post) => post.title));
	expect(posts.map((post) => post.content)).toEqual(starterPosts.map((post) => post.content));
	for (const { featured_image } of posts) expect(existsSync(`public${featured_image}`)).toBe(true);
});
