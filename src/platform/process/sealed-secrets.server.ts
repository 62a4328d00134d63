import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#platform/database/database.server.ts";
import { oncePer } from "#platform/limits/once-per.server.ts";
import type { Settings } from "./settings.server.ts";

/** A secret of the server with the name that tokens and encrypted rows carry: derived from it, and saying nothing of it. */
export type ServerSecret = { id: string; signing: KeyObject; encryption: KeyObject };

/** The current secret, then the one before it where there is one. */
export const serverSecrets = oncePer(({ auth }: Settings): [ServerSecret, ...ServerSecret[]] => [
	describeSecret(auth.jwtSecret),
	...(auth.previousSecret ? [describeSecret(auth.previousSecret)] : []),
]);

function describeSecret(secret: string): ServerSecret {
	const derive = (label: string, length: number) => Buffer.from(hkdfSync("sha256", secret, "", label, length));
	return {
		id: derive("auth: key id", 9).toString("base64url"),
		signing: createSecretKey(secret, "utf8"),
		encryption: createSecretKey(derive("auth: second factors", 32)),
	};
}

const cipher = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** A row that holds a secret: encrypted, with the row's id as additional data, under the server's secret of that name. */
type Sealed = { id: string; secret: string; key_id: string };

/** Encrypts the secret of a row. Its id goes into the seal, so that a row cannot be moved to another account. */
export function sealSecret(settings: Settings, rowId: string, secret: Uint8Array): Omit<Sealed, "id"> {
	const [{ id, encryption }] = serverSecrets(settings);
	const nonce = randomBytes(nonceLength);
	const sealing = createCipheriv(cipher, encryption, nonce).setAAD(Buffer.from(rowId));
	const content = Buffer.concat([sealing.update(secret), sealing.final()]);
	return { secret: Buffer.concat([nonce, content, sealing.getAuthTag()]).toString("base64url"), key_id: id };
}

/** The secret of a row; undefined where no configured secret opens it, as after a restore on another machine. */
export function openSecret(settings: Settings, row: Sealed): Buffer | undefined {
	const key = serverSecrets(settings).find(({ id }) => id === row.key_id);
	if (!key) return undefined;
	const bytes = Buffer.from(row.secret, "base64url");
	try {
		const opening = createDecipheriv(cipher, key.encryption, bytes.subarray(0, nonceLength))
			.setAAD(Buffer.from(row.id))
			.setAuthTag(bytes.subarray(-tagLength));
		return Buffer.concat([opening.update(bytes.subarray(nonceLength, -tagLength)), opening.final()]);
	} catch {
		return undefined;
	}
}

type SealedTable = PgTable & Record<keyof Sealed, PgColumn>;

/** Encrypts again what was encrypted under the previous secret, and returns how much no secret can decrypt. */
export async function renewSecrets(db: Database, settings: Settings, table: SealedTable): Promise<number> {
	const [current] = serverSecrets(settings);
	const text = (column: PgColumn): SQL<string> => sql<string>`${column}::text`;
	const old = await db
		.select({ id: text(table.id), secret: text(table.secret), key_id: text(table.key_id) })
		.from(table as PgTable)
		.where(sql`${table.key_id} <> ${current.id}`);
	let unreadable = 0;
	for (const row of old) {
		const secret = openSecret(settings, row);
		if (!secret) unreadable += 1;
		else {
			const next = sealSecret(settings, row.id, secret);
			await db.execute(
				sql`update ${table} set secret = ${next.secret}, key_id = ${next.key_id} where ${table.id} = ${row.id} and ${table.secret} = ${row.secret}`,
			);
		}
	}
	return unreadable;
}
