import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { DatabaseHandle } from "./database.server.ts";

/** At most `points` per `seconds` and key; `name` sets it apart from the other limits. */
export type RateLimit = { name: string; points: number; seconds: number };

/** At most `perKey` of one key and `inAll` together at the same time; `name` sets it apart from the other limits. */
export type ConcurrencyLimit = { name: string; perKey: number; inAll: number };

/** Counted in the database, so that a limit holds across processes; what is under way is counted in each process. */
export type RateLimits = {
	/** Counts one more, or so many points. Answers the seconds to wait if that was too much. */
	count(limit: RateLimit, key: string, points?: number): Promise<number | undefined>;
	/** Takes it back, for what turned out not to count. */
	uncount(limit: RateLimit, key: string, points?: number): Promise<void>;
	/** Counts something as under way until the answered function is called. Answers undefined if that would be one too many. */
	begin(limit: ConcurrencyLimit, key: string): (() => void) | undefined;
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

function countConcurrency(): RateLimits["begin"] {
	/** By the name of a limit: the key of each thing that is under way. */
	const underWay = new Map<string, string[]>();
	return ({ name, perKey, inAll }, key) => {
		const keys = underWay.get(name) ?? [];
		if (keys.length >= inAll || keys.filter((other) => other === key).length >= perKey) return undefined;
		underWay.set(name, [...keys, key]);
		let ended = false;
		return () => {
			if (ended) return;
			ended = true;
			const now = underWay.get(name) ?? [];
			underWay.set(name, now.toSpliced(now.indexOf(key), 1));
		};
	};
}

export const noRateLimits: RateLimits = {
	count: async () => undefined,
	uncount: async () => undefined,
	begin: () => () => undefined,
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
export function siteOf(network: string): string | undefined {
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
