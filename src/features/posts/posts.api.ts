import { type Context, Hono } from "hono";
import { receiveImage } from "#features/images/blog-images.server.ts";
import { createPreview, findPreview, previewKey, revokePreview } from "#features/previews/preview-links.server.ts";
import { rowChangesBodyLimit } from "#lib/status-change.ts";
import { answerPicture } from "#platform/files/stored-file.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listApi, withCaller } from "#platform/records/record-api.server.ts";
import { getRevision, listRevisions, presentRevision } from "./history/post-revisions.server.ts";
import { listUnsaved, readDraft, saveDraft } from "./post-drafts.server.ts";
import { posts, presentPostRow } from "./posts.record.server.ts";
import {
	draftInputSchema,
	postChangeSchema,
	postCreationSchema,
	postDeletionSchema,
	postInputSchema,
	postLimits,
	postRestoreSchema,
	postStatusChangeSchema,
	postStatusesChangeSchema,
} from "./posts.schema.ts";
import {
	createPost,
	deletePost,
	getPost,
	presentPost,
	setPostStatus,
	updatePost,
	updatePostStatuses,
} from "./posts.server.ts";

/** The blog's endpoints for staff. */
export function postsApi(deps: Deps) {
	const { db, clock } = deps;
	const linkKey = previewKey(deps.settings);
	const postId = (c: Context) => parseId(c.req.param("id") ?? "", "This blog post");
	const save = (c: Context<AccountEnv>) => ({ authorId: c.get("account").userId, now: clock() });
	return listApi(deps, posts)
		.post("/images", async (c) => c.json(await receiveImage(c, deps), 201))
		.get("/drafts", async (c) => c.json({ drafts: await listUnsaved(db, save(c).authorId) }))
		.get("/:id", async (c) => c.json(presentPost(await getPost(db, postId(c)))))
		.post("/", validateJson(postInputSchema, postLimits.body), async (c) => {
			const post = await withCaller(db, c, (tx) => createPost(tx, c.req.valid("json"), save(c)));
			return c.json(presentPost(post), 201);
		})
		.put("/:id", validateJson(postCreationSchema, postLimits.body), async (c) => {
			const input = { ...c.req.valid("json"), id: postId(c) };
			const post = await withCaller(db, c, (tx) => createPost(tx, input, save(c)));
			return c.json(presentPost(post), 201);
		})
		.patch("/:id", validateJson(postChangeSchema, postLimits.body), async (c) => {
			const id = postId(c);
			const post = await withCaller(db, c, (tx) => updatePost(tx, id, c.req.valid("json"), save(c)));
			return c.json(presentPost(post));
		})
		.get("/:id/draft", async (c) => c.json(await readDraft(db, postId(c), save(c).authorId)))
		.put("/:id/draft", validateJson(draftInputSchema, postLimits.draftBody), async (c) => {
			const id = postId(c);
			return c.json(await withCaller(db, c, (tx) => saveDraft(tx, id, c.req.valid("json"), save(c))));
		})
		.patch("/:id/status", validateJson(postStatusChangeSchema), async (c) => {
			const id = postId(c);
			const { post, former } = await withCaller(db, c, (tx) => setPostStatus(tx, id, c.req.valid("json"), clock()));
			return c.json({ ...presentPostRow(post), former });
		})
		.post("/statuses", validateJson(postStatusesChangeSchema, rowChangesBodyLimit), async (c) => {
			const changed = await withCaller(db, c, (tx) => updatePostStatuses(tx, c.req.valid("json"), clock()));
			return c.json({ changed });
		})
		.delete("/:id", validateQuery(postDeletionSchema), async (c) => {
			const id = postId(c);
			const { unchanged_since } = c.req.valid("query");
			await withCaller(db, c, (tx) => deletePost(tx, id, unchanged_since));
			return c.body(null, 204);
		})
		.get("/:id/revisions", async (c) => {
			const revisions = await listRevisions(db, postId(c));
			return c.json(revisions.map((each) => ({ ...each, saved_at: each.saved_at.toISOString() })));
		})
		.get("/:id/revisions/:revisionId", async (c) => {
			const revision = await getRevision(db, postId(c), parseId(c.req.param("revisionId"), "This version"));
			return c.json(presentRevision(revision));
		})
		.post("/:id/revisions/:revisionId/restore", validateJson(postRestoreSchema), async (c) => {
			const { fields } = await getRevision(db, postId(c), parseId(c.req.param("revisionId"), "This version"));
			// Older saves know of no alternative text.
			const { featured_image_alt = null } = fields;
			const restored = { ...fields, featured_image_alt, publish: false, ...c.req.valid("json") };
			const post = await withCaller(db, c, (tx) => updatePost(tx, postId(c), restored, save(c)));
			return c.json(presentPost(post));
		})
		.get("/:id/preview", async (c) => {
			const post = await getPost(db, postId(c));
			return c.json({ link: (await findPreview(db, { post }, clock(), linkKey)) ?? null });
		})
		.post("/:id/preview", async (c) => {
			const post = await getPost(db, postId(c));
			return c.json(await withCaller(db, c, (tx) => createPreview(tx, { post }, clock(), linkKey)), 201);
		})
		.delete("/:id/preview", async (c) => {
			const post = await getPost(db, postId(c));
			await withCaller(db, c, (tx) => revokePreview(tx, { post }));
			return c.body(null, 204);
		});
}

/** The public address of uploaded pictures. A name always has the same content, so browsers may cache it forever. */
export function blogImagesApi({ storage }: Pick<Deps, "storage">) {
	return new Hono().get("/:name", (c) =>
		answerPicture(storage, "blog-images", c.req.param("name"), "public, max-age=31536000, immutable"),
	);
}
