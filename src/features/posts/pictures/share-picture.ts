import { content } from "#site/content/content.tsx";
import { renderOgPicture } from "./og-picture.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

/** The share picture of the site, once the firm's name or looks are its own. */
export async function loader() {
	const [line = ""] = content("home")["hero.tag_lines"];
	return new Response(await renderOgPicture(line), { headers: { "Content-Type": "image/png" } });
}
