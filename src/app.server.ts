import { randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { ServerBuild } from "react-router";
import { createApi } from "./api.server.ts";
import { findAdmin } from "./features/auth/sessions/bearer.server.ts";
import { guestLinkHeaders, guestLinkLimit } from "./features/bookings/guests/guest-link-limit.server.ts";
import { publicInvoiceLimit } from "./features/invoices/delivery/invoice-links.server.ts";
import { payLimit } from "./features/invoices/pay/pay.server.ts";
import { showsSite } from "./features/previews/preview-links.server.ts";
import { draftedChanges } from "./features/site-pages/site-pages.server.ts";
import { awaitCuts } from "./features/site-pages/site-pictures.server.ts";
import { firm } from "./lib/firm.ts";
import { createPageFinder, type Page } from "./page-addresses.server.ts";
import { findEndpoint } from "./platform/http/endpoints.server.ts";
import {
	answerHttpError,
	errorBody,
	forbidden,
	methodNotAllowed,
	noEndpoint,
} from "./platform/http/http-errors.server.ts";
import { proxyWatchOf } from "./platform/http/proxy-watch.server.ts";
import { requestContext } from "./platform/http/request-context.server.ts";
import { assetHeaders, commonHeaders } from "./platform/http/security-headers.server.ts";
import { limitVisitors } from "./platform/limits/limit-callers.server.ts";
import { clientAddress } from "./platform/limits/rate-limits.server.ts";
import type { PageCache } from "./platform/pages/page-cache.server.ts";
import { createPageRenderer } from "./platform/pages/page-renderer.server.ts";
import type { PublicPages } from "./platform/pages/public-pages.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { mayReadMetrics } from "./platform/process/metrics.server.ts";
import { contentToPreview, holdContent, onContentPublished, showFields } from "./site/content/content.server.ts";
import { isOffered } from "./site/navigation.ts";

const apiPrefixes = ["/api/", "/auth/v1/", "/functions/v1/", "/storage/v1/"];

/** All addresses without a page are one, and have no page at this one either. */
const nowhere = { address: undefined, pattern: "/*" };
const nowherePath = "/404";

/** Without the page's script, too, the form of a preview is sent to the preview. */
const postedForm = /(?<= action=")\/(?=[^"]*"(?: encType="[^"]*")? method="post")/gi;

/** Shown on public pages: a change of them outdates every kept page. */
const publicTables = new Set(["blog_posts", "blog_images", "jobs", "call_hours", "call_reservations"]);

