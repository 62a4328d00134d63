import type { ServerBuild } from "react-router";
import { blogPageOf, blogPageQuery } from "./features/posts/public/blog-pages.ts";
import { isPublic } from "./lib/page-handle.ts";

/** A page, or its data for the router (`.data`). */
export type Page = {
	/** As the routes name it: finite in number, whatever addresses visitors make up. */
	pattern: string;
	/** The one spelling of the path under which the page is answered. Begins with a single slash. */
	address: string;
	/** The same for React Router, which would write one that can't be read to the log, with the rest of its token. */
	rendered: string;
	/** What of the query decides what the page shows: `?page=2`, empty on almost all. */
	query: string;
	/** The same for everyone. All others are never kept, never indexed. */
	isPublic: boolean;
	/** Whether forms are sent to it. */
	hasAction: boolean;
};

type Routes = ServerBuild["routes"];
type KnownPage = { parts: string[]; isPublic: boolean; hasAction: boolean; hasData: boolean };

/**
 * Finds the page behind a path in any spelling that leads to it: capitals, repeated and trailing slashes, percent
 * encoding. Code that answers it compares `address` with the path first (decision 035). For each address it is the page
 * that React Router will match, which matches again by itself; page-addresses.test.ts compares them.
 */
export function createPageFinder(routes: Routes): (pathname: string, search?: string) => Page | undefined {
	const pages = listPages(routes);
	return (pathname, search = "") => {
		const asked = pathname.split("/").filter(Boolean);
		const isData = asked.at(-1)?.endsWith(".data") ?? false;
		const segments = (isData ? withoutData(asked) : asked).map(readSegment);
		const page = pages.find((known) => isMatch(known, segments));
		if (!page || (isData && !page.hasData)) return undefined;
		const { parts, isPublic, hasAction } = page;
		const spelledWith = (nameOf: (segment: Segment) => string) => {
			const spelled = segments.map((segment, place) => {
				const part = parts[place] ?? "*";
				return isOpen(part) ? nameOf(segment) : part;
			});
			const plain = `/${spelled.join("/")}`;
			return isData ? dataAddress(plain) : plain;
		};
		const address = spelledWith(({ text, raw }) => (text === undefined ? raw : encodeURIComponent(text)));
		const rendered = spelledWith(({ text = unreadable }) => encodeURIComponent(text));
		return { pattern: `/${parts.join("/")}`, address, rendered, query: ownQuery(address, search), isPublic, hasAction };
	};
}

/** Where a page that was asked for at `url` is kept: under its path, with what of the query decides what it shows. */
export function cacheAddress(url: string): string {
	const at = url.indexOf("?");
	if (at < 0) return url;
	const path = url.slice(0, at);
	return path + ownQuery(path, url.slice(at));
}

const ownQuery = (address: string, search: string) =>
	address === "/blog" || address === "/blog.data" ? blogPageQuery(blogPageOf(search)) : "";

/** In place of a token that can't be read. */
const unreadable = "-";

/** `text` is undefined where the percent encoding is broken or stands for control characters. */
type Segment = { raw: string; text: string | undefined };

function readSegment(raw: string): Segment {
	try {
		const text = decodeURIComponent(raw);
		return { raw, text: /\p{Cc}/u.test(text) ? undefined : text };
	} catch {
		return { raw, text: undefined };
	}
}

const isOpen = (part: string) => part === "*" || part.startsWith(":");

/**
 * A segment that can't be read leads nowhere, except as the token of a private link: The link's own page says what to do
 * about a link that was cut or altered.
 */
function isMatch({ parts, isPublic }: KnownPage, segments: Segment[]): boolean {
	if (parts.at(-1) === "*" ? segments.length < parts.length : segments.length !== parts.length) return false;
	return segments.every(({ text }, place) => {
		const part = parts[place] ?? "*";
		return text === undefined ? part.startsWith(":") && !isPublic : isOpen(part) || part === text.toLowerCase();
	});
}

/** Where React Router's client asks for the data of a page. */
const dataAddress = (address: string) => (address === "/" ? "/_.data" : `${address}.data`);

/** It asks at `/blog/_.data` for those of `/blog/`. */
function withoutData(segments: string[]): string[] {
	const last = segments.at(-1)?.replace(/^(_?)\.data$|\.data$/, "") ?? "";
	return [...segments.slice(0, -1), last].filter(Boolean);
}

/** All but the route for what no other matches, the most definite first. */
function listPages(routes: Routes): KnownPage[] {
	return Object.values(routes)
		.flatMap((route) => (route && (route.path || route.index) ? [knownPage(routes, route.id)] : []))
		.filter(({ parts }) => parts[0] !== "*")
		.sort((a, b) => (definiteness(a) < definiteness(b) ? -1 : 1));
}

const definiteness = ({ parts }: KnownPage) => parts.map((part) => (part === "*" ? 2 : isOpen(part) ? 1 : 0)).join("");

function knownPage(routes: Routes, id: string): KnownPage {
	const { action, default: component, ErrorBoundary, handle } = routes[id]?.module ?? {};
	const parts: string[] = [];
	for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
		parts.unshift(...(route.path ?? "").split("/").filter(Boolean));
	}
	// A route without a component responds on its own, and the router requests no data from it.
	return {
		parts,
		isPublic: isPublic(handle),
		hasAction: Boolean(action),
		hasData: Boolean(component || ErrorBoundary),
	};
}
