import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";
import { data, type ServerBuild } from "react-router";
import { createServer } from "vite";
import { isApplication } from "#lib/page-handle.ts";
import type * as RendererModule from "#platform/pages/page-renderer.server.ts";
import { type PublicPages, publicPagesFile } from "#platform/pages/public-pages.server.ts";
import type * as SpecimensModule from "./page-specimens.ts";

type Specimen = (typeof SpecimensModule.specimens)[number];
type Routes = ServerBuild["routes"];
type Renderer = typeof RendererModule.createPageRenderer;

// Runs at the end of each build, in a process of its own.

/**
 * Writes what public pages need beside their markup, once the browser's part is built (decision 044): the address of
 * their script, and for each route the rules of the stylesheet that its markup names. To know the markup, each page is
 * rendered with specimens of its data.
 */
async function writePublicPages(clientFolder: string, file: string): Promise<void> {
	const assets = readdirSync(join(clientFolder, "assets"));
	const only = (pattern: RegExp) => {
		const [name, ...others] = assets.filter((asset) => pattern.test(asset));
		if (!name || others.length > 0) throw new Error(`not one of the build's assets is ${pattern}`);
		return name;
	};
	const css = await readFile(join(clientFolder, "assets", only(/^app-[\w-]+\.css$/)), "utf8");
	const styles: Record<string, string> = {};
	for (const [route, documents] of await renderSpecimens()) styles[route] = await keepRules(css, documents.join(""));
	const pages: PublicPages = {
		script: `/assets/${only(/^entry\.public-[\w-]+\.js$/)}`,
		previewScript: `/assets/${only(/^entry\.preview-[\w-]+\.js$/)}`,
		styles,
	};
	await writeFile(file, JSON.stringify(pages));
}

/**
 * The documents of each route, by the route's id.
 * @throws if a public page has no specimen: it would be sent without its rules
 */
async function renderSpecimens(): Promise<Map<string, string[]>> {
	const vite = await createServer({
		server: { middlewareMode: true, hmr: false },
		appType: "custom",
		logLevel: "error",
		cacheDir: "build/.vite",
	});
	try {
		const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
		const build = await load<ServerBuild>("virtual:react-router/server-build");
		const { createPageRenderer } = await load<typeof RendererModule>("/src/platform/pages/page-renderer.server.ts");
		const { specimens } = await load<typeof SpecimensModule>("/scripts/page-specimens.ts");
		// The pages' own components read nothing else.
		const deps = { settings: { siteUrl: "http://localhost" } } as Parameters<Renderer>[0];
		const rendered = new Map<string, string[]>();
		for (const specimen of specimens) {
			let shown = "";
			const routes = answerWith(build.routes, specimen, (route) => {
				shown = route;
			});
			const render = createPageRenderer(deps, { ...build, routes });
			const { path, actionData } = specimen;
			const request = new Request(`http://localhost${path}`, actionData ? { method: "POST", body: "" } : {});
			const response = await render(request, { route: path });
			if (response.status >= 500) throw new Error(`the specimen of ${path} could not be rendered`);
			rendered.set(shown, [...(rendered.get(shown) ?? []), await response.text()]);
		}
		const missing = publicRoutes(build.routes).filter((id) => !rendered.has(id));
		if (missing.length > 0) throw new Error(`there is no specimen of ${missing.join(", ")}: see page-specimens.ts`);
		return rendered;
	} finally {
		await vite.close();
	}
}

/** The ids of the routes whose page is a document. */
function publicRoutes(routes: Routes): string[] {
	const parents = new Set(Object.values(routes).map((route) => route?.parentId));
	const isInApplication = (id = ""): boolean => {
		const route = routes[id];
		return route !== undefined && (isApplication(route.module.handle) || isInApplication(route.parentId));
	};
	return Object.entries(routes).flatMap(([id, route]) =>
		route?.module.default && !parents.has(id) && !isInApplication(id) ? [id] : [],
	);
}

/** The routes, in which each page answers with the specimen instead of asking the database. */
function answerWith(
	routes: Routes,
	{ loaderData, actionData, isMissing }: Specimen,
	onShown: (route: string) => void,
): Routes {
	const parents = new Set(Object.values(routes).map((route) => route?.parentId));
	return Object.fromEntries(
		Object.entries(routes).map(([id, route]) => {
			if (!route?.module.default || parents.has(id)) return [id, route];
			const loader = () => {
				onShown(id);
				if (isMissing) throw data(null, { status: 404 });
				return loaderData ?? null;
			};
			const action = route.module.action && (() => actionData);
			return [id, { ...route, module: { ...route.module, loader, action } }];
		}),
	);
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const decodeAttribute = (value: string) =>
	value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? "");

/** Selectors by attribute always stay, because attributes mark states that come and go. */
async function keepRules(css: string, html: string): Promise<string> {
	const classes = new Set(
		[...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, value = ""]) => decodeAttribute(value).split(/\s+/)),
	);
	const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = ""]) => name));
	const extracted = {
		classes: [...classes],
		tags: [...tags],
		ids: ["site-menu"],
		undetermined: [],
		attributes: { names: [], values: [] },
	};
	const [kept] = await new PurgeCSS().purge({
		content: [{ raw: "", extension: "page" }],
		css: [{ raw: css }],
		variables: true,
		safelist: {
			// No class says what has the focus.
			greedy: [/^:focus-visible/],
			// What the markup itself styles with, such as the colors of the services in the menu.
			variables: [...html.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name),
		},
		extractors: [{ extensions: ["page"], extractor: () => extracted }],
		dynamicAttributes: [...css.matchAll(/\[([a-z-]+)/g)].map(([, name = ""]) => name),
	});
	if (!kept) throw new Error("the stylesheet could not be read");
	const ofFields = tags.has("input") ? kept.css : withoutFields(kept.css);
	return withoutEmpty(withoutUnused(html.includes("data-sheet") ? ofFields : withoutSheet(ofFields)));
}

/** Without the rules for printing a sheet, such as an invoice. */
const withoutSheet = (css: string) => css.replaceAll(/(?<=[{}])body:has\(\[data-sheet\]\)[^{}]*\{[^{}]*\}/g, "");

/** Without the rules for parts of form fields, which a page without fields does not have. */
const withoutFields = (css: string) =>
	css.replaceAll(
		/::(?:-webkit-(?:date|search|calendar|inner|outer)[\w-]*|file-selector-button|placeholder)\{[^{}]*\}/g,
		"",
	);

/** Conditions of which no rule is left, from the inside out. */
function withoutEmpty(css: string): string {
	const shorter = css.replaceAll(/@(?:media|supports|container)[^@{};]*\{\}/g, "");
	return shorter === css ? css : withoutEmpty(shorter);
}

/** Tailwind registers each of its properties, and keeps all animations, even if no remaining rule uses them. */
function withoutUnused(css: string): string {
	const registrations = /@(?:property|keyframes) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g;
	const rules = css.replaceAll(registrations, "");
	return css.replaceAll(registrations, (registration, name: string) => (rules.includes(name) ? registration : ""));
}

await writePublicPages("build/client", join("build/server", publicPagesFile));
