import bandBrandDevelopment from "#art/band-brand-development.jpg?picture";
import bandContactCenter from "#art/band-contact-center.jpg?w=480;800;1048&picture";
import bandCorporateCommunications from "#art/band-corporate-communications.jpg?picture";
import bandGraphicDesign from "#art/band-graphic-design.jpg?w=480;800;1200;1600;1900&picture";
import bandPhotography from "#art/band-photography.jpg?picture";
import bandPublicRelations from "#art/band-public-relations.jpg?picture";
import bandVideography from "#art/band-videography.jpg?picture";
import galleryEvent from "#art/gallery-event.jpg?picture";
import galleryFood from "#art/gallery-food.jpg?picture";
import galleryOnSite from "#art/gallery-on-site.jpg?picture";
import galleryProduct from "#art/gallery-product.jpg?picture";
import galleryStudio from "#art/gallery-studio.jpg?picture";
import heroPhone from "#art/hero-phone.jpg?w=728;960;1536&effort=4&picture";
import hero from "#art/hero-wide.jpg?w=800;1600;2560&picture";
import brandDevelopment from "#art/service-brand-development.jpg?picture";
import contactCenter from "#art/service-contact-center.jpg?picture";
import corporateCommunications from "#art/service-corporate-communications.jpg?picture";
import graphicDesign from "#art/service-graphic-design.jpg?picture";
import photography from "#art/service-photography.jpg?picture";
import publicRelations from "#art/service-public-relations.jpg?picture";
import videography from "#art/service-videography.jpg?picture";
import type { PictureProps } from "#ui/picture.tsx";

/** Of pictures that there are for a card and for a band. */
const alts = {
	cups: "Two paper cups joined by a taut red string",
	microphones: "Five press microphones against a yellow wall",
	headset: "A white headset on a rounded yellow post",
	lens: "A camera lens on a plum plinth",
	clapperboard: "A clapperboard and rolls of tape on a pink set",
	swatches: "A fan of color swatches, a red pencil, and a cut-out paragraph mark",
};

/**
 * The project's own pictures with their alternative texts: `<Picture {...pictures.hero} sizes="100vw" />`. `hero-…` and `band-…`
 * are made from the masters (docs/design.md), to meet the band they lie in and the widest screens.
 */
export const pictures = {
	hero: {
		sources: hero,
		// Without the objects at either side, which it would cut: the rest is as large as a phone can show it.
		crop: { sources: heroPhone, media: "(width < 48rem)", sizes: "100vw" },
		alt: "A vermilion paragraph mark among a headset, a lens, a clapperboard, and swatches",
	},
	"corporate-communications": { sources: corporateCommunications, alt: alts.cups },
	"band-corporate-communications": { sources: bandCorporateCommunications, alt: alts.cups },
	"brand-development": {
		sources: brandDevelopment,
		alt: "Five paragraph marks in steel, stone, board, plaster, and dark lacquer",
	},
	"band-brand-development": {
		sources: bandBrandDevelopment,
		alt: "Four paragraph marks in stone, board, plaster, and dark lacquer",
	},
	"public-relations": { sources: publicRelations, alt: alts.microphones },
	"band-public-relations": { sources: bandPublicRelations, alt: alts.microphones },
	"contact-center": { sources: contactCenter, alt: alts.headset },
	"band-contact-center": { sources: bandContactCenter, alt: alts.headset },
	photography: { sources: photography, alt: alts.lens },
	"band-photography": { sources: bandPhotography, alt: alts.lens },
	videography: { sources: videography, alt: alts.clapperboard },
	"band-videography": { sources: bandVideography, alt: alts.clapperboard },
	"graphic-design": { sources: graphicDesign, alt: alts.swatches },
	"band-graphic-design": { sources: bandGraphicDesign, alt: alts.swatches },
	"gallery-on-site": { sources: galleryOnSite, alt: "An arcade in low sun with a red ball" },
	"gallery-product": { sources: galleryProduct, alt: "A red enamel bottle with a brass cap" },
	"gallery-food": { sources: galleryFood, alt: "Macarons on a white plate" },
	"gallery-event": { sources: galleryEvent, alt: "Rows of red chairs facing a lectern on a lit stage" },
	"gallery-studio": { sources: galleryStudio, alt: "A cup of coffee and a newspaper in window light" },
} satisfies Record<string, Pick<PictureProps, "sources" | "crop" | "alt">>;

export type PictureName = keyof typeof pictures;