export type Production = {
	/** The browser's part of the build. */
	clientFolder: string;
	publicPages: PublicPages;
	/** Where finished public pages are kept. */
	pages: PageCache;
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type PageFinder = ReturnType<typeof createPageFinder>;

type AppEnv = {
	Variables: {
		/** Set when a page was asked for in its one spelling. */
		page?: Page;
	};
};

/** The endpoint or page that answered, as the routes name it. */
function routeName(c: Context<AppEnv>): string {
	const endpoint = findEndpoint(c);
	if (endpoint) return endpoint.path;
	for (const folder of ["/assets/", "/preview/"]) if (c.req.path.startsWith(folder)) return `${folder}*`;
	return c.get("page")?.pattern ?? "nothing there";
}

/** Anyone who knows the address of a public link can open it, so no log may contain one. */
const withoutTokens = (path: string) =>
	plainLetters(path)
		.replaceAll(/\b(invoice|preview)(\/+)[^/]+/gi, "$1$2...")
		.replace(/^(\/+(?:call|calendar))\/.*/is, "$1/...");

/** What is percent-encoded without need, as in `/%69nvoice/…`. */
const plainLetters = (path: string) =>
	path.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** As it was asked for: what URL parsing takes for the same, dot segments for example, is another spelling. */
function spelledPath(c: Context): string {
	const target: unknown = c.env?.incoming?.url;
	const asked = typeof target === "string" && target.startsWith("/") ? target : c.req.url.replace(/^\w+:\/\/[^/]*/, "");
	return asked.replace(/[?#].*/s, "");
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Monitoring should not have to wait for a database that doesn't respond. */
const healthWithinMs = 3_000;

/**
 * The whole site as one app: health, API, pages, files of the build.
 * @param production left out in development, where Vite serves the files and every page is rendered again
 */
export function createApp(deps: Deps, build: ServerBuild, production?: Production) {
	if (production) clearWithChanges(deps, production.pages);
	const app = new Hono<AppEnv>();
	app.use(logRequests(deps));
	app.onError(answerHttpError);
	app.route("/", monitoringApi(deps));
	app.route("/", createApi(deps));
	for (const prefix of apiPrefixes) {
		app.all(`${prefix}*`, () => {
			throw noEndpoint();
		});
	}
	// What is not kept in the page cache is compressed as it is sent: the answers to forms, and private pages.
	app.use(compress());
	// No limit: staff who type see it again after each pause, and its tokens are too long to be guessed.
	app.use("/preview/*", guestLinkHeaders);
	const findPage = createPageFinder(build.routes);
	app.use(findPages(findPage));
	app.use("/invoice/*", limitVisitors(deps, publicInvoiceLimit));
	app.use("/invoice/:token/pay", limitVisitors(deps, payLimit));
	for (const each of ["/call/*", "/calendar/*"]) app.use(each, guestLinkHeaders, limitVisitors(deps, guestLinkLimit));
	app.post("/invoice/:token/view", skipViewsOfStaff(deps));
	const pages = pageHandlers(deps, build, findPage, production);
	app.all("/preview/:token/*", pages.previewed);
	app.use(pages.found);
	// Feed readers and bookmarks ask for these without a page that names the firm's own.
	app.on("GET", ["/favicon.ico", "/favicon.svg", "/favicon-32.png", "/icon-180.png"], async (c, next) => {
		const { icon } = firm().brand?.logo ?? {};
		return icon ? c.redirect(icon) : next();
	});
	if (production) {
		app.use("/assets/*", serveFiles(production.clientFolder, "public, max-age=31536000, immutable"));
		app.use(serveFiles(production.clientFolder, "public, max-age=3600"));
	}
	app.all("*", pages.missing);
	return app;
}

function clearWithChanges({ changes }: Deps, pages: PageCache): void {
	onContentPublished(() => pages.clear());
	changes.subscribe({
		onChange: ({ table }) => publicTables.has(table) && pages.clear(),
		onGap: () => pages.clear(),
	});
}

/** Gives each request its id and each answer the common headers, measures it and writes its line of the log. */
function logRequests(deps: Deps): MiddlewareHandler<AppEnv> {
	const { production } = deps.settings;
	const headers = {
		common: Object.entries(commonHeaders(production)),
		asset: Object.entries(assetHeaders(production)),
	};
	const watchProxies = proxyWatchOf(deps);
	return async (c, next) => {
		const started = performance.now();
		const requestId = randomUUID();
		const context = { requestId, address: clientAddress(c, deps.settings.trustedProxies) };
		watchProxies(c.req.raw);
		// All of a request shows one state of the texts: its head, its page, and what its islands get.
		await requestContext.run(context, () => holdContent(next));
		const isAsset = c.req.path.startsWith("/assets/") && c.res.ok;
		for (const [name, value] of headers[isAsset ? "asset" : "common"]) {
			if (!c.res.headers.has(name)) c.res.headers.set(name, value);
		}
		keepPrivate(c.res.headers, c.get("page")?.isPublic && isRead(c.req.method));
		c.res.headers.set("x-request-id", requestId);
		const ms = performance.now() - started;
		const { status } = c.res;
		const method = methods.has(c.req.method) ? c.req.method : "other";
		deps.metrics.requests.observe({ method, route: routeName(c), status }, ms / 1000);
		const path = withoutTokens(new URL(c.req.url).pathname);
		const fields = { method: c.req.method, path, status, ms: Math.round(ms) };
		requestContext.run(context, () => {
			if (c.error) deps.logger.error({ ...fields, err: c.error }, "request failed");
			else if (status === 404) deps.logger.warn(fields, "nothing at this address");
			else deps.logger.debug(fields, "request");
		});
	};
}

/**
 * Beside public pages, only a response that says so may be kept or indexed. What may not be kept carries no header that
 * says otherwise to a proxy or a CDN (decision 067).
 */
function keepPrivate(headers: Headers, isPublicPage = false): void {
	const caching = headers.get("cache-control");
	if (caching === null ? isPublicPage : !caching.includes("no-store")) return;
	headers.set("cache-control", "no-store");
	for (const name of ["cdn-cache-control", "surrogate-control", "expires"]) headers.delete(name);
	headers.set("x-robots-tag", "noindex");
}

function monitoringApi({ database, metrics, settings, logger }: Deps) {
	return new Hono()
		.get("/healthz", async (c) => {
			try {
				await within(healthWithinMs, database.ping());
				return c.text("ok");
			} catch {
				return c.text("database unreachable", 503, { "retry-after": "5" });
			}
		})
		.get("/metrics", async (c) => {
			if (!mayReadMetrics(c, settings)) {
				logger.warn({ path: c.req.path }, "access refused");
				throw forbidden("Metrics are available only from this machine or with METRICS_TOKEN as the bearer token.");
			}
			return c.body(await metrics.registry.metrics(), 200, { "content-type": metrics.registry.contentType });
		});
}

/** A page has one spelling of its address: no other is rendered, kept or counted apart (decision 035). */
function findPages(findPage: PageFinder): MiddlewareHandler<AppEnv> {
	return async (c, next) => {
		const { pathname, search } = new URL(c.req.url);
		const page = findPage(pathname, search);
		if (page?.address === spelledPath(c)) c.set("page", page);
		else if (page && isRead(c.req.method)) return c.redirect(page.address + search, 308);
		else if (isNearEndpoint(c.req.path)) throw noEndpoint();
		return next();
	};
}

/** 'First viewed' means the client: staff who open the page to see what a client sees have viewed nothing. */
function skipViewsOfStaff(deps: Deps): MiddlewareHandler {
	return async (c, next) => {
		const bearer = c.req.header("authorization");
		return bearer && (await findAdmin(deps, bearer)) ? c.body(null, 204) : next();
	};
}

/** Answers for a page that was found, and for an address without one. Public pages come from the cache. */
function pageHandlers(deps: Deps, build: ServerBuild, findPage: PageFinder, production: Production | undefined) {
	const renderPage = createPageRenderer(deps, build, production?.publicPages);
	const { siteUrl } = deps.settings;
	/** The public page at the path behind the token, with the drafts. What is sent to it is dropped unread. */
	const previewed: MiddlewareHandler<AppEnv> = async (c, next) => {
		const token = c.req.param("token") ?? "";
		if (!(await showsSite(deps.db, token, deps.clock()))) return next();
		const preview = `/preview/${token}`;
		const { pathname, search } = new URL(c.req.url);
		if (!isRead(c.req.method)) return c.redirect(pathname + search, 303);
		const page = findPage(pathname.slice(preview.length), search);
		const drafts = contentToPreview(await draftedChanges(deps.db), await awaitCuts(deps.db));
		const isThere = page?.isPublic && holdContent(() => isOffered(page.pattern), drafts);
		const address = isThere ? page.address + page.query : nowherePath;
		const route = `/preview/:token${page?.pattern ?? nowhere.pattern}`;
		const response = await holdContent(() => renderPage(plainRequest(siteUrl + address), { route, preview }), drafts);
		response.headers.set("x-frame-options", "SAMEORIGIN");
		const html = showFields(await response.text()).replaceAll(postedForm, `${preview}/`);
		return new Response(html, response);
	};
	const found: MiddlewareHandler<AppEnv> = async (c, next) => {
		const page = c.get("page");
		if (!page || !isOffered(page.pattern)) return next();
		// React Router would take the others for a POST, and send what the page's form does.
		if (!isRead(c.req.method) && c.req.method !== "POST") {
			return c.json(errorBody(methodNotAllowed()), 405, { allow: page.hasAction ? "GET, HEAD, POST" : "GET, HEAD" });
		}
		const request = c.req.raw;
		const route = page.pattern;
		if (!page.isPublic) {
			const isReadable = page.rendered === page.address;
			const asked = isReadable ? request : new Request(new URL(page.rendered, request.url), request);
			const response = await renderPage(asked, { route });
			response.headers.set("cache-control", "no-store");
			return response;
		}
		if (!production || !isRead(request.method)) return renderPage(request, { route });
		// Whatever else the query says, as tracking parameters do, shares one entry.
		const address = page.address + page.query;
		return production.pages.respond(request, { pattern: route, address }, (options) =>
			renderPage(plainRequest(siteUrl + address), { route, ...options }),
		);
	};
	const missing = (c: Context) =>
		production
			? production.pages.respond(c.req.raw, nowhere, (options) =>
					renderPage(plainRequest(siteUrl + nowherePath), { route: nowhere.pattern, ...options }),
				)
			: renderPage(c.req.raw, { route: nowhere.pattern });
	return { found, previewed, missing };
}

/** Its own `onFound` comes too late to set a header: the answer is made by then. */
function serveFiles(root: string, cacheControl: string): MiddlewareHandler {
	const serve = serveStatic({ root, precompressed: true });
	return async (c, next) => {
		const file = await serve(c, next);
		if (file instanceof Response) file.headers.set("cache-control", cacheControl);
		return file;
	};
}

/** Nothing about the requester may reach a page that is stored for everyone. */
const plainRequest = (address: string) => new Request(address, { headers: { accept: "text/html" } });

/** Only programs spell an endpoint differently, so the response is one for programs. */
function isNearEndpoint(path: string): boolean {
	const tidy = path.replaceAll(/\/+/g, "/").toLowerCase();
	return apiPrefixes.some((prefix) => tidy.startsWith(prefix));
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
