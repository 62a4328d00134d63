import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { oneAtATime } from "#platform/limits/one-at-a-time.server.ts";

type Encoding = "br" | "gzip" | "identity";
type Answer = {
	encoding: Encoding;
	headers: Record<string, string>;
	body: Uint8Array<ArrayBuffer>;
	/**
	 * Names and values in turns, with those that every answer carries: made once, because Node writes such a list
	 * fastest.
	 */
	lines: string[];
	/** The same for a browser that has the page already. */
	linesOfUnchanged: string[];
};

/**
 * A page as it goes over the wire: rendered once, compressed at once and, when it is asked for again, as small as it
 * gets.
 */
type CachedPage = {
	status: number;
	contents: string;
	answers: Record<Encoding, Answer>;
	expires: number;
	/** How often it was answered from memory. */
	hits: number;
	/** Note an answer by the short way: made once for each page, because finding a counter by its labels takes time. */
	count: { whole(): void; unchanged(): void };
	/** Until it is compressed as small as it gets, or for good where it cannot be. */
	compress?: () => Promise<Partial<CachedPage["answers"]>>;
};

type CachedAddress = {
	/**
	 * The one spelling of an address that the routes know: a page is kept under no other. Undefined for all that they do
	 * not know, which is answered with one page.
	 */
	address: string | undefined;
	/** As the routes name the page. What it shows where there is nothing is kept once for all its addresses. */
	pattern: string;
};

type Render = (options: {
	/** The page for "nothing here" is in memory: a rendering that ends there may answer 404 without it. */
	withoutNotFound: boolean;
}) => Promise<Response>;

export type PageCache = {
	/** Answers from memory, or renders, keeps and answers. Only for pages that are the same for every visitor. */
	respond(request: Request, page: CachedAddress, render: Render): Promise<Response>;
	/**
	 * Answers from memory, or not at all: the short way around everything that a page in memory does not need. Measured
	 * at three times the throughput of the long one.
	 * @returns whether it has answered
	 */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** Renders every page anew when it is asked for, because something shown in public has changed. */
	clear(): void;
};

/** Pages show dates: none is kept longer than this. */
const maxAgeMs = 60_000;
/** How long a shared cache may keep a page that is not purged (docs/scaling.md). */
const sharedSeconds = 60;
const defaultLimits = { maxEntries: 500, maxBytes: 32 * 1024 * 1024 };
/** Only what is asked for again is worth the time: Brotli at its best takes up to a tenth of a second. */
const hitsBeforeBest = 2;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * @param options.commonHeaders what every answer of the server carries
 * @param options.onLookup called for each requested page, with whether it was in memory
 * @param options.addressOf the address under which the page at a URL (path and query) is kept
 * @param options.countAnswers makes what notes an answer by the short way, for a route and a status
 */
export function createPageCache({
	now = Date.now,
	commonHeaders = {},
	onLookup = () => undefined,
	countAnswers = () => () => undefined,
	addressOf = withoutQuery,
	limits = defaultLimits,
}: {
	now?(): number;
	commonHeaders?: Record<string, string>;
	onLookup?(result: "hit" | "miss"): void;
	countAnswers?(route: string, status: number): () => void;
	addressOf?(url: string): string;
	limits?: { maxEntries: number; maxBytes: number };
} = {}): PageCache {
	const pages = new LRUCache<string, CachedPage>({
		max: limits.maxEntries,
		maxSize: limits.maxBytes,
		sizeCalculation: bytesOf,
	});
	const rendering = new Map<string, Promise<CachedPage | Response>>();
	const compressNext = oneAtATime();
	let generation = 0;

	async function renderPage({ address, pattern }: CachedAddress, render: Render): Promise<CachedPage | Response> {
		const startedIn = generation;
		const notFound = fresh(notFoundKey(pattern));
		const response = await render({ withoutNotFound: notFound !== undefined });
		if (response.status === 404 && notFound && !response.headers.has("content-type")) return notFound;
		const key = keyFor(response, address, pattern);
		if (!key) return response;
		const page = await toCachedPage(response, commonHeaders, pages.get(key));
		page.count = { whole: countAnswers(pattern, page.status), unchanged: countAnswers(pattern, 304) };
		page.expires = Math.min(now() + maxAgeMs, ownExpiry(response));
		// A page that was rendered while something changed may already be stale: hand it out, do not keep it.
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
			page.count[unchanged ? "unchanged" : "whole"]();
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
			// Most will turn out to be as they were, and then need no new compression.
			for (const page of pages.values()) page.expires = 0;
			rendering.clear();
		},
	};
}

