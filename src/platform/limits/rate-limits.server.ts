import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { DatabaseHandle } from "#platform/database/database.server.ts";

/** At most `points` per `seconds` and key; `name` sets it apart from the other limits. */
export type RateLimit = { name: string; points: number; seconds: number };

/**
 * At most `perKey` of one network, `perSite` of the 48 bits that it shares with others (IPv6) and `inAll` together at the
 * same time; `name` sets it apart from the other limits. When all are taken, the slowest of those below `leastRate` (bytes
 * a second, once they are `graceMs` old) is ended for a newcomer.
 */
export type ConcurrencyLimit = {
	name: string;
	perKey: number;
	perSite: number;
	inAll: number;
	leastRate: number;
	graceMs: number;
};

/** Something under way. */
type Place = {
	/** Tells that so many bytes have arrived. */
	count(bytes: number): void;
	/** Aborted, with `whyEnded`, when the place is given to somebody else. */
	signal: AbortSignal;
	end(): void;
};

/** Counted in the database, so that a limit holds across processes; what is under way is counted in each process. */
export type RateLimits = {
	/** Counts one more, or so many points. Answers the seconds to wait if that was too much. */
	count(limit: RateLimit, key: string, points?: number): Promise<number | undefined>;
	/** Takes it back, for what turned out not to count. */
	uncount(limit: RateLimit, key: string, points?: number): Promise<void>;
	/** Counts something as under way until the answered place is ended. Answers undefined if that would be one too many. */
	begin(limit: ConcurrencyLimit, network: string, whyEnded: () => Error): Place | undefined;
};

export function createRateLimits(database: DatabaseHandle): RateLimits {
	const limiters = new Map<string, RateLimiterPostgres>();
	const storeClient = {
		query: async ({ text, values }: { text: string; values: unknown[] }) => {
			const { rows } = await database.query(text, values);
			return { rows, rowCount: rows.length };
		},
	};

	function limiterFor({ name, points, seconds }: RateLimit): RateLimiterPostgres {
		const known = limiters.get(name);
		if (known) return known;
		const limiter = new RateLimiterPostgres({
			storeClient,
			storeType: "client",
			tableName: "rate_limits",
			tableCreated: true,
			keyPrefix: name,
			points,
			duration: seconds,
			clearExpiredByTimeout: limiters.size === 0,
		});
		limiters.set(name, limiter);
		return limiter;
	}

	return {
		begin: countConcurrency(),
		count: async (limit, key, points) => {
			try {
				await limiterFor(limit).consume(digest(key), points);
				return undefined;
			} catch (refusal) {
				if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
				throw refusal;
			}
		},
		uncount: async (limit, key, points) => {
			await limiterFor(limit).reward(digest(key), points);
		},
	};
}

/** @param now in milliseconds, never set back */
function countConcurrency(now = () => performance.now()): RateLimits["begin"] {
	type Taken = { network: string; began: number; bytes: number; ending: AbortController; whyEnded(): Error };
	/** By the name of a limit. */
	const underWay = new Map<string, Set<Taken>>();

	function slowest(taken: Iterable<Taken>, { leastRate, graceMs }: ConcurrencyLimit): Taken | undefined {
		const rate = ({ bytes, began }: Taken) => (bytes * 1000) / (now() - began);
		return [...taken]
			.filter((one) => now() - one.began > graceMs && rate(one) < leastRate)
			.sort((one, other) => rate(one) - rate(other))[0];
	}

	return (limit, network, whyEnded) => {
		const taken = underWay.get(limit.name) ?? new Set();
		underWay.set(limit.name, taken);
		const site = siteOf(network);
		const all = [...taken];
		if (all.filter((one) => one.network === network).length >= limit.perKey) return undefined;
		if (site && all.filter((one) => siteOf(one.network) === site).length >= limit.perSite) return undefined;
		if (taken.size >= limit.inAll) {
			const loser = slowest(taken, limit);
			if (!loser) return undefined;
			taken.delete(loser);
			loser.ending.abort(loser.whyEnded());
		}
		const place: Taken = { network, began: now(), bytes: 0, ending: new AbortController(), whyEnded };
		taken.add(place);
		return {
			count: (bytes) => {
				place.bytes += bytes;
			},
			signal: place.ending.signal,
			end: () => void taken.delete(place),
		};
	};
}

export const noRateLimits: RateLimits = {
	count: async () => undefined,
	uncount: async () => undefined,
	begin: () => ({ count: () => undefined, signal: new AbortController().signal, end: () => undefined }),
};

/** Keys may hold what a caller sent: of any length, and personal. */
const digest = (key: string) => createHash("sha256").update(key).digest("base64url");

/**
 * What one caller has of the internet: an address of IPv4, or the 64 bits that a connection with IPv6 begins with, whose
 * other 64 its owner changes at will.
 */
export function networkOf(address: string): string {
	const [plain = ""] = address.split("%");
	if (isIP(plain) !== 6) return plain;
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
	if (mapped) return mapped;
	// The URL parser writes every spelling of an address in one way.
	const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
	const groups = head === "" ? [] : head.split(":");
	const after = tail ? tail.split(":").length : 0;
	const whole = [...groups, ...Array.from({ length: 8 - groups.length - after }, () => "0")];
	return `${whole.slice(0, 4).join(":")}::/64`;
}

/** How many times the limit of one network is granted to the 48 bits that it shares with 65,536 others. */
const siteFactor = 10;

/** The 48 bits that a network of IPv6 shares with others; undefined for IPv4. */
function siteOf(network: string): string | undefined {
	const site = /^((?:[^:]+:){3})[^:]+::\/64$/.exec(network)?.[1];
	return site && `${site}:/48`;
}

/**
 * What a caller counts for: their network and, with IPv6, also what may belong to one owner. Whoever is given 48 bits
 * would otherwise have as many limits as there are networks in them.
 */
export function limitsOfCaller(limit: RateLimit, network: string): { limit: RateLimit; key: string }[] {
	const site = siteOf(network);
	const wider = { ...limit, name: `${limit.name}-48`, points: limit.points * siteFactor };
	return [{ limit, key: network }, ...(site ? [{ limit: wider, key: site }] : [])];
}

/** Counts one more of a caller. Answers the seconds to wait if that was one too many for any of their limits. */
export async function countCaller(limits: RateLimits, limit: RateLimit, network: string): Promise<number | undefined> {
	for (const counted of limitsOfCaller(limit, network)) {
		const wait = await limits.count(counted.limit, counted.key);
		if (wait) return wait;
	}
	return undefined;
}

/**
 * Network of the caller, for counting: that of the connection or, behind `trustedProxies` proxies, what the outermost of them saw.
 * Anything further left in `X-Forwarded-For` was written by the caller and says nothing.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
	if (trustedProxies > 0) {
		const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
		const seen = hops.at(-trustedProxies);
		if (seen && isIP(seen)) return networkOf(seen);
	}
	// A request that came through no socket (`app.request`) has no address.
	return networkOf((c.env?.incoming && getConnInfo(c).remote.address) || "local");
}
