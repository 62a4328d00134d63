import { randomBytes } from "node:crypto";
import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { forbidden, type HttpError } from "#platform/http/http-errors.server.ts";
import { allowOwnScripts } from "#platform/http/security-headers.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { type Deps, provideDeps } from "#platform/process/deps.server.ts";
import { developmentPages, type PublicPages } from "./public-pages.server.ts";

/** The input of one page rendering, and its results for the response. */
type Rendering = {
	/** The route's pattern, for the log. The page's address may contain a secret token. */
	route: string;
	/** The nonce of the page's own inline scripts. Undefined in development, which sends no policy. */
	nonce: string | undefined;
	publicPages: PublicPages;
	/** Whether a 404 response may omit its document. */
	withoutNotFound: boolean;
	/** The path above that of the page, where it is a preview of the site. */
	preview: string | undefined;
	/** The reason for the failure. React Router itself answers every unexpected error with 500. */
	failure: HttpError | undefined;
	/** Waits for a free slot, then renders the page. */
	inTurn(draw: () => Promise<Response>): Promise<Response>;
};

/** All renderings share one thread. `waiting` is a few seconds of work. */
const productionRoom = { running: 8, waiting: 100 };

export const renderingContext = createContext<Rendering>();

type RenderOptions = {
	route: string;
	withoutNotFound?: boolean;
	preview?: string;
};

export type PageRenderer = (request: Request, options: RenderOptions) => Promise<Response>;

/** @param built what the build wrote about public pages; undefined in development, where a page is sent without a policy */
export function createPageRenderer(
	deps: Deps,
	build: ServerBuild,
	built?: PublicPages,
	room = productionRoom,
): PageRenderer {
	const inTurn = limitConcurrency(room);
	const site = new URL(deps.settings.siteUrl);
	// Behind a proxy that terminates TLS, a request's address starts with http, but the Origin of its form starts with
	// https.
	const handle = createRequestHandler(
		{ ...build, allowedActionOrigins: [site.host] },
		built ? "production" : "development",
	);

	async function renderPage(
		request: Request,
		{ route, withoutNotFound = false, preview }: RenderOptions,
		drawInTurn: Rendering["inTurn"],
	): Promise<Response> {
		// Hexadecimal, because it becomes part of regular expressions.
		const nonce = built && randomBytes(16).toString("hex");
		const rendering: Rendering = {
			route,
			nonce,
			publicPages: built ?? developmentPages,
			withoutNotFound,
			preview,
			failure: undefined,
			inTurn: drawInTurn,
		};
		const context = new RouterContextProvider();
		context.set(renderingContext, rendering);
		provideDeps(context, deps);
		const response = answerFailure(await handle(request, context), rendering.failure);
		if (!nonce || !response.headers.get("content-type")?.startsWith("text/html")) return response;
		// Buffered completely: pages are small, and the policy must include the hashes of their inline scripts.
		const framing = preview ? "framed" : isApplicationRoute(route) ? "frames" : "none";
		const { html, policy } = allowOwnScripts(await response.text(), nonce, framing);
		response.headers.set("content-security-policy", policy);
		return new Response(html, response);
	}

	return async (request, options) => {
		if (isForeign(request, site.origin))
			throw forbidden("This form wasn't sent from our site. Please reload the page and try again.");
		const { signal } = request;
		if (request.method === "GET" || request.method === "HEAD") {
			return inTurn(() => renderPage(request, options, (draw) => draw()), { signal });
		}
		// A form doesn't take a slot while its body is arriving. After a save, the response is rendered no matter how
		// many requests wait.
		return renderPage(request, options, (draw) => inTurn(draw, { signal, always: true }));
	};
}

/** Whoever signs in there comes to the back office without another document, and so with the same policy. */
const isApplicationRoute = (route: string) => /^\/(admin|auth|account|bookings)\b/.test(route);

/**
 * Refuses a form sent from another site's page. React Router refuses it, too, but as a server error with a log line
 * for each.
 */
function isForeign(request: Request, siteOrigin: string): boolean {
	const origin = request.headers.get("origin");
	if (request.method !== "POST" || origin === null) return false;
	return origin !== siteOrigin && origin !== new URL(request.url).origin;
}

/** An outage has a different status than a bug, so that browsers, proxies, and search engines retry later. */
function answerFailure(response: Response, failure: HttpError | undefined): Response {
	if (response.status !== 500 || failure?.status !== 503) return response;
	const headers = new Headers(response.headers);
	headers.set("retry-after", String(failure.details.retryAfter));
	return new Response(response.body, { status: 503, headers });
}
