import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { serverSecrets } from "#features/auth/sessions/auth-keys.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { type Factor, factorsTable } from "./factors.table.ts";

const cipher = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

type Sealed = Pick<Factor, "id" | "secret" | "key_id">;

/** Encrypts the secret of a factor. Its id goes into the seal, so that a row cannot be moved to another account. */
export function sealSecret(settings: Settings, factorId: string, secret: Uint8Array): Omit<Sealed, "id"> {
	const [{ id, encryption }] = serverSecrets(settings);
	const nonce = randomBytes(nonceLength);
	const sealing = createCipheriv(cipher, encryption, nonce).setAAD(Buffer.from(factorId));
	const content = Buffer.concat([sealing.update(secret), sealing.final()]);
	return { secret: Buffer.concat([nonce, content, sealing.getAuthTag()]).toString("base64url"), key_id: id };
}

/** The secret of a factor; undefined where no configured secret opens it, as after a restore on another machine. */
export function openSecret(settings: Settings, factor: Sealed): Buffer | undefined {
	const key = serverSecrets(settings).find(({ id }) => id === factor.key_id);
	if (!key) return undefined;
	const bytes = Buffer.from(factor.secret, "base64url");
	try {
		const opening = createDecipheriv(cipher, key.encryption, bytes.subarray(0, nonceLength))
			.setAAD(Buffer.from(factor.id))
			.setAuthTag(bytes.subarray(-tagLength));
		return Buffer.concat([opening.update(bytes.subarray(nonceLength, -tagLength)), opening.final()]);
	} catch {
		return undefined;
	}
}

/** At the start: encrypts again what was encrypted under the previous secret, and returns how much no secret can decrypt. */
export async function renewSecrets({ db, settings, logger }: Pick<Deps, "db" | "settings" | "logger">): Promise<void> {
	const [current] = serverSecrets(settings);
	const old = await db.select().from(factorsTable).where(ne(factorsTable.key_id, current.id));
	let unreadable = 0;
	for (const factor of old) {
		const secret = openSecret(settings, factor);
		if (!secret) unreadable += 1;
		else {
			await db
				.update(factorsTable)
				.set(sealSecret(settings, factor.id, secret))
				.where(and(eq(factorsTable.id, factor.id), eq(factorsTable.secret, factor.secret)));
		}
	}
	if (unreadable > 0) {
		logger.error(
			{ authenticatorApps: unreadable },
			"secrets of authenticator apps were encrypted under another AUTH_JWT_SECRET: their codes do not work",
		);
	}
}
