import { hash } from "node:crypto";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";

/**
 * Stands for all that a form edits, and travels with it. Made from the contents rather than from `updated_at`, because
 * what else changes in a row, as by a client's look at an invoice, must not get in the way of who is editing
 * (decision 015).
 */
export const versionOf = (contents: unknown): string =>
	contents === null ? "nothing" : hash("sha256", JSON.stringify(contents), "base64url");

/**
 * Refuses a change that did not begin from what is stored.
 * @param current what is stored, as the caller may see it
 * @param version the one that the change began from; without it the change overwrites whatever is there
 * @throws {HttpError} 404, or 409 with `current`
 */
export function requireVersion(
	current: { version: string } | undefined,
	version: string | undefined,
	what: string,
): asserts current {
	if (!current) throw notFound(what);
	if (version === undefined || version === current.version) return;
	throw conflict(
		`Someone else has changed ${what.toLowerCase()} in the meantime. Reload to see the latest version.`,
		current,
	);
}
