import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/calendar-feed";
import { readFeed } from "./calendar-feed.server.ts";

/** `/calendar/{token}.ics`, which calendar programs fetch. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
	const deps = depsFrom(context);
	const token = /^([\w-]{43})\.ics$/.exec(params.feed)?.[1];
	const feed = token === undefined ? undefined : await readFeed(deps, token);
	const answer = (body: string | null, status: number, headers: Record<string, string> = {}) => {
		deps.metrics.feedReads.inc({ status: String(status) });
		return new Response(body, { status, headers });
	};
	if (!feed) return answer("This calendar doesn't exist.", 404, { "content-type": "text/plain; charset=utf-8" });
	const { content, etag } = feed;
	if (request.headers.get("if-none-match")?.includes(etag)) return answer(null, 304, { etag });
	return answer(content, 200, { "content-type": "text/calendar; charset=utf-8", etag });
}
