import type { GlyphName } from "#site/glyphs.tsx";
import type { PictureName } from "#site/pictures.ts";

/** What of a service no one edits. */
type ServiceFrame = {
	slug: ServiceSlug;
	path: `/services/${ServiceSlug}`;
	image: PictureName;
	icon: GlyphName;
	/** Of the three cards on its page. */
	glyphs: readonly [GlyphName, GlyphName, GlyphName];
	/** The CSS color of the page's bands: the color of the wall in its picture. */
	colour: `var(--band-${ServiceSlug})`;
};

/** As it is now: `services()` in site/content lists them. */
export type Service = ServiceFrame & {
	title: string;
	/** One line for the showcase and the navigation menu. */
	caption: string;
	/** Two lines for search engines, and for places that show the service alone. */
	description: string;
};

/** In the order of the menus and the showcase. */
export const serviceSlugs = [
	"corporate-communications",
	"brand-development",
	"public-relations",
	"contact-center",
	"photography",
	"videography",
	"graphic-design",
] as const;
export type ServiceSlug = (typeof serviceSlugs)[number];

function service(slug: ServiceSlug, icon: GlyphName, glyphs: ServiceFrame["glyphs"]): ServiceFrame {
	return { slug, path: `/services/${slug}`, image: slug, icon, glyphs, colour: `var(--band-${slug})` };
}

/** The fixed list of services. Their texts are in site/content/services.content.ts. */
export const serviceCatalogue: Record<ServiceSlug, ServiceFrame> = {
	"corporate-communications": service("corporate-communications", "thread", ["stack", "exchange", "align"]),
	"brand-development": service("brand-development", "mark", ["mark", "pinwheel", "dovetail"]),
	"public-relations": service("public-relations", "halves", ["halves", "rise", "stack"]),
	"contact-center": service("contact-center", "headset", ["headset", "clock", "gauge"]),
	photography: service("photography", "lens", ["lens", "dome", "dash"]),
	videography: service("videography", "clapper", ["clapper", "cut", "rays"]),
	"graphic-design": service("graphic-design", "tiles", ["dash", "together", "tiles"]),
};

export const servicePaths = serviceSlugs.map((slug) => serviceCatalogue[slug].path);
