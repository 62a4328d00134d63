import { Hono } from "hono";
import type { Deps } from "#platform/deps.server.ts";
import { answerPicture } from "#platform/public-picture.server.ts";

/** The public address of uploaded pictures. A name never gets another content, so browsers may keep it for good. */
export function blogImagesApi({ storage }: Pick<Deps, "storage">) {
	return new Hono().get("/:name", (c) =>
		answerPicture(storage, "blog-images", c.req.param("name"), "public, max-age=31536000, immutable"),
	);
}
