import galleryEvent from "#art/gallery-event.jpg?picture";
import galleryFood from "#art/gallery-food.jpg?picture";
import galleryOnSite from "#art/gallery-on-site.jpg?picture";
import galleryProduct from "#art/gallery-product.jpg?picture";
import galleryStudio from "#art/gallery-studio.jpg?picture";

/** With their alternative texts: `<Picture {...galleryPictures["gallery-food"]} sizes="100vw" />`. */
export const galleryPictures = {
	"gallery-on-site": { sources: galleryOnSite, alt: "An arcade in low sun with a red ball" },
	"gallery-product": { sources: galleryProduct, alt: "A red enamel bottle with a brass cap" },
	"gallery-food": { sources: galleryFood, alt: "Macarons on a white plate" },
	"gallery-event": { sources: galleryEvent, alt: "Rows of red chairs facing a lectern on a lit stage" },
	"gallery-studio": { sources: galleryStudio, alt: "A cup of coffee and a newspaper in window light" },
};
