import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { conflict, type FieldErrors, invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { JobQueue } from "#platform/jobs/job-queue.server.ts";
import type { Changes } from "#site/content/content.server.ts";
import { checkValue, type FieldValue, isSame, placeholdersIn } from "#site/content/fields.ts";
import { fieldsOf, isPageName, type PageName, pages } from "#site/content/pages.server.ts";
import type { Slot } from "#site/content/values/picture-value.ts";
import type { discardSchema, draftSchema, publishSchema } from "./site-pages.schema.ts";
import {
	type DraftTexts,
	type StoredTexts,
	siteDraftsTable,
	sitePagesTable,
	sitePageVersionsTable,
} from "./site-pages.table.ts";
import { keepPictures, pictureProblems, refusePending } from "./site-pictures.server.ts";

const keptVersions = 50;

/** Who writes, when, and who then makes the pictures. */
type Author = { authorId: string; now: Date; jobs: JobQueue };
type Values = Record<string, FieldValue>;

/** @throws {HttpError} 404 for a page that the site doesn't have */
export function pageNamed(name: string): PageName {
	if (!isPageName(name)) throw notFound("This page", "Reload the list of pages.");
	return name;
}

/** @throws {HttpError} 404 for a field that shows no picture */
export function slotNamed(page: PageName, field: string): Slot {
	const slot = Object.hasOwn(fieldsOf(page), field) ? fieldsOf(page)[field]?.slot : undefined;
	if (!slot) throw notFound("This picture", "Reload the page.");
	return slot;
}

/** A page as it is stored, with nothing for what was never written. */
async function readPage(db: Database, page: PageName, isLocked = false) {
	if (isLocked) {
		const empty = { page, fields: {}, version: 0, updated_at: new Date(0) };
		await db.insert(siteDraftsTable).values(empty).onConflictDoNothing();
	}
	const drafts = db.select().from(siteDraftsTable).where(eq(siteDraftsTable.page, page));
	const [draft] = isLocked ? await drafts.for("update") : await drafts;
	const [published] = await db.select().from(sitePagesTable).where(eq(sitePagesTable.page, page));
	return storedPage(page, draft, published);
}

function storedPage(
	page: PageName,
	draft: typeof siteDraftsTable.$inferSelect | undefined,
	published: typeof sitePagesTable.$inferSelect | undefined,
) {
	return {
		page,
		version: draft?.version ?? 0,
		fields: draft?.fields ?? {},
		published: published?.published ?? {},
		number: published?.version ?? 0,
		publishedAt: published?.updated_at ?? null,
	};
}
type StoredPage = ReturnType<typeof storedPage>;

const publishedValue = ({ page, published }: StoredPage, name: string): FieldValue =>
	Object.hasOwn(published, name) ? (published[name]?.value ?? null) : (fieldsOf(page)[name]?.original ?? null);

/** What a publication would show of a field. */
function nextValue(stored: StoredPage, name: string): FieldValue {
	const entry = stored.fields[name];
	if (!entry?.waits) return publishedValue(stored, name);
	return entry.value === undefined ? (fieldsOf(stored.page)[name]?.original ?? null) : entry.value;
}

const nextValues = (stored: StoredPage): Values =>
	Object.fromEntries(Object.keys(fieldsOf(stored.page)).map((name) => [name, nextValue(stored, name)]));

const valuesOf = (texts: StoredTexts): Values =>
	Object.fromEntries(Object.entries(texts).map(([name, { value }]) => [name, value]));

/** As staff read it. Fields that this release doesn't have are kept, and not shown. */
function present(stored: StoredPage) {
	const { page, version, number, published, fields, publishedAt } = stored;
	const known = Object.entries(fieldsOf(page));
	const values: Values = {};
	const draft: Record<string, FieldValue> = {};
	for (const [name] of known) {
		if (Object.hasOwn(published, name)) values[name] = publishedValue(stored, name);
		if (fields[name]?.waits) draft[name] = nextValue(stored, name);
	}
	return {
		...{ page, version, number, values },
		/** What a publication would change; null if nothing. */
		draft: Object.keys(draft).length > 0 ? draft : null,
		published_at: publishedAt?.toISOString() ?? null,
		...{ label: pages[page].label, path: pages[page].path },
		fields: known.map(([name, { kind, original, max, label, slot, optional = false }]) => ({
			...{ name, kind, original, max, optional, slot: slot ?? null },
			label: label ?? null,
			placeholders: placeholdersIn(original),
			/** A release has changed the original since this one was replaced. */
			original_changed: Object.hasOwn(published, name) && !isSame(published[name]?.original ?? null, original),
		})),
	};
}
export type PresentedPage = ReturnType<typeof present>;

/** What would be published if every draft were. */
export async function draftedChanges(db: Database): Promise<Changes> {
	return Object.fromEntries((await readPages(db)).map((stored) => [stored.page, nextValues(stored)]));
}

export const getPage = async (db: Database, page: PageName) => present(await readPage(db, page));

export const listPages = async (db: Database) => (await readPages(db)).map(present);

async function readPages(db: Database): Promise<StoredPage[]> {
	const [drafts, published] = [await db.select().from(siteDraftsTable), await db.select().from(sitePagesTable)];
	const of = <Row extends { page: string }>(rows: Row[], name: string) => rows.find(({ page }) => page === name);
	return Object.keys(pages)
		.filter(isPageName)
		.map((page) => storedPage(page, of(drafts, page), of(published, page)));
}

/** @throws {HttpError} 409 with both texts of each field that was changed since, 422 by field */
export async function saveDraft(
	tx: Database,
	page: PageName,
	{ values, expected_version }: z.infer<typeof draftSchema>,
	author: Author,
): Promise<PresentedPage> {
	const stored = await readPage(tx, page, true);
	const { checked, problems } = checkValues(page, values);
	Object.assign(problems, await pictureProblems(tx, page, checked));
	if (Object.keys(problems).length > 0) throw invalidInput(problems);
	const late = Object.keys(checked).filter((name) => (stored.fields[name]?.version ?? 0) > expected_version);
	if (late.length > 0) {
		const fields = Object.fromEntries(
			late.map((name) => [name, { theirs: nextValue(stored, name), yours: values[name] }]),
		);
		throw conflict("Someone else has changed this text meanwhile.", { version: stored.version, fields });
	}
	const version = stored.version + 1;
	const fields: DraftTexts = { ...stored.fields };
	for (const [name, value] of Object.entries(checked)) {
		const shown = value === undefined ? (fieldsOf(page)[name]?.original ?? null) : value;
		fields[name] = { version, waits: !isSame(shown, publishedValue(stored, name)), value };
	}
	return present(await writeDraft(tx, stored, fields, version, author));
}

/** @returns `undefined` for what goes back to its original */
function checkValues(page: PageName, values: Record<string, unknown>) {
	const checked: Record<string, FieldValue | undefined> = {};
	const problems: FieldErrors = {};
	for (const [name, value] of Object.entries(values)) {
		const field = Object.hasOwn(fieldsOf(page), name) ? fieldsOf(page)[name] : undefined;
		if (!field) problems[name] = "This page has no such text. Reload the page.";
		else if (value === null) checked[name] = undefined;
		else {
			const result = checkValue(field, field.kind === "number" && value === "" ? null : value);
			if ("problem" in result) problems[name] = result.problem;
			else checked[name] = isSame(result.value, field.original) ? undefined : result.value;
		}
	}
	return { checked, problems };
}

async function writeDraft(
	tx: Database,
	stored: StoredPage,
	fields: DraftTexts,
	version: number,
	{ authorId, now, jobs }: Author,
): Promise<StoredPage> {
	await tx
		.update(siteDraftsTable)
		.set({ fields, version, updated_by: authorId, updated_at: now })
		.where(eq(siteDraftsTable.page, stored.page));
	const written = { ...stored, fields, version };
	const { page: ofPage, values } = sitePageVersionsTable;
	const versions = await tx.select({ values }).from(sitePageVersionsTable).where(eq(ofPage, stored.page));
	const states = [stored.published, ...versions.map((each) => each.values)].map(valuesOf);
	await keepPictures(tx, jobs, stored.page, [nextValues(written), ...states]);
	return written;
}

/**
 * Publishes what waits, or an earlier version again; then what was published becomes the draft.
 * @throws {HttpError} 409 if the page was changed since, 404 for an earlier version that is no longer kept, 422 by field
 */
export async function publishPage(
	tx: Database,
	page: PageName,
	{ expected_version, number }: z.infer<typeof publishSchema>,
	author: Author,
): Promise<PresentedPage> {
	const stored = await readPage(tx, page, true);
	checkVersion(stored, expected_version);
	const earlier = number === undefined ? undefined : await earlierTexts(tx, page, number);
	const names = Object.keys(fieldsOf(page));
	const next = earlier ? restoredTexts(stored, earlier) : waitingTexts(stored);
	if (isSameTexts(next, stored.published)) return present(stored);
	refuseInvalid(page, next);
	await refusePending(tx, page, valuesOf(next));
	const version = stored.version + 1;
	const after: StoredPage = { ...stored, published: next, number: await nextNumber(tx, page), publishedAt: author.now };
	const fields: DraftTexts = { ...stored.fields };
	for (const name of names) {
		const [before, now] = [publishedValue(stored, name), publishedValue(after, name)];
		if (isSame(before, now)) {
			if (fields[name]?.waits && !earlier) fields[name] = { version, waits: false };
		} else fields[name] = { version, waits: earlier !== undefined, ...(earlier && { value: before }) };
	}
	const row = { published: next, version: after.number, updated_by: author.authorId, updated_at: author.now };
	await tx
		.insert(sitePagesTable)
		.values({ page, ...row })
		.onConflictDoUpdate({ target: sitePagesTable.page, set: row });
	const versionRow = { page, number: after.number, values: next, at: author.now, author_id: author.authorId };
	await tx.insert(sitePageVersionsTable).values(versionRow);
	await tx
		.delete(sitePageVersionsTable)
		.where(and(eq(sitePageVersionsTable.page, page), lte(sitePageVersionsTable.number, after.number - keptVersions)));
	return present(await writeDraft(tx, after, fields, version, author));
}

function checkVersion(stored: StoredPage, expected: number): void {
	if (stored.version !== expected)
		throw conflict("Someone else has changed this page meanwhile. Look at it again.", present(stored));
}

/** With what waits, and with all that this release doesn't know. */
function waitingTexts(stored: StoredPage): StoredTexts {
	const next: StoredTexts = { ...stored.published };
	for (const [name, { original }] of Object.entries(fieldsOf(stored.page))) {
		if (!stored.fields[name]?.waits) continue;
		const value = nextValue(stored, name);
		if (isSame(value, original)) delete next[name];
		else next[name] = { value, original };
	}
	return next;
}

/** An earlier version, with what this release doesn't know as it is now. */
function restoredTexts({ page, published }: StoredPage, earlier: StoredTexts): StoredTexts {
	const isKnown = ([name]: [string, unknown]) => Object.hasOwn(fieldsOf(page), name);
	const unknown = Object.entries(published).filter((entry) => !isKnown(entry));
	return Object.fromEntries([...unknown, ...Object.entries(earlier).filter(isKnown)]);
}

const isSameTexts = (a: StoredTexts, b: StoredTexts) => {
	const sorted = (texts: StoredTexts) => JSON.stringify(Object.entries(texts).sort(([x], [y]) => (x < y ? -1 : 1)));
	return sorted(a) === sorted(b);
};

/** A release may have tightened a rule since a text was published. */
function refuseInvalid(page: PageName, texts: StoredTexts): void {
	const values = Object.entries(texts).filter(([name]) => Object.hasOwn(fieldsOf(page), name));
	const { problems } = checkValues(page, Object.fromEntries(values.map(([name, { value }]) => [name, value ?? ""])));
	const all = Object.entries(fieldsOf(page)).map(([name, { original }]) => [name, texts[name]?.value ?? original]);
	const found = { ...pages[page].check?.(Object.fromEntries(all)), ...problems };
	if (Object.keys(found).length > 0) throw invalidInput(found);
}

async function earlierTexts(tx: Database, page: PageName, number: number): Promise<StoredTexts> {
	if (number === 0) return {};
	const { page: ofPage, number: itsNumber, values } = sitePageVersionsTable;
	const [row] = await tx
		.select({ values })
		.from(sitePageVersionsTable)
		.where(and(eq(ofPage, page), eq(itsNumber, number)));
	if (!row) throw notFound("This version", `The last ${keptVersions} are kept. Reload the page.`);
	return row.values;
}

async function nextNumber(tx: Database, page: PageName): Promise<number> {
	const { page: ofPage, number } = sitePageVersionsTable;
	const [last] = await tx
		.select({ number })
		.from(sitePageVersionsTable)
		.where(eq(ofPage, page))
		.orderBy(desc(number))
		.limit(1);
	return (last?.number ?? 0) + 1;
}

/** @throws {HttpError} 409 if the page was changed since */
export async function discardDraft(
	tx: Database,
	page: PageName,
	{ expected_version }: z.infer<typeof discardSchema>,
	author: Author,
): Promise<PresentedPage> {
	const stored = await readPage(tx, page, true);
	checkVersion(stored, expected_version);
	const version = stored.version + 1;
	const fields = Object.fromEntries(
		Object.entries(stored.fields).map(([name, entry]) => [name, entry.waits ? { version, waits: false } : entry]),
	);
	return present(await writeDraft(tx, stored, fields, version, author));
}

/** Newest first. */
export async function listVersions(db: Database, page: PageName) {
	const { number, at, values, author_id, page: ofPage } = sitePageVersionsTable;
	const rows = await db
		.select({
			number,
			at,
			values,
			author: sql<string | null>`coalesce(${profilesTable.full_name}, ${profilesTable.email})`,
		})
		.from(sitePageVersionsTable)
		.leftJoin(profilesTable, eq(profilesTable.user_id, author_id))
		.where(eq(ofPage, page))
		.orderBy(desc(number));
	return rows.map(({ at, values, ...row }) => ({
		...row,
		at: at.toISOString(),
		values: valuesOf(values),
	}));
}
