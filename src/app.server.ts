import { randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { createApi } from "./api.server.ts";
import { limitPublicInvoices } from "./features/invoices/public-invoice-limit.server.ts";
import { type Deps, provideDeps } from "./platform/deps.server.ts";
import { createFirstPaint } from "./platform/first-paint.server.ts";
import { answerHttpError, forbidden, type HttpError, notFound } from "./platform/http-errors.server.ts";
import { mayReadMetrics } from "./platform/metrics.server.ts";
import type { PageCache } from "./platform/page-cache.server.ts";
import { pageFailure } from "./platform/page-failure.server.ts";
import { clientAddress } from "./platform/rate-limits.server.ts";
import { requestContext } from "./platform/request-context.server.ts";
import { commonHeaders, contentSecurityPolicy } from "./platform/security-headers.server.ts";
import { pagePatterns } from "./route-patterns.server.ts";

const apiPrefixes = ["/api/", "/auth/v1/", "/functions/v1/", "/storage/v1/"];

/** For one person or one company: never kept, never indexed. */
const privatePaths = /^\/(admin|auth|bookings|invoice)(\/|\.data$|$)/;

/** Shown on public pages: a change of them outdates every kept page. */
const publicTables = new Set(["blog_posts", "blog_images", "jobs"]);

export type Production = {
	/** The browser's part of the build. */
	clientFolder: string;
	/** Where finished public pages are kept. */
	pages: PageCache;
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The endpoint or page that answered, as the routes name it. */
function routeName(c: Context, patternOf: (path: string) => string): string {
	const endpoint = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
	if (endpoint) return endpoint.path;
	if (c.req.path.startsWith("/assets/")) return "/assets/*";
	if (apiPrefixes.some((prefix) => c.req.path.startsWith(prefix))) return "nothing there";
	return patternOf(c.req.path);
}

/** Whoever watches the process should not have to wait for a database that does not answer. */
const healthWithinMs = 3_000;

/**
 * The whole site as one app: health, API, files of the build, pages.
 * @param production left out in development, where Vite serves the files and every page is rendered anew
 */
export function createApp(deps: Deps, build: ServerBuild, production?: Production) {
	const renderRoute = createRequestHandler(build, production ? "production" : "development");
	if (production) {
		const { pages } = production;
		deps.changes.subscribe({
			onChange: ({ table }) => publicTables.has(table) && pages.clear(),
			onGap: () => pages.clear(),
		});
	}
	const patternOf = pagePatterns(build.routes);
	const headers = Object.entries(commonHeaders(deps.settings.production));

	const firstPaint = production && createFirstPaint(production.clientFolder);

	async function renderPage(request: Request, prepare = async (html: string) => html): Promise<Response> {
		const context = new RouterContextProvider();
		provideDeps(context, deps);
		const response = answerFailure(await renderRoute(request, context), context.get(pageFailure));
		const html = response.headers.get("content-type")?.startsWith("text/html");
		if (!html || !production) return response;
		// Buffered whole: pages are small, and the policy has to name the hashes of their inline scripts.
		const body = await prepare(await response.text());
		response.headers.set("content-security-policy", contentSecurityPolicy(body));
		return new Response(body, response);
	}

	const app = new Hono();
	app.use(async (c, next) => {
		const started = performance.now();
		const requestId = randomUUID();
		const context = { requestId, address: clientAddress(c, deps.settings.trustedProxies) };
		await requestContext.run(context, next);
		for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
		c.res.headers.set("x-request-id", requestId);
		const { pathname } = new URL(c.req.url);
		deps.metrics.requests.observe(
			{
				method: methods.has(c.req.method) ? c.req.method : "other",
				route: routeName(c, patternOf),
				status: c.res.status,
			},
			(performance.now() - started) / 1000,
		);
		const fields = {
			method: c.req.method,
			// Whoever knows a public link can open it, so none may stand in a log.
			path: pathname.replace(/^\/invoice\/[^/]+/, "/invoice/..."),
			status: c.res.status,
			ms: Math.round(performance.now() - started),
		};
		requestContext.run(context, () => {
			if (c.error) deps.logger.error({ ...fields, err: c.error }, "request failed");
			else if (c.res.status === 404) deps.logger.warn(fields, "nothing at this address");
			else deps.logger.debug(fields, "request");
		});
	});
	app.onError(answerHttpError);

	app.get("/healthz", async (c) => {
		try {
			await within(healthWithinMs, deps.database.ping());
			return c.text("ok");
		} catch {
			return c.text("database unreachable", 503, { "retry-after": "5" });
		}
	});
	app.get("/metrics", async (c) => {
		if (!mayReadMetrics(c, deps.settings)) {
			deps.logger.warn({ path: c.req.path }, "access refused");
			throw forbidden("Metrics are for this machine, or for whoever has the token.");
		}
		const { registry } = deps.metrics;
		return c.body(await registry.metrics(), 200, { "content-type": registry.contentType });
	});
	app.route("/", createApi(deps));
	for (const prefix of apiPrefixes) {
		app.all(`${prefix}*`, () => {
			throw notFound("This endpoint");
		});
	}
	if (production) {
		const root = production.clientFolder;
		app.use(
			"/assets/*",
			serveStatic({
				root,
				precompressed: true,
				onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
			}),
		);
		app.use(
			"*",
			serveStatic({
				root,
				precompressed: true,
				onFound: (_path, c) => c.header("cache-control", "public, max-age=3600"),
			}),
		);
	}
	app.use("/invoice/*", limitPublicInvoices(deps));
	app.all("*", async (c) => {
		const { request, path } = { request: c.req.raw, path: c.req.path };
		if (privatePaths.test(path)) {
			const response = await renderPage(request);
			response.headers.set("cache-control", "no-store");
			response.headers.set("x-robots-tag", "noindex");
			return response;
		}
		const cacheable = c.req.method === "GET" || c.req.method === "HEAD";
		if (!production || !cacheable) return renderPage(request);
		// Public pages do not depend on the query, so any tracking parameters share one entry.
		const address = new URL(path, deps.settings.siteUrl);
		return production.pages.respond(request, path, () =>
			renderPage(new Request(address, { headers: { accept: "text/html" } }), firstPaint),
		);
	});
	return app;
}

/** An outage is told apart from a fault of ours by its status, so that browsers, proxies and search engines come back. */
function answerFailure(response: Response, failure: HttpError | null): Response {
	if (response.status !== 500 || failure?.status !== 503) return response;
	const headers = new Headers(response.headers);
	headers.set("retry-after", String(failure.details.retryAfter));
	return new Response(response.body, { status: 503, headers });
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
