import { services } from "#site/content/content.tsx";
import { showcasePicture } from "#site/services/service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

/** All pictures of the home page's showcase, which its document has no room for: the island asks for them when it wakes. */
export const loader = () => Response.json(services().map(({ slug }) => showcasePicture(slug)));
