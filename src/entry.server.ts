import "./site/content/content.server.ts";
import { createElement, type ReactElement } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from "react-router";
import { asHttpError } from "./platform/http/http-errors.server.ts";
import { renderingContext } from "./platform/pages/page-renderer.server.ts";
import { depsFrom } from "./platform/process/deps.server.ts";
import { IslandRenderer } from "./ui/islands/island.tsx";
import { PublicDocumentContext } from "./ui/islands/public-document.tsx";
import { NonceContext } from "./ui/nonce.ts";

/** Renders the whole document before answering: pages are cached whole, and their inline scripts are hashed for the policy. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const { nonce, publicPages, withoutNotFound, preview, inTurn } = context.get(renderingContext);
	const { matches, actionData } = entryContext.staticHandlerContext;
	const { hmr } = entryContext.manifest;
	if (actionData && request.headers.get("accept") === "application/json")
		return answerIsland(actionData, status, headers);
	if (status === 404 && withoutNotFound) return new Response(null, { status, headers });
	const router = createElement(ServerRouter, { context: entryContext, url: request.url, ...(nonce && { nonce }) });
	return inTurn(async () => {
		let failure: unknown;
		// The page of a failure and a preview need other rules than the page itself: they link the whole stylesheet.
		const styles = status < 500 && !preview ? publicPages.styles[matches.at(-1)?.route.id ?? ""] : undefined;
		const previewScript = preview && publicPages.previewScript;
		const page = createElement(
			NonceContext,
			{ value: nonce },
			createElement(
				PublicDocumentContext,
				{ value: { styles, scripts: [...(hmr ? [hmr.runtime] : []), publicPages.script], previewScript } },
				createElement(IslandRenderer, { value: renderIsland }, router),
			),
		);
		const stream = await renderToReadableStream(page, {
			onError: (error) => {
				failure = error;
			},
		});
		await stream.allReady;
		if (failure) throw failure;
		headers.set("content-type", "text/html; charset=utf-8");
		return new Response(stream, { status, headers });
	});
}

const renderIsland = (island: ReactElement, identifierPrefix: string) => renderToString(island, { identifierPrefix });

/** A form whose island is awake asks for the answer as data, not for the page that shows it. */
function answerIsland(actionData: Record<string, unknown>, status: number, headers: Headers): Response {
	headers.set("content-type", "application/json");
	headers.set("cache-control", "no-store");
	return new Response(JSON.stringify(Object.values(actionData)[0]), { status, headers });
}

/** What a loader or an action throws unexpectedly is answered by the error page; its cause goes to the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	const rendering = context.get(renderingContext);
	depsFrom(context).logger.error({ err: error, route: rendering.route }, "a page failed");
	rendering.failure = asHttpError(error);
};
