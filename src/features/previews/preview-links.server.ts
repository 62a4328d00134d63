import { createHash, createHmac, type KeyObject, randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { and, eq, gt, isNull } from "drizzle-orm";
import { noteAct } from "#features/activity/activity-note.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { keyFor } from "#platform/process/derived-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { previewLinksTable } from "./preview-links.table.ts";

const validDays = 7;
const { expires_at, post_id, token_hash } = previewLinksTable;

/** What a link shows: a post, or the drafts of the site's texts. */
type Scope = { post: { id: string; title: string } } | "site";

const isOf = (scope: Scope) => (scope === "site" ? isNull(post_id) : eq(post_id, scope.post.id));

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Whether a row is the one of this token, at a time at which it works. */
export const opensAt = (token: string, now: Date) => and(eq(token_hash, hash(token)), gt(expires_at, now));

/** With it a stored seed becomes the token, so that staff can see a link again that the database alone doesn't give away. */
export const previewKey = (settings: Settings) => keyFor(settings, "post previews");

const tokenOf = (seed: string, key: KeyObject) => createHmac("sha256", key).update(seed).digest("base64url");

type PreviewLink = { path: string; expires_at: string };
const linkOf = (scope: Scope, token: string, expires: Date): PreviewLink => ({
	path: scope === "site" ? `/preview/${token}` : `/blog/preview/${token}`,
	expires_at: expires.toISOString(),
});

/** The link, as long as it works. One that was made under an earlier secret can't be shown again. */
export async function findPreview(
	db: Database,
	scope: Scope,
	now: Date,
	key: KeyObject,
): Promise<PreviewLink | undefined> {
	const [row] = await db
		.select()
		.from(previewLinksTable)
		.where(and(isOf(scope), gt(expires_at, now)));
	const token = row?.token_seed ? tokenOf(row.token_seed, key) : undefined;
	return row && token && hash(token) === row.token_hash ? linkOf(scope, token, row.expires_at) : undefined;
}

/** The one preview link: the one that people may have already, or a new one. */
export async function createPreview(tx: Database, scope: Scope, now: Date, key: KeyObject): Promise<PreviewLink> {
	const present = await findPreview(tx, scope, now, key);
	if (present) return present;
	const token_seed = randomBytes(24).toString("base64url");
	const token = tokenOf(token_seed, key);
	const values = { token_hash: hash(token), token_seed, expires_at: addDays(now, validDays) };
	const [link] = await tx
		.insert(previewLinksTable)
		.values({ post_id: scope === "site" ? null : scope.post.id, ...values })
		.onConflictDoUpdate({ target: post_id, set: values })
		.returning();
	if (link) await noteAct(tx, { action: "create_preview", ...noted(scope, link.id) });
	return linkOf(scope, token, values.expires_at);
}

export async function revokePreview(tx: Database, scope: Scope): Promise<void> {
	const [ended] = await tx.delete(previewLinksTable).where(isOf(scope)).returning();
	if (ended) await noteAct(tx, { action: "revoke_preview", ...noted(scope, ended.id) });
}

const noted = (scope: Scope, id: string) =>
	scope === "site"
		? { table: "site_pages", id, label: "Preview" }
		: { table: "blog_posts", id: scope.post.id, label: scope.post.title };

/** Whether a link shows the site's drafts at that time. */
export const showsSite = async (db: Database, token: string, now: Date): Promise<boolean> =>
	(await db.$count(previewLinksTable, and(isNull(post_id), opensAt(token, now)))) > 0;
