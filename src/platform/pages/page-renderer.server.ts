import { randomBytes } from "node:crypto";
import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { forbidden, type HttpError } from "#platform/http/http-errors.server.ts";
import { allowOwnScripts } from "#platform/http/security-headers.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { type Deps, provideDeps } from "#platform/process/deps.server.ts";
import { createFirstPaint } from "./first-paint.server.ts";

/** What one rendering of a page is given, and what it returns for the response. */
type Rendering = {
	/** The page as the routes name it, for the log: its address may hold the token of a link. */
	route: string;
	/** Of our own inline scripts; none in development, which sends no policy. */
	nonce: string | undefined;
	/** Whether a page that is not found is answered without its document. */
	withoutNotFound: boolean;
	/** Why the page could not be made: React Router answers every unexpected failure with 500, whatever it was. */
	failure: HttpError | undefined;
	/** Draws the page when it is its turn. */
	inTurn(draw: () => Promise<Response>): Promise<Response>;
};

/** Renderings share one thread: `waiting` is some seconds' work. */
const productionRoom = { running: 8, waiting: 100 };

export const renderingContext = createContext<Rendering>();

type RenderOptions = {
	route: string;
	/** Rewrites the page so that it paints from its first response (decision 028). */
	firstPaint?: boolean;
	withoutNotFound?: boolean;
};

export type PageRenderer = (request: Request, options: RenderOptions) => Promise<Response>;

/** @param clientFolder the browser's part of the build; none in development, where a page is sent as it is rendered */
export function createPageRenderer(
	deps: Deps,
	build: ServerBuild,
	clientFolder?: string,
	room = productionRoom,
): PageRenderer {
	const inTurn = limitConcurrency(room);
	const site = new URL(deps.settings.siteUrl);
	// Behind a proxy that ends TLS, the address of a request begins with http, and the Origin of its form with https.
	const handle = createRequestHandler(
		{ ...build, allowedActionOrigins: [site.host] },
		clientFolder ? "production" : "development",
	);
	const prepareFirstPaint = clientFolder && createFirstPaint(clientFolder);

	async function renderPage(
		request: Request,
		{ route, firstPaint = false, withoutNotFound = false }: RenderOptions,
		drawInTurn: Rendering["inTurn"],
	): Promise<Response> {
		// Hex, because it becomes part of regular expressions.
		const nonce = clientFolder && randomBytes(16).toString("hex");
		const rendering: Rendering = { route, nonce, withoutNotFound, failure: undefined, inTurn: drawInTurn };
		const context = new RouterContextProvider();
		context.set(renderingContext, rendering);
		provideDeps(context, deps);
		const response = answerFailure(await handle(request, context), rendering.failure);
		if (!nonce || !response.headers.get("content-type")?.startsWith("text/html")) return response;
		// Buffered whole: pages are small, and the policy has to name the hashes of their inline scripts.
		const rendered = await response.text();
		const painted = firstPaint && prepareFirstPaint ? await prepareFirstPaint(rendered, nonce) : rendered;
		const { html, policy } = allowOwnScripts(painted, nonce);
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
		// A form takes no place while its body arrives, and what was saved is answered however many wait.
		return renderPage(request, options, (draw) => inTurn(draw, { signal, always: true }));
	};
}

/**
 * A form of another site's page. React Router refuses it too, but as a failure of ours, with a line in the log for
 * each.
 */
function isForeign(request: Request, siteOrigin: string): boolean {
	const origin = request.headers.get("origin");
	if (request.method !== "POST" || origin === null) return false;
	return origin !== siteOrigin && origin !== new URL(request.url).origin;
}

/** An outage has another status than a bug of ours, so that browsers, proxies, and search engines try again later. */
function answerFailure(response: Response, failure: HttpError | undefined): Response {
	if (response.status !== 500 || failure?.status !== 503) return response;
	const headers = new Headers(response.headers);
	headers.set("retry-after", String(failure.details.retryAfter));
	return new Response(response.body, { status: 503, headers });
}
