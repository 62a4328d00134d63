import { Hono } from "hono";
import { answerPicture } from "#platform/files/public-picture.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";

/** The public address of uploaded pictures. A name always has the same content, so browsers may cache it forever. */
export function blogImagesApi({ storage }: Pick<Deps, "storage">) {
	return new Hono().get("/:name", (c) =>
		answerPicture(storage, "blog-images", c.req.param("name"), "public, max-age=31536000, immutable"),
	);
}
