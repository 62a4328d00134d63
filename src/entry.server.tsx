import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from "react-router";
import { depsFrom } from "./platform/deps.server.ts";
import { asHttpError } from "./platform/http-errors.server.ts";
import { pageFailure } from "./platform/page-failure.server.ts";

/** Renders the whole document before answering: pages are cached whole, and their inline scripts are hashed for the policy. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	entryContext: EntryContext,
): Promise<Response> {
	let failure: unknown;
	const stream = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} />, {
		onError: (error) => {
			failure = error;
		},
	});
	await stream.allReady;
	if (failure) throw failure;
	headers.set("content-type", "text/html; charset=utf-8");
	return new Response(stream, { status, headers });
}

/** What a loader or an action throws unexpectedly is answered by the error page; its cause goes to the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	depsFrom(context).logger.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
	context.set(pageFailure, asHttpError(error));
};
