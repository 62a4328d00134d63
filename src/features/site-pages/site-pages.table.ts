import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { blogImagesTable } from "#features/posts/posts.table.ts";
import { moment } from "#platform/database/columns.ts";
import type { FieldValue } from "#site/content/fields.ts";

/** By field, and only what differs from the originals. */
export type StoredTexts = Record<
	string,
	{ value: FieldValue /** What it replaced, so that a release that changes it is noticed. */; original: FieldValue }
>;

/** What visitors read: one row for each page that was ever published. */
export const sitePagesTable = pgTable("site_pages", {
	id: uuid().primaryKey().defaultRandom(),
	page: text().notNull().unique(),
	published: jsonb().$type<StoredTexts>().notNull(),
	/** The number of the version that is published. */
	version: integer().notNull(),
	updated_by: uuid(),
	updated_at: moment().notNull(),
});

/** By field: at which of the page's versions it was changed last, and what waits to be published. */
export type DraftTexts = Record<string, { version: number; waits: boolean; value?: FieldValue | undefined }>;

/**
 * What is typed and not published. A table of its own, so that typing empties no cache. Its version counts everything that
 * happens to the page; the row stays when nothing waits, because it knows when each field was changed.
 */
export const siteDraftsTable = pgTable("site_drafts", {
	page: text().primaryKey(),
	/** A field that waits without a value goes back to its original. */
	fields: jsonb().$type<DraftTexts>().notNull(),
	version: integer().notNull(),
	updated_by: uuid(),
	updated_at: moment().notNull(),
});

/** The last publications of each page. */
export const sitePageVersionsTable = pgTable(
	"site_page_versions",
	{
		id: uuid().primaryKey().defaultRandom(),
		page: text().notNull(),
		number: integer().notNull(),
		values: jsonb().$type<StoredTexts>().notNull(),
		at: moment().notNull(),
		author_id: uuid(),
	},
	(table) => [unique("site_page_versions_number").on(table.page, table.number)],
);

/** The uploaded pictures that a page shows, has in its draft, or shows in a version that is kept. None of them can be deleted. */
export const sitePageImagesTable = pgTable(
	"site_page_images",
	{
		page: text().notNull(),
		/** The part that the page shows: its files are named after it. */
		cut: text().notNull(),
		image: text()
			.notNull()
			.references(() => blogImagesTable.name, { onDelete: "restrict" }),
		/** In which the cut exists; empty until the job has made it. */
		widths: integer().array().notNull().default(sql`'{}'`),
	},
	(table) => [primaryKey({ columns: [table.page, table.cut] }), index("site_page_images_image").on(table.image)],
);
