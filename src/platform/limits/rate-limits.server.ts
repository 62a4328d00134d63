import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { DatabaseHandle } from "#platform/database/database.server.ts";

/** Allows at most `points` per `seconds` and key. `name` separates it from the other limits. */
export type RateLimit = { name: string; points: number; seconds: number };

/**
 * Allows at the same time at most `perKey` per network, `perSite` per 48-bit prefix (IPv6), and `inAll` in total.
 * `name` separates it from the other limits. When the places that a newcomer may have are taken, it replaces the slowest
 * of those that are at least `graceMs` old and slower than `leastRate` (bytes per second).
 */
export type ConcurrencyLimit = {
	name: string;
	perKey: number;
	perSite: number;
	inAll: number;
	leastRate: number;
	graceMs: number;
};

/** One request that is being counted while it is under way. */
export type Place = {
	/** Reports how many more bytes have arrived. */
	count(bytes: number): void;
	/** Aborted, with `whyEnded` as the reason, when the place is given to someone else. */
	signal: AbortSignal;
	end(): void;
};

/** Counts are in the database, for all processes together. Requests under way are counted in each process. */
export type RateLimits = {
	/** Counts one point, or `points`. Returns the seconds to wait if that exceeds the limit. */
	count(limit: RateLimit, key: string, points?: number): Promise<number | undefined>;
	/** Undoes a count, for an event that turned out not to count. */
	uncount(limit: RateLimit, key: string, points?: number): Promise<void>;
	/** Takes a place until the returned `end` is called. Returns undefined if there is no place left. */
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

/**
 * Counts apart from the setting of the rate limits.
 * @param isProven whether a network is known to be harmless: where nothing is slow, it replaces the oldest of those that aren't
 */
export function countConcurrency(isProven: (network: string) => boolean = () => false): RateLimits["begin"] {
	/** A clock that never goes back. */
	const now = () => performance.now();
	type Taken = { network: string; began: number; bytes: number; ending: AbortController; whyEnded(): Error };
	/** By the name of the limit. */
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
		const rooms: [number, (one: Taken) => boolean][] = [
			[limit.perKey, (one) => one.network === network],
			[limit.perSite, (one) => site !== undefined && siteOf(one.network) === site],
			[limit.inAll, () => true],
		];
		for (const [most, isIn] of rooms) {
			const inRoom = [...taken].filter(isIn);
			if (inRoom.length < most) continue;
			const oldest = inRoom.find((one) => isProven(network) && !isProven(one.network));
			const loser = slowest(inRoom, limit) ?? oldest;
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

/** Hashes the keys, because they may contain what a caller sent, of any length and personal. */
const digest = (key: string) => createHash("sha256").update(key).digest("base64url");

/**
 * The part of an address that identifies one caller: an IPv4 address, or the first 64 bits of an IPv6 address. The
 * owner of an IPv6 connection can change the other 64 bits at will.
 */
export function networkOf(address: string): string {
	const [plain = ""] = address.split("%");
	if (isIP(plain) !== 6) return plain;
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
	if (mapped) return mapped;
	// The URL parser normalizes every spelling of an address.
	const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
	const groups = head === "" ? [] : head.split(":");
	const after = tail ? tail.split(":").length : 0;
	const whole = [...groups, ...Array.from({ length: 8 - groups.length - after }, () => "0")];
	return `${whole.slice(0, 4).join(":")}::/64`;
}

/** The limit of a 48-bit prefix, as a multiple of one network's limit. 65,536 networks share such a prefix. */
const siteFactor = 10;

/** The 48-bit prefix of an IPv6 network. Undefined for IPv4. */
function siteOf(network: string): string | undefined {
	const site = /^((?:[^:]+:){3})[^:]+::\/64$/.exec(network)?.[1];
	return site && `${site}:/48`;
}

/**
 * The keys under which a caller is counted: their network and, with IPv6, also the 48-bit prefix that may belong to
 * one owner. Otherwise, the owner of such a prefix would have a separate limit for each of its networks.
 */
export function limitsOfCaller(limit: RateLimit, network: string): { limit: RateLimit; key: string }[] {
	const site = siteOf(network);
	const wider = { ...limit, name: `${limit.name}-48`, points: limit.points * siteFactor };
	return [{ limit, key: network }, ...(site ? [{ limit: wider, key: site }] : [])];
}

/** Counts a request of a caller. Returns the seconds to wait if that exceeds any of their limits. */
export async function countCaller(limits: RateLimits, limit: RateLimit, network: string): Promise<number | undefined> {
	for (const counted of limitsOfCaller(limit, network)) {
		const wait = await limits.count(counted.limit, counted.key);
		if (wait) return wait;
	}
	return undefined;
}

/**
 * The caller's network, for counting: that of the connection or, behind `trustedProxies` proxies, the one that the
 * outermost proxy saw. Callers can forge anything further left in `X-Forwarded-For`, so it is ignored.
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
