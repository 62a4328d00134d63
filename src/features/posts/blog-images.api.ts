import { Hono } from "hono";
import type { Deps } from "#platform/deps.server.ts";
import { notFound } from "#platform/http-errors.server.ts";

const storedName = /^[\w-]+\.(?:jpe?g|png|webp|avif|gif)$/;

/** The public address of uploaded pictures. A name never gets another content, so browsers may keep it for good. */
export function blogImagesApi({ storage }: Pick<Deps, "storage">) {
	return new Hono().get("/:name", async (c) => {
		const name = c.req.param("name");
		const file = storedName.test(name) ? await storage.get("blog-images", name) : undefined;
		if (!file) throw notFound("This image");
		return new Response(file.body, {
			headers: {
				"Content-Type": file.type,
				"Content-Length": String(file.size),
				"Cache-Control": "public, max-age=31536000, immutable",
				"Content-Security-Policy": "default-src 'none'; sandbox",
				"X-Content-Type-Options": "nosniff",
			},
		});
	});
}
