import { content, services } from "./content/content.tsx";
import { servicePaths } from "./services/services.ts";

/** Whether there is a page: the firm may not offer every service. */
export const isOffered = (path: string): boolean =>
	!servicePaths.some((each) => each === path) || services().some((service) => service.path === path);

type Link = { label: string; to: string };

/** The header's links around the services dropdown (specification 2). */
export function mainLinks(): readonly [Link, ...Link[]] {
	const words = content("frame");
	return [
		{ label: words["menu.home"], to: "/" },
		{ label: words["menu.blog"], to: "/blog" },
		{ label: words["menu.careers"], to: "/careers" },
		{ label: words["menu.contact"], to: "/contact" },
	];
}

export function quickLinks(): readonly Link[] {
	const words = content("frame");
	return [
		{ label: words["menu.home"], to: "/" },
		{ label: words["menu.blog"], to: "/blog" },
		{ label: words["menu.contact"], to: "/contact" },
		{ label: words["menu.book_call"], to: "/book-call" },
		{ label: words["menu.careers"], to: "/careers" },
	];
}

/** Not a page of its own, but the address above those of the services. */
export const servicesPath = "/services";

/** Whether to highlight a link: '/' matches only itself, other links also match everything below them. */
export function isCurrent(to: string, pathname: string): boolean {
	return pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
}
