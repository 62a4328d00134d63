import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";

type Encoding = "br" | "gzip" | "identity";
type Answer = {
	encoding: Encoding;
	headers: Record<string, string>;
	/** Node would wrap any other array of bytes anew for each response. */
	body: Buffer<ArrayBuffer>;
	/**
	 * Alternating names and values, including the headers of every response. They are prepared once, because Node
	 * writes such a list fastest.
	 */
	lines: string[];
	/** The same headers for a browser that already has the page. */
	linesOfUnchanged: string[];
};

/**
 * A page as it is sent: rendered once and compressed quickly. If it is requested again, it is compressed as much as
 * possible.
 */
type CachedPage = {
	status: number;
	contents: string;
	answers: Record<Encoding, Answer>;
	expires: number;
	/** How often it was served from memory. */
	hits: number;
	/** The responses of the fast path. Looked up once for each page, because that takes time. */
	sent: { whole: Tally; unchanged: Tally };
	/** Compresses the page as much as possible. Undefined once that is done or isn't possible. */
	compress?: () => Promise<Partial<CachedPage["answers"]>>;
};

type Tally = { count: number };

type CachedAddress = {
	/**
	 * The canonical address, under which the page is cached. Undefined for all addresses that the routes don't know.
	 * They all get the same page.
	 */
	address: string | undefined;
	/** The route's pattern. Its "not found" page is cached once for all its addresses. */
	pattern: string;
};

type Render = (options: {
	/** The "not found" page is in memory, so a rendering that ends there may return a 404 without a document. */
	withoutNotFound: boolean;
}) => Promise<Response>;

export type PageCache = {
	/**
	 * Serves a page from memory, or renders, caches, and serves it. Only for pages that are the same for every visitor.
	 */
	respond(request: Request, page: CachedAddress, render: Render): Promise<Response>;
	/**
	 * The fast path: serves a page from memory, without everything else that a request goes through, or does nothing.
	 * It has three times the throughput of the normal path (measured).
	 * @returns whether it has responded
	 */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** Makes every page render again on its next request, because public contents have changed. */
	clear(): void;
};

/** Pages show dates, so none is cached longer than this. */
const maxAgeMs = 60_000;
/** How long a shared cache may keep a page that is not purged (docs/scaling.md). */
const sharedSeconds = 60;
const defaultLimits = { maxEntries: 500, maxBytes: 32 * 1024 * 1024 };
/**
 * Brotli at its best level takes up to a tenth of a second, which pays off only for pages that are requested again.
 */
const hitsBeforeBest = 2;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * @param options.commonHeaders the headers of every response of the server
 * @param options.onLookup called for each requested page, with whether it was in memory
 * @param options.addressOf returns the address under which the page of a URL (path and query) is cached
 * @param options.answersOf returns the number of the responses of the fast path for a route and a status
 */
export function createPageCache({
	now = Date.now,
	commonHeaders = {},
	onLookup = () => undefined,
	answersOf = () => ({ count: 0 }),
	addressOf = withoutQuery,
	limits = defaultLimits,
}: {
	now?(): number;
	commonHeaders?: Record<string, string>;
	onLookup?(result: "hit" | "miss"): void;
	answersOf?(route: string, status: number): Tally;
	addressOf?(url: string): string;
	limits?: { maxEntries: number; maxBytes: number };
} = {}): PageCache {
	const pages = new LRUCache<string, CachedPage>({
		max: limits.maxEntries,
		maxSize: limits.maxBytes,
		sizeCalculation: bytesOf,
	});
	const rendering = new Map<string, Promise<CachedPage | Response>>();
	const compressNext = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });
	let generation = 0;

	async function renderPage({ address, pattern }: CachedAddress, render: Render): Promise<CachedPage | Response> {
		const startedIn = generation;
		const notFound = fresh(notFoundKey(pattern));
		const response = await render({ withoutNotFound: notFound !== undefined });
		if (response.status === 404 && notFound && !response.headers.has("content-type")) return notFound;
		const key = keyFor(response, address, pattern);
		if (!key) return response;
		const page = await toCachedPage(response, commonHeaders, pages.get(key));
		page.sent = { whole: answersOf(pattern, page.status), unchanged: answersOf(pattern, 304) };
		page.expires = Math.min(now() + maxAgeMs, ownExpiry(response));
		// If something changed during the rendering, the page may already be outdated: send it, but don't cache it.
		if (startedIn === generation) pages.set(key, page);
		return page;
	}

	function fresh(key: string): CachedPage | undefined {
		const page = pages.get(key);
		return page && page.expires > now() ? page : undefined;
	}

	function hit(page: CachedPage): void {
		onLookup("hit");
		page.hits += 1;
		const { compress } = page;
		if (!compress || page.hits < hitsBeforeBest) return;
		delete page.compress;
		void compressNext(compress).then((best) => Object.assign(page.answers, best));
	}

	return {
		answer(request, response) {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const { url = "", headers } = request;
			const page = fresh(addressOf(url));
			if (!page) return false;
			hit(page);
			const answer = page.answers[encodingFor(headers["accept-encoding"])];
			const unchanged = isKnown(page, answer, headers["if-none-match"]);
			page.sent[unchanged ? "unchanged" : "whole"].count++;
			response.writeHead(unchanged ? 304 : page.status, unchanged ? answer.linesOfUnchanged : answer.lines);
			response.end(unchanged || request.method === "HEAD" ? undefined : answer.body);
			return true;
		},
		async respond(request, asked, render) {
			const key = asked.address ?? notFoundKey(asked.pattern);
			const known = fresh(key);
			if (known) {
				hit(known);
				return toResponse(request, known);
			}
			onLookup("miss");
			let pending = rendering.get(key);
			if (!pending) {
				pending = renderPage(asked, render).finally(() => rendering.delete(key));
				rendering.set(key, pending);
			}
			const page = await pending;
			return page instanceof Response ? page.clone() : toResponse(request, page);
		},
		clear() {
			generation++;
			// The pages are kept as expired: most won't have changed, and their compressed bytes can be used again.
			for (const page of pages.values()) page.expires = 0;
			rendering.clear();
		},
	};
}

