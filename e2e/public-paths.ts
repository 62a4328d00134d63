import { services } from "#site/services/services.ts";

/** Every public page that is there on a fresh site. */
export const publicPaths = [
	"/",
	...services.map((service) => service.path),
	"/blog",
	"/careers",
	"/contact",
	"/book-call",
	"/privacy",
];