const withoutQuery = (url: string) => url.split("?", 1)[0] ?? url;

/** No address is like this one. */
const notFoundKey = (pattern: string) => `not found: ${pattern}`;

/** Where an answer is kept; undefined for one that is not. */
function keyFor({ status, headers }: Response, address: string | undefined, pattern: string): string | undefined {
	if (headers.get("cache-control")?.includes("no-store")) return undefined;
	if (status === 200) return address;
	return status === 404 && headers.get("content-type")?.startsWith("text/html") ? notFoundKey(pattern) : undefined;
}

/**
 * What its headers and the map itself take is little beside this, and in proportion to the entries, which are counted.
 */
const bytesOf = ({ answers }: CachedPage) =>
	new Set(Object.values(answers).map(({ body }) => body)).values().reduce((sum, { byteLength }) => sum + byteLength, 1);

/**
 * A browser asks each time whether its page is still the one. What stands between may keep it for a minute: `s-maxage`
 * for caches in general, and, for a CDN (RFC 9213), another minute in which it hands out the old page while it fetches
 * the new one; in Cache-Control that would hold for browsers too, and staff would not see what they have just
 * published. What is not there may be there in a moment.
 */
const cachingOf = (status: number): Record<string, string> =>
	status === 200
		? {
				"cache-control": `public, max-age=0, must-revalidate, s-maxage=${sharedSeconds}`,
				"cdn-cache-control": `public, max-age=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`,
			}
		: { "cache-control": "public, max-age=0, must-revalidate" };

/** A page that will be outdated at a known moment says so with `Expires`. */
function ownExpiry(response: Response): number {
	return Date.parse(response.headers.get("expires") ?? "") || Number.POSITIVE_INFINITY;
}

/** Compression levels: for an immediate response, and in the background. */
const effort = { quick: { br: 4, gzip: 4 }, best: { br: 11, gzip: 9 } };

/** A picture is compressed as it is. */
const isCompressible = (type: string) => /^text\/|\b(xml|json|javascript)\b/.test(type);

/** @param former the page at the same address, whose compressed bytes serve again if nothing has changed */
async function toCachedPage(
	response: Response,
	commonHeaders: Record<string, string>,
	former: CachedPage | undefined,
): Promise<CachedPage> {
	const identity = new Uint8Array(await response.arrayBuffer());
	const { status } = response;
	const { expires: _own, ...own } = Object.fromEntries(response.headers);
	const contents = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
	if (former?.contents === contents) return { ...former };

	const answer = (encoding: Encoding, level: keyof typeof effort, body: Uint8Array<ArrayBuffer>): Answer => {
		const headers = {
			...own,
			...cachingOf(status),
			vary: "Accept-Encoding",
			etag: `"${contents}-${encoding}-${level}"`,
			...(encoding !== "identity" && { "content-encoding": encoding }),
		};
		const linesOfUnchanged = Object.entries({ ...commonHeaders, ...headers }).flat();
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
		return { br: answer("br", level, new Uint8Array(br)), gzip: answer("gzip", level, new Uint8Array(gz)) };
	};

	const plain = answer("identity", "quick", identity);
	const page = { status, contents, expires: 0, hits: 0, count: uncounted };
	if (!isCompressible(own["content-type"] ?? "")) {
		return { ...page, answers: { br: plain, gzip: plain, identity: plain } };
	}
	return {
		...page,
		answers: { ...(await compress("quick")), identity: plain },
		compress: () => compress("best"),
	};
}

const uncounted = { whole: () => undefined, unchanged: () => undefined };

const encodingFor = (accepted = ""): Encoding =>
	/\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";

/** Whether the browser has the page already, however hard it was compressed. */
const isKnown = ({ status, contents }: CachedPage, { encoding }: Answer, known = "") =>
	status === 200 && known.includes(`"${contents}-${encoding}-`);

function toResponse(request: Request, page: CachedPage): Response {
	const { status, answers } = page;
	const answer = answers[encodingFor(request.headers.get("accept-encoding") ?? "")];
	if (!isKnown(page, answer, request.headers.get("if-none-match") ?? "")) {
		return new Response(request.method === "HEAD" ? null : answer.body, { status, headers: answer.headers });
	}
	const { "content-length": _length, ...headers } = answer.headers;
	return new Response(null, { status: 304, headers });
}
