import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";

/** Both throw an {@link HttpError} 503 if too much of this work is waiting. */
export type PasswordHasher = {
	hash(password: string): Promise<string>;
	/** Without a hash, verifies against a dummy, so that an unknown account takes as long as a wrong password. */
	matches(hash: string | null | undefined, password: string): Promise<boolean>;
	/** The same work under a known salt: for many hashes that one computation is compared with. */
	derive(text: string, salt: Uint8Array): Promise<Buffer>;
};

/** OWASP's minimum for argon2id, one lane; `memoryCost` in KiB. */
const productionCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * `running`: of the four threads that Node keeps for such work, so that files and name look-ups never wait behind passwords.
 * `waiting`: about a second's work. Each network has a limit of its own, and there are many networks.
 */
const productionRoom = { running: 2, waiting: 50 };

/** argon2id off the main thread. Tests may ask for less work; the dummy follows. */
export function createPasswordHasher(cost = productionCost, room = productionRoom): PasswordHasher {
	const inTurn = limitConcurrency(room);
	const dummy = hash(randomBytes(32), cost);
	return {
		hash: (password) => inTurn(() => hash(password, cost)),
		matches: async (known, password) => {
			const candidate = known ?? (await dummy);
			const same = await inTurn(() => verify(candidate, password));
			return same && candidate === known;
		},
		derive: (text, salt) => inTurn(() => hashRaw(text, { ...cost, salt })),
	};
}