const withoutQuery = (url: string) => url.split("?", 1)[0] ?? url;

/** A key that can't be an address. */
const notFoundKey = (pattern: string) => `not found: ${pattern}`;

/** The key under which a response is cached, or undefined if it isn't. */
function keyFor({ status, headers }: Response, address: string | undefined, pattern: string): string | undefined {
	if (headers.get("cache-control")?.includes("no-store")) return undefined;
	if (status === 200) return address;
	return status === 404 && headers.get("content-type")?.startsWith("text/html") ? notFoundKey(pattern) : undefined;
}

/**
 * The headers and the map take little memory beside this, in proportion to the number of entries, which is limited.
 */
const bytesOf = ({ answers }: CachedPage) =>
	new Set(Object.values(answers).map(({ body }) => body)).values().reduce((sum, { byteLength }) => sum + byteLength, 1);

/**
 * A browser checks each time whether its page is still current. Shared caches may keep it for a minute: `s-maxage` is
 * for caches in general. For a CDN (RFC 9213), another minute is allowed, in which it serves the old page while it
 * fetches the new one. In Cache-Control, that minute would apply to browsers, too, and staff wouldn't see what they
 * have just published. A page that isn't found may exist a moment later.
 */
const cachingOf = (status: number): Record<string, string> =>
	status === 200
		? {
				"cache-control": `public, max-age=0, must-revalidate, s-maxage=${sharedSeconds}`,
				"cdn-cache-control": `max-age=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`,
			}
		: { "cache-control": "public, max-age=0, must-revalidate" };

/** A page that becomes outdated at a known time says so with `Expires`. */
function ownExpiry(response: Response): number {
	return Date.parse(response.headers.get("expires") ?? "") || Number.POSITIVE_INFINITY;
}

/** Compression levels for an immediate response and for the background. */
const effort = { quick: { br: 6, gzip: 6 }, best: { br: 11, gzip: 9 } };

/** Pictures are already compressed. */
const isCompressible = (type: string) => /^text\/|\b(xml|json|javascript)\b/.test(type);

/** @param former the previous page at the same address; its compressed bytes are used again if nothing has changed */
async function toCachedPage(
	response: Response,
	commonHeaders: Record<string, string>,
	former: CachedPage | undefined,
): Promise<CachedPage> {
	const identity = Buffer.from(await response.arrayBuffer());
	const { status } = response;
	const { expires: _own, ...own } = Object.fromEntries(response.headers);
	const contents = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
	if (former?.contents === contents) return { ...former };

	const answer = (encoding: Encoding, level: keyof typeof effort, body: Buffer<ArrayBuffer>): Answer => {
		const headers = {
			...own,
			...cachingOf(status),
			vary: "Accept-Encoding",
			etag: `"${contents}-${encoding}-${level}"`,
			...(encoding !== "identity" && { "content-encoding": encoding }),
		};
		const linesOfUnchanged = Object.entries({ ...commonHeaders, ...headers })
			.flat()
			.map(inOnePiece);
		const length = { "content-length": String(body.byteLength) };
		return {
			encoding,
			headers: { ...headers, ...length },
			body,
			lines: [...linesOfUnchanged, ...Object.entries(length).flat()],
			linesOfUnchanged,
		};
	};
	const compress = async (level: keyof typeof effort) => {
		const [br, gz] = await Promise.all([
			compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: effort[level].br } }),
			compressGzip(identity, { level: effort[level].gzip }),
		]);
		return { br: answer("br", level, br), gzip: answer("gzip", level, gz) };
	};

	const plain = answer("identity", "quick", identity);
	const page = { status, contents, expires: 0, hits: 0, sent: unsent() };
	if (!isCompressible(own["content-type"] ?? "")) {
		return { ...page, answers: { br: plain, gzip: plain, identity: plain } };
	}
	return {
		...page,
		answers: { ...(await compress("quick")), identity: plain },
		compress: () => compress("best"),
	};
}

/** A header that was joined from strings, or cut from a page, would be slower each time that Node writes it. */
const inOnePiece = (header: string) => Buffer.from(header, "latin1").toString("latin1");

const unsent = () => ({ whole: { count: 0 }, unchanged: { count: 0 } });

const encodingFor = (accepted = ""): Encoding =>
	/\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";

/** Whether the browser already has the page, at any compression level. */
const isKnown = ({ status, contents }: CachedPage, { encoding }: Answer, known = "") =>
	known !== "" && status === 200 && known.includes(`"${contents}-${encoding}-`);

function toResponse(request: Request, page: CachedPage): Response {
	const { status, answers } = page;
	const answer = answers[encodingFor(request.headers.get("accept-encoding") ?? "")];
	if (!isKnown(page, answer, request.headers.get("if-none-match") ?? "")) {
		return new Response(request.method === "HEAD" ? null : answer.body, { status, headers: answer.headers });
	}
	const { "content-length": _length, ...headers } = answer.headers;
	return new Response(null, { status: 304, headers });
}
