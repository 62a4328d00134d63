import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
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
import { NonceContext } from "./ui/nonce.ts";

/** Renders the whole document before answering: pages are cached whole, and their inline scripts are hashed for the policy. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const { nonce, withoutNotFound, inTurn } = context.get(renderingContext);
	if (status === 404 && withoutNotFound) return new Response(null, { status, headers });
	const router = createElement(ServerRouter, { context: entryContext, url: request.url, ...(nonce && { nonce }) });
	return inTurn(async () => {
		let failure: unknown;
		const stream = await renderToReadableStream(createElement(NonceContext, { value: nonce }, router), {
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

/** What a loader or an action throws unexpectedly is answered by the error page; its cause goes to the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	const rendering = context.get(renderingContext);
	depsFrom(context).logger.error({ err: error, route: rendering.route }, "a page failed");
	rendering.failure = asHttpError(error);
};
