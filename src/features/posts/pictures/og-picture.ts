import { findPublicPost } from "#features/posts/public/public-posts.server.ts";
import { movedTo } from "#lib/moved.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/og-picture";
import { renderOgPicture } from "./og-picture.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

/** The share picture of a public post. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { db, clock } = depsFrom(context);
	const found = await findPublicPost(db, params.slug, clock());
	if (!found) throw new Response(null, { status: 404 });
	if ("movedTo" in found) throw movedTo(`/blog/${found.movedTo}/og.png`);
	return new Response(await renderOgPicture(found.post.title), { headers: { "Content-Type": "image/png" } });
}
