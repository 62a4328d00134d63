import { createHmac, type KeyObject } from "node:crypto";
import type { Invoice } from "#features/invoices/invoices.table.ts";
import { keyFor, keysFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { newToken, tokenHash } from "#platform/process/tokens.server.ts";

const purpose = "invoice links";

const tokenOf = (seed: string, key: KeyObject) => createHmac("sha256", key).update(seed).digest("base64url");

/** Neither column opens anything without the server's secret (decision 014). */
export function newLink(settings: Settings) {
	const public_seed = newToken();
	return { public_seed, public_token_hash: tokenHash(tokenOf(public_seed, keyFor(settings, purpose))) };
}

export type Link = Pick<Invoice, "public_seed" | "public_token_hash">;

/** The link of an invoice, expired or not; null without one, and for one that an earlier version or another secret made. */
export function publicPath({ public_seed, public_token_hash }: Link, settings: Settings): string | null {
	if (public_seed === null) return null;
	const tokens = keysFor(settings, purpose).map((key) => tokenOf(public_seed, key));
	const token = tokens.find((each) => tokenHash(each) === public_token_hash);
	return token ? `/invoice/${token}` : null;
}
