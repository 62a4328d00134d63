import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page as it goes over the wire: rendered once, compressed once. */
type CachedPage = {
	headers: Record<string, string>;
	etag: string;
	bodies: { br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer>; identity: Uint8Array<ArrayBuffer> };
	expires: number;
};

export type PageCache = {
	/** Answers from memory, or renders, keeps and answers. Only for pages that are the same for every visitor. */
	respond(request: Request, key: string, render: () => Promise<Response>): Promise<Response>;
	/** Forgets every page, because something shown in public has changed. */
	clear(): void;
};

/** Pages show dates: none is kept longer than this. */
const maxAgeMs = 60_000;
const maxPages = 500;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function createPageCache(now: () => number = Date.now): PageCache {
	const pages = new Map<string, CachedPage>();
	const rendering = new Map<string, Promise<CachedPage | Response>>();
	let generation = 0;

	async function renderPage(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
		const startedIn = generation;
		const response = await render();
		if (response.status !== 200 || response.headers.get("cache-control")?.includes("no-store")) return response;
		const page = await toCachedPage(response, Math.min(now() + maxAgeMs, ownExpiry(response)));
		// A page that was rendered while something changed may already be stale: hand it out, do not keep it.
		if (startedIn === generation) {
			if (pages.size >= maxPages) pages.delete(pages.keys().next().value ?? "");
			pages.set(key, page);
		}
		return page;
	}

	return {
		async respond(request, key, render) {
			const known = pages.get(key);
			if (known && known.expires > now()) return toResponse(request, known);
			let pending = rendering.get(key);
			if (!pending) {
				pending = renderPage(key, render).finally(() => rendering.delete(key));
				rendering.set(key, pending);
			}
			const page = await pending;
			return page instanceof Response ? page.clone() : toResponse(request, page);
		},
		clear() {
			generation++;
			pages.clear();
			rendering.clear();
		},
	};
}

/** A page that knows when it will be outdated says so with `Expires`. */
function ownExpiry(response: Response): number {
	return Date.parse(response.headers.get("expires") ?? "") || Number.POSITIVE_INFINITY;
}

async function toCachedPage(response: Response, expires: number): Promise<CachedPage> {
	const identity = new Uint8Array(await response.arrayBuffer());
	const [br, gz] = await Promise.all([
		compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
		compressGzip(identity, { level: 9 }),
	]);
	const { expires: _own, ...headers } = Object.fromEntries(response.headers);
	return {
		headers: { ...headers, "cache-control": "public, max-age=0, must-revalidate", vary: "Accept-Encoding" },
		etag: createHash("sha256").update(identity).digest("base64url").slice(0, 27),
		bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gz), identity },
		expires,
	};
}

function toResponse(request: Request, page: CachedPage): Response {
	const accepted = request.headers.get("accept-encoding") ?? "";
	const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
	const etag = `"${page.etag}-${encoding}"`;
	const headers: Record<string, string> = { ...page.headers, etag };
	if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
	if (encoding !== "identity") headers["content-encoding"] = encoding;
	const body = page.bodies[encoding];
	headers["content-length"] = String(body.byteLength);
	return new Response(request.method === "HEAD" ? null : body, { headers });
}
