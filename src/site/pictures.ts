import bandBrandDevelopment from "#art/band-brand-development.jpg?picture";
import bandContactCenter from "#art/band-contact-center.jpg?w=480;800;1048&picture";
import bandCorporateCommunications from "#art/band-corporate-communications.jpg?picture";
import bandGraphicDesign from "#art/band-graphic-design.jpg?w=480;800;1200;1600;1900&picture";
import bandPhotography from "#art/band-photography.jpg?picture";
import bandPublicRelations from "#art/band-public-relations.jpg?picture";
import bandVideography from "#art/band-videography.jpg?picture";
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

/**
 * The project's own pictures, which a firm may replace: their alternative texts are in `content/`. `hero-…` and `band-…` are made
 * from the masters (docs/design.md), to meet the band they lie in and the widest screens.
 */
export const pictures = {
	hero: {
		sources: hero,
		// Without the objects at either side, which it would cut: the rest is as large as a phone can show it.
		crop: { sources: heroPhone, media: "(width < 48rem)", sizes: "100vw" },
	},
	"corporate-communications": { sources: corporateCommunications },
	"band-corporate-communications": { sources: bandCorporateCommunications },
	"brand-development": { sources: brandDevelopment },
	"band-brand-development": { sources: bandBrandDevelopment },
	"public-relations": { sources: publicRelations },
	"band-public-relations": { sources: bandPublicRelations },
	"contact-center": { sources: contactCenter },
	"band-contact-center": { sources: bandContactCenter },
	photography: { sources: photography },
	"band-photography": { sources: bandPhotography },
	videography: { sources: videography },
	"band-videography": { sources: bandVideography },
	"graphic-design": { sources: graphicDesign },
	"band-graphic-design": { sources: bandGraphicDesign },
} satisfies Record<string, Pick<PictureProps, "sources" | "crop">>;

export type PictureName = keyof typeof pictures;
