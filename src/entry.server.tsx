import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

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

/** Failures reach the server's log through the answer; React Router would print them a second time. */
export function handleError(): void {}
