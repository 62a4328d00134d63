import type { IncomingMessage, ServerResponse } from "node:http";

/** Where a request goes, and who sends it: a proxy in front may have read the other one of two. */
const single = ["host", "authorization"] as const;

/**
 * Refuses a request that has such a header twice. For a server with `joinDuplicateHeaders`, which makes one value of both,
 * so that looking for a comma is enough for almost every request.
 * @returns whether it has responded
 */
export function refuseDoubled({ headers, rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
	const countOf = (name: string) => rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;
	if (!single.some((name) => headers[name]?.includes(",") && countOf(name) > 1)) return false;
	const type = "text/plain; charset=utf-8";
	response.writeHead(400, { "content-type": type, "cache-control": "no-store", connection: "close" });
	response.end("A header that may be sent only once was sent twice.\n");
	return true;
}
