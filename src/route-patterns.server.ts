import type { ServerBuild } from "react-router";

/** Names the route of a page's address, so that an address that a visitor makes up is no label of its own. */
export function pagePatterns(routes: ServerBuild["routes"]): (path: string) => string {
	const patterns = Object.values(routes)
		.flatMap((route) => (route && (route.path || route.index) ? [fullPath(routes, route.id)] : []))
		.filter((path) => !path.includes("*"));
	const fixed = new Set(patterns.filter((path) => !path.includes(":")));
	const open = patterns
		.filter((path) => path.includes(":"))
		.map((path) => ({ path, matches: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`) }));
	return (address) => {
		const path = address.replace(/\.data$/, "").replace(/(.)\/$/, "$1");
		if (fixed.has(path)) return path;
		return open.find(({ matches }) => matches.test(path))?.path ?? "nothing there";
	};
}

function fullPath(routes: ServerBuild["routes"], id: string): string {
	const parts: string[] = [];
	for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
		if (route.path) parts.unshift(route.path);
	}
	return `/${parts.join("/")}`;
}
