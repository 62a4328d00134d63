import { createElement, type ReactNode } from "react";
import { Outlet, Scripts, ScrollRestoration, type ServerBuild } from "react-router";
import * as entry from "#entry.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** `path` as in `src/routes.ts`, under the root. A route without a component answers by itself. */
export type TestPage = { path: string; module: Partial<Route["module"]> };

/** The frame of every page, with all that React Router puts into one. */
function Layout({ children }: { children: ReactNode }) {
	const stylesheet = createElement("link", { rel: "stylesheet", href: "/app.css", precedence: "app" });
	return createElement(
		"html",
		{ lang: "en" },
		createElement("head", null, createElement("title", null, "A page"), stylesheet),
		createElement("body", null, children, createElement(ScrollRestoration), createElement(Scripts)),
	);
}

/** What the build of the site is, with pages of a test's own: rendered by the real entry and by React Router. */
export function buildPages(pages: TestPage[]): ServerBuild {
	const routes: Route[] = [
		{ id: "root", path: "", module: { Layout, default: Outlet, loader: () => ({ siteUrl: "http://site.test" }) } },
		// React Router's types know only routes with a component.
		...pages.map(({ path, module }) => ({
			id: path || "index",
			parentId: "root",
			...(path ? { path } : { index: true }),
			module: module as Route["module"],
		})),
	];
	return {
		entry: { module: entry },
		routes: Object.fromEntries(routes.map((route) => [route.id, route])),
		assets: {
			version: "1",
			url: "/manifest.js",
			entry: { module: "/entry.js", imports: ["/framework.js"] },
			routes: Object.fromEntries(routes.map((route) => [route.id, inManifest(route)])),
		},
		basename: "/",
		publicPath: "/",
		assetsBuildDirectory: "",
		future: {},
		ssr: true,
		isSpaMode: false,
		prerender: [],
		routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
	};
}

const inManifest = ({ id, parentId, path }: Route) => ({
	id,
	parentId,
	path,
	module: "/route.js",
	clientActionModule: undefined,
	clientLoaderModule: undefined,
	clientMiddlewareModule: undefined,
	hydrateFallbackModule: undefined,
	hasAction: false,
	hasLoader: false,
	hasClientAction: false,
	hasClientLoader: false,
	hasClientMiddleware: false,
	hasDefaultExport: true,
	hasErrorBoundary: false,
});
