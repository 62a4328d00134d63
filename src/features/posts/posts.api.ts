import { type Context, Hono } from "hono";
import type { AccountEnv } from "#platform/account.server.ts";
import type { Deps } from "#platform/deps.server.ts";
import { listQuerySchema } from "#platform/keyset.server.ts";
import { readUpload } from "#platform/upload.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/validate.server.ts";
import { imageField, presentBlogImage, storeBlogImage } from "./blog-images.server.ts";
import { createPreview, revokePreview } from "./post-previews.server.ts";
import { getRevision, listRevisions, presentRevision } from "./post-revisions.server.ts";
import { postInputSchema, postLimits, postStatusChangeSchema, postUpdateSchema } from "./posts.schema.ts";
import {
	createPost,
	deletePost,
	getPost,
	listPosts,
	presentPost,
	presentPostRow,
	setPostStatus,
	updatePost,
} from "./posts.server.ts";

/** Staff's side of the blog. */
export function postsApi(deps: Deps) {
	const { db, clock } = deps;
	const postId = (c: Context) => parseId(c.req.param("id") ?? "", "This blog post");
	const save = (c: Context<AccountEnv>) => ({ authorId: c.get("account").userId, now: clock() });
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listPosts(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentPostRow), next });
		})
		.post("/images", async (c) => {
			await using form = await readUpload(c.req.raw, deps.settings, imageField);
			return c.json(presentBlogImage(await storeBlogImage(deps, form.file)), 201);
		})
		.get("/:id", async (c) => c.json(presentPost(await getPost(db, postId(c)))))
		.post("/", validateJson(postInputSchema, postLimits.body), async (c) => {
			const post = await createPost(db, c.req.valid("json"), save(c));
			return c.json(presentPost(post), 201);
		})
		.put("/:id", validateJson(postUpdateSchema, postLimits.body), async (c) => {
			const post = await updatePost(db, postId(c), c.req.valid("json"), save(c));
			return c.json(presentPost(post));
		})
		.patch("/:id/status", validateJson(postStatusChangeSchema), async (c) => {
			const post = await setPostStatus(db, postId(c), c.req.valid("json").status, clock());
			return c.json(presentPostRow(post));
		})
		.delete("/:id", async (c) => {
			await deletePost(db, postId(c));
			return c.body(null, 204);
		})
		.get("/:id/revisions", async (c) => {
			const revisions = await listRevisions(db, postId(c));
			return c.json(revisions.map((each) => ({ ...each, saved_at: each.saved_at.toISOString() })));
		})
		.get("/:id/revisions/:revisionId", async (c) => {
			const revision = await getRevision(db, postId(c), parseId(c.req.param("revisionId"), "This revision"));
			return c.json(presentRevision(revision));
		})
		.post("/:id/revisions/:revisionId/restore", async (c) => {
			const { fields } = await getRevision(db, postId(c), parseId(c.req.param("revisionId"), "This revision"));
			const { status, updated_at } = await getPost(db, postId(c));
			const restored = { ...fields, status, publish: false, expected_updated_at: updated_at.toISOString() };
			const post = await updatePost(db, postId(c), restored, save(c));
			return c.json(presentPost(post));
		})
		.post("/:id/preview", async (c) => {
			const { id } = await getPost(db, postId(c));
			return c.json(await createPreview(db, id, clock()), 201);
		})
		.delete("/:id/preview", async (c) => {
			await revokePreview(db, postId(c));
			return c.body(null, 204);
		});
}
