import type { Context } from "hono";
import { AuthError, tooManyRequests } from "#features/auth/auth-errors.server.ts";
import { stepNeeded, verifyAgain } from "#features/auth/factors/factor-errors.server.ts";
import { endpointName, findEndpoint } from "#platform/http/endpoints.server.ts";
import {
	clientAddress,
	countCaller,
	limitsOfCaller,
	noRateLimits,
	type RateLimit,
} from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type Bearer, checkBearer, checkLimitedBearer } from "./bearer.server.ts";

/** Wrong attempts on one account: of one network, or of a known device, and of all networks. */
export type GuessLimits = { here: RateLimit; inAll: RateLimit };

export type Alert = { after: RateLimit; once: RateLimit };

/** What the endpoints of the authentication service ask of a request before they answer it. */
export function authRequests({ settings, logger, ...deps }: Deps) {
	const rateLimits = settings.auth.rateLimits ? deps.rateLimits : noRateLimits;
	const addressOf = (c: Context) => clientAddress(c, settings.trustedProxies);
	const bearerDeps = { ...deps, settings, logger };

	const logged = (c: Context) => (error: unknown) => {
		if (error instanceof AuthError) logger.warn({ path: c.req.path, reason: error.code }, "access refused");
		throw error;
	};

	/**
	 * The caller, with the second step taken where one is demanded.
	 * @param refusal what to answer to a session without it
	 */
	async function requireBearer(c: Context, refusal?: () => AuthError): Promise<Bearer> {
		const endpoint = findEndpoint(c);
		return checkBearer(bearerDeps, c.req.header("Authorization"), endpoint && endpointName(endpoint))
			.catch((error) => {
				throw refusal && error instanceof AuthError && error.code === "insufficient_aal" ? refusal() : error;
			})
			.then((bearer) => requireFreshFor(c, bearer))
			.catch(logged(c));
	}

	/**
	 * The caller, also before the second step.
	 * @param refusal what to answer where a recent verification is needed and the account's second step is still to come
	 */
	const requireLimitedBearer = (c: Context, refusal?: () => AuthError): Promise<Bearer> =>
		checkLimitedBearer(bearerDeps, c.req.header("Authorization"))
			.then((bearer) => requireFreshFor(c, bearer, refusal))
			.catch(logged(c));

	/** As the access table says for the endpoint. */
	function requireFreshFor(c: Context, bearer: Bearer, refusal = stepNeeded): Bearer {
		if (c.get("needsFresh") && !bearer.isFresh) {
			throw bearer.isLimited && bearer.hasFactor ? refusal() : verifyAgain();
		}
		return bearer;
	}

	function refuseFor(wait: number | undefined, { name }: RateLimit, address: string): void {
		if (!wait) return;
		logger.warn({ reason: "too many requests", limit: name, address }, "access refused");
		throw tooManyRequests(wait);
	}

	/** Before the body is read, which costs a caller nothing to send slowly. */
	async function limitClient(c: Context, rule: RateLimit): Promise<void> {
		refuseFor(await countCaller(rateLimits, rule, addressOf(c)), rule, addressOf(c));
	}

	/**
	 * Counts an attempt before it is looked at, so that guesses sent all at once do not slip through, and takes it back
	 * unless it was wrong.
	 */
	async function countingGuesses<T>(
		c: Context,
		guesses: { rule: RateLimit; key: string }[],
		isWrong: (error: unknown) => boolean,
		attempt: () => Promise<T>,
	): Promise<T> {
		for (const { rule, key } of guesses) refuseFor(await rateLimits.count(rule, key), rule, addressOf(c));
		const takeBack = async () => {
			for (const { rule, key } of guesses) await rateLimits.uncount(rule, key);
		};
		const result = await attempt().catch(async (error) => {
			if (!isWrong(error)) await takeBack();
			throw error;
		});
		await takeBack();
		return result;
	}

	/**
	 * What an attempt counts against. A known device, and a session that has taken its second step, count for themselves, so
	 * that no stranger can lock an account's owner out (decision 065). Strangers count by their network and all together.
	 */
	function guessesAt(c: Context, account: string, own: string | undefined, { here, inAll }: GuessLimits) {
		if (own) return [here, inAll].map((rule) => ({ rule, key: own }));
		const ofNetwork = limitsOfCaller(here, addressOf(c)).map(({ limit, key }) => ({
			rule: limit,
			key: `${key} ${account}`,
		}));
		return [...ofNetwork, { rule: inAll, key: account }];
	}

	/** Once a day at most, when more than `after` wrong attempts were made on the account in a day. */
	async function alertOwner(account: string, { after, once }: Alert, tell: () => Promise<unknown>): Promise<void> {
		if (!(await rateLimits.count(after, account))) return;
		if (!(await rateLimits.count(once, account))) await tell();
	}

	return {
		guessesAt,
		alertOwner,
		requireBearer,
		requireLimitedBearer,
		limitClient,
		countingGuesses,
		rateLimits,
		addressOf,
	};
}
