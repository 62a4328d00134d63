import { hash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { conflict, notFound } from "#platform/http/http-errors.server.ts";

/**
 * Identifies the contents that a form edits. It is made from the contents rather than from `updated_at`, because
 * other changes to a row, such as a client's view of an invoice, must not conflict with someone's edit (decision
 * 079).
 */
export const versionOf = (contents: unknown): string =>
	contents === null ? "nothing" : hash("sha256", JSON.stringify(contents), "base64url");

/** A record as staff edit it. Posts, jobs, and invoices count their versions; of others it is made from the contents. */
export type SavedVersion = { id: string; version: string | number };

/** For every edit of a row whose versions are counted. */
export const raised = (version: PgColumn): SQL => sql`${version} + 1`;

/**
 * Refuses a change that wasn't based on the stored version.
 * @param current what is stored, as the caller may see it
 * @param version the version that the change is based on; without it, the change overwrites what is stored
 * @throws {HttpError} 404, or 409 with `current`
 */
export function requireVersion(
	current: SavedVersion | undefined,
	version: string | number | undefined,
	what: string,
): asserts current {
	if (!current) throw notFound(what);
	if (version === undefined || version === current.version) return;
	throw conflict(
		`Someone else has changed ${what.toLowerCase()} in the meantime. Reload to see the latest version.`,
		current,
	);
}
