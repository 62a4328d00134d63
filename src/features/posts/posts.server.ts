import { and, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import { pick, withIsoDates } from "#lib/pick.ts";
import { htmlText } from "#lib/text/html-text.ts";
import { slugify } from "#lib/text/slug.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { conflict, HttpError, invalidInput } from "#platform/http/http-errors.server.ts";
import { deleteRow, getRow, insertRow, required, updateRow } from "#platform/records/records.server.ts";
import { createOnce, savedAs, saveIdsOf } from "#platform/records/saves.server.ts";
import { chooseSlug } from "#platform/records/slugs.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { raised, requireVersion } from "#platform/records/version.server.ts";
import { createRevision } from "./history/post-revisions.server.ts";
import { sanitizeContent } from "./post-content.server.ts";
import { emptyDraft } from "./post-drafts.server.ts";
import { presentPostRow } from "./posts.record.server.ts";
import { postRecord } from "./posts.record.ts";
import {
	dateAhead,
	datePassed,
	hasPassed,
	lacksText,
	type PostChange,
	type PostInput,
	type PostStatus,
	type PostStatusChange,
	type PostStatusesChange,
	postFieldNames,
	type Save,
	textMissing,
} from "./posts.schema.ts";
import { type Post, postOldSlugsTable, postsTable } from "./posts.table.ts";
import { isVisible } from "./public/public-posts.server.ts";

const { content, content_text, id, published_at, status, title, updated_at, version } = postsTable;
const what = "This blog post";

/** `/blog/preview/…` leads to previews. A test compares this with `routes.ts`. */
export const reservedSlug = "preview";

/** Makes saves wait for each other, so that two posts can't choose the same slug. */
const slugLock = "blog_posts.slug";

/** @throws {HttpError} 404 */
export const getPost = (db: Database, postId: string): Promise<Post> => getRow(db, postsTable, eq(id, postId), what);

export async function createPost(tx: Database, input: PostInput, save: Save): Promise<Post> {
	const { authorId, now } = save;
	await holdLock(tx, slugLock);
	const read = async (postId: string) => (await tx.select().from(postsTable).where(eq(id, postId)))[0];
	return createOnce(tx, { record: postRecord, read, present: presentPost }, input, async (postId, save_ids) => {
		const post = await insertRow(tx, postsTable, {
			...(await storedValues(tx, postId, input, undefined, now)),
			id: postId,
			save_ids,
			author_id: authorId,
			created_at: now,
			updated_at: now,
		});
		await createRevision(tx, post, authorId);
		await emptyDraft(tx, postId, input.draft, save);
		return post;
	});
}

/**
 * Changes the fields that are named.
 * @throws {HttpError} 404, 422 if it would be on the site without a text, or 409 if the post is no longer the version that the editor started from
 */
export async function updatePost(tx: Database, postId: string, change: PostChange, save: Save): Promise<Post> {
	const { authorId, now } = save;
	await holdLock(tx, slugLock);
	const [before] = await tx.select().from(postsTable).where(eq(id, postId)).for("update");
	requireVersion(before && presentPost(before), change.version, what);
	await rememberSlugs(tx, eq(id, postId), now);
	const values = await storedValues(tx, postId, change, before, now);
	const changes = { ...values, ...savedAs(before, change), updated_at: afterLastSave(now) };
	const post = required(await updateRow(tx, postsTable, eq(id, postId), changes), what);
	await createRevision(tx, post, authorId);
	await emptyDraft(tx, postId, change.draft, save);
	return post;
}

/**
 * The list's toggle.
 * @throws {HttpError} 404, or 409 if the post was changed after `unchanged_since`, or if nothing is in it to publish
 */
export async function setPostStatus(
	db: Database,
	postId: string,
	change: PostStatusChange,
	now: Date,
): Promise<{ post: Post; former: Former }> {
	requireAhead(change, now);
	const ahead = dateAhead(change.published_at, now.getTime());
	const date = ahead ? new Date(ahead) : now;
	if (change.status === "published") await requireContent(db, [postId]);
	const former = (await lockPublications(db, [postId])).get(postId);
	await rememberSlugs(db, eq(id, postId), now);
	const changes = {
		status: change.status,
		published_at: change.status === "published" ? date : null,
		version: raised(version),
		updated_at: afterLastSave(now),
	};
	const which = and(eq(id, postId), unchangedSince(change.unchanged_since));
	const post = former && (await updateRow(db, postsTable, which, changes));
	if (post) return { post, former };
	throw changedMeanwhile(await getPost(db, postId));
}

/** What a change of a status replaces, by the posts' ids. They stay so until the change is done. */
async function lockPublications(tx: Database, ids: string[]): Promise<Map<string, Former>> {
	const rows = await tx.select({ id, status, published_at }).from(postsTable).where(amongIds(id, ids)).for("update");
	return new Map(rows.map(({ id, ...former }) => [id, withIsoDates(former)]));
}
type Former = { status: PostStatus; published_at: string | null };

/** @throws {HttpError} 409 if it was to be scheduled for a time that has passed */
function requireAhead({ published_at }: { published_at?: string | null | undefined }, now: Date): void {
	if (hasPassed(published_at, now.getTime())) throw new HttpError(409, "date_passed", datePassed);
}

const changedMeanwhile = (post: Post) =>
	conflict("Someone else has changed this blog post in the meantime. Please look at it again.", presentPostRow(post));

/** As in the editor: a post with nothing to read and nothing to see isn't published. @throws {HttpError} 409 */
async function requireContent(db: Database, ids: string[]): Promise<void> {
	const isEmpty = and(eq(content_text, ""), sql`${content} !~ '<(img|iframe) '`);
	const [empty] = await db
		.select({ title })
		.from(postsTable)
		.where(and(amongIds(id, ids), ne(status, "published"), isEmpty))
		.limit(1);
	if (!empty) return;
	throw new HttpError(409, "no_content", `“${empty.title}” has no text yet. A post on the site needs one.`);
}

const unchangedSince = (moment: string | undefined) => (moment ? lte(updated_at, new Date(moment)) : undefined);

/** All or none, in the same way as `setPostStatus`. Archiving keeps the date. */
export function updatePostStatuses(db: Database, { changes, undo_of }: PostStatusesChange, now: Date) {
	return db.transaction(async (tx) => {
		await holdLock(tx, slugLock);
		const idsOf = (some: typeof changes) => some.flatMap(({ ids }) => ids);
		const former = await lockPublications(tx, idsOf(changes));
		if (!undo_of) for (const change of changes) requireAhead(change, now);
		if (!undo_of) await requireContent(tx, idsOf(changes.filter(({ status }) => status === "published")));
		await rememberSlugs(tx, amongIds(id, idsOf(changes)), now);
		const changed = [];
		for (const { ids, status: next, published_at: date, unchanged_since } of changes) {
			const dated = date === undefined ? dateOf(next, now) : { published_at: date === null ? null : new Date(date) };
			const wanted = and(
				amongIds(id, ids),
				undo_of ? eq(status, undo_of) : ne(status, next),
				unchangedSince(unchanged_since),
			);
			const rows = await tx
				.update(postsTable)
				.set({ status: next, ...dated, version: raised(version), updated_at: afterLastSave(now) })
				.where(wanted)
				.returning({ id, status, published_at, updated_at });
			changed.push(...rows.map((row) => ({ ...withIsoDates(row), former: former.get(row.id) })));
		}
		return changed;
	});
}

/** The typed slug, else the title's, else the id; numbered if another post has it or had it in public. */
function slugOf(tx: Database, postId: string, fields: { slug: string; title: string }): Promise<string> {
	const former = { slug: postOldSlugsTable.slug, owner: postOldSlugsTable.post_id };
	const wanted = slugify(fields.slug) || slugify(fields.title) || postId;
	return chooseSlug(tx, { table: postsTable, former }, postId, wanted, reservedSlug);
}

/** Keeps the addresses under which these posts are public. Call it before every change that may rename or hide one. */
async function rememberSlugs(tx: Database, which: SQL, now: Date): Promise<void> {
	const live = tx
		.select({ slug: postsTable.slug, post_id: postsTable.id })
		.from(postsTable)
		.where(and(which, isVisible(now)));
	await tx.insert(postOldSlugsTable).select(live).onConflictDoNothing();
}

function dateOf(status: PostStatus, now: Date): { published_at?: Date | null } {
	if (status === "archived") return {};
	return { published_at: status === "published" ? now : null };
}

/** @throws {HttpError} 404, or 409 if the post was changed after `unchanged_since` */
export async function deletePost(tx: Database, postId: string, unchanged_since: string | undefined): Promise<void> {
	const [post] = await tx.select().from(postsTable).where(eq(id, postId)).for("update");
	const current = required(post, what);
	if (unchanged_since && current.updated_at > new Date(unchanged_since)) throw changedMeanwhile(current);
	await deleteRow(tx, postsTable, eq(id, postId), what);
}

/** @param before the post of which the input names only what changes */
async function storedValues(
	tx: Database,
	postId: string,
	input: PostInput,
	before: undefined,
	now: Date,
): Promise<NewText>;
async function storedValues(
	tx: Database,
	postId: string,
	input: PostChange,
	before: Post,
	now: Date,
): Promise<Partial<NewText>>;
async function storedValues(
	tx: Database,
	postId: string,
	input: PostInput | PostChange,
	before: Post | undefined,
	now: Date,
): Promise<Partial<NewText>> {
	const { content, slug, ...fields } = pick(input, postFieldNames);
	const clean = content === undefined ? undefined : sanitizeContent(content);
	const published = publication(input, before, now);
	const text = { status: published.status, content: clean ?? before?.content ?? "" };
	if (lacksText(text, before)) throw invalidInput({ content: textMissing });
	const title = fields.title ?? before?.title ?? "";
	return {
		...fields,
		...(clean !== undefined && { content: clean, content_text: htmlText(clean) }),
		...(slug !== undefined && { slug: await slugOf(tx, postId, { slug, title }) }),
		...published,
	};
}
type NewText = Omit<typeof postsTable.$inferInsert, "id">;

/** Status and date, according to specification 4 and the decisions (blog). */
function publication(
	input: PostInput | PostChange,
	before: Post | undefined,
	now: Date,
): Pick<Post, "status" | "published_at"> {
	if (input.publish) {
		if (input.schedule && hasPassed(input.published_at, now.getTime()))
			throw invalidInput({ published_at: datePassed });
		const ahead = dateAhead(input.published_at, now.getTime());
		return { status: "published", published_at: ahead ? new Date(ahead) : now };
	}
	const status = input.status ?? before?.status ?? "draft";
	const given = input.published_at === undefined ? before?.published_at : input.published_at;
	const date = given ? new Date(given) : null;
	return { status, published_at: status === "published" ? (date ?? now) : date };
}

/** Two saves never have the same time, because lists use it to find the newer of two rows. */
const afterLastSave = (now: Date) =>
	sql`greatest(${now.toISOString()}::timestamptz, ${updated_at} + interval '1 millisecond')`;

/** The part of a post that leaves the server for the editor. */
export function presentPost(post: Post) {
	const { text, id, created_at, updated_at, ...row } = presentPostRow(post);
	const contents = {
		...row,
		...pick(post, ["content", "featured_image", "featured_image_alt"]),
		...pick(post, ["meta_title", "meta_description", "og_image"]),
	};
	return {
		id,
		...contents,
		version: post.version,
		save_ids: saveIdsOf(post),
		author_id: post.author_id,
		created_at,
		updated_at,
	};
}
export type PresentedPost = ReturnType<typeof presentPost>;
