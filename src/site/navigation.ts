import { services } from "./services/services.ts";

/** Every public page that is there on a fresh site: what the sitemap begins with, and what tests and measurements visit. */
export const publicPaths = [
	"/",
	...services.map((service) => service.path),
	"/blog",
	"/careers",
	"/contact",
	"/book-call",
	"/privacy",
];

/** The header's links around the services dropdown (specification 2). */
export const mainLinks = [
	{ label: "Home", to: "/" },
	{ label: "Blog", to: "/blog" },
	{ label: "Careers", to: "/careers" },
	{ label: "Contact", to: "/contact" },
] as const;

export const quickLinks = [
	{ label: "Home", to: "/" },
	{ label: "Blog", to: "/blog" },
	{ label: "Contact", to: "/contact" },
	{ label: "Book a Call", to: "/book-call" },
	{ label: "Careers", to: "/careers" },
] as const;

/** Not a page of its own, but the address above those of the services. */
export const servicesPath = "/services";

/** Whether to highlight a link: '/' matches only itself, other links also match everything below them. */
export function isCurrent(to: string, pathname: string): boolean {
	return pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
}
