import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { usersTable } from "#features/auth/auth.table.ts";
import { moment, partOf, savedColumns } from "#platform/database/columns.ts";
import { type DraftContents, type PostFields, postStatuses } from "./posts.schema.ts";

export const postsTable = pgTable(
	"blog_posts",
	{
		id: uuid().primaryKey().defaultRandom(),
		title: text().notNull(),
		content: text().notNull().default(""),
		/** The content without markup, for previews, search, and read times. A list must not read every post's content. */
		content_text: text().notNull().default(""),
		excerpt: text(),
		status: text({ enum: postStatuses }).notNull().default("draft"),
		slug: text().notNull(),
		tags: text().array().notNull().default(sql`'{}'`),
		featured_image: text(),
		featured_image_alt: text(),
		author_id: uuid(),
		published_at: moment(),
		...savedColumns(),
		created_at: moment().notNull().defaultNow(),
		updated_at: moment().notNull().defaultNow(),
		meta_title: text(),
		meta_description: text(),
		og_image: text(),
	},
	(table) => [
		uniqueIndex("blog_posts_slug").on(table.slug),
		index("blog_posts_updated").on(table.updated_at.desc(), table.id.desc()),
		index("blog_posts_created").on(table.created_at),
		index("blog_posts_published").on(table.published_at.desc(), table.id.desc()).where(sql`status = 'published'`),
		index("blog_posts_author").on(table.author_id),
		check("blog_posts_status_known", sql`${table.status} in ('draft', 'published', 'archived')`),
	],
);

export type Post = typeof postsTable.$inferSelect;

/** Addresses under which a post is or was public. Former addresses redirect to the current one. */
export const postOldSlugsTable = pgTable(
	"blog_post_old_slugs",
	{
		slug: text().primaryKey(),
		post_id: partOf(() => postsTable.id),
	},
	(table) => [index("blog_post_old_slugs_post").on(table.post_id)],
);

/** The text of a post after each of its last saves. */
export const postRevisionsTable = pgTable(
	"blog_post_revisions",
	{
		id: uuid().primaryKey().defaultRandom(),
		post_id: partOf(() => postsTable.id),
		author_id: uuid(),
		saved_at: moment().notNull(),
		fields: jsonb().$type<PostFields>().notNull(),
	},
	(table) => [
		index("blog_post_revisions_newest").on(table.post_id, table.saved_at.desc(), table.id.desc()),
		index("blog_post_revisions_author").on(table.author_id),
	],
);

export type PostRevision = typeof postRevisionsTable.$inferSelect;

/**
 * What an author has written and not saved, one draft for each post. It outlives the post, and a new post is only here until its
 * first save (decision 079).
 */
export const postDraftsTable = pgTable(
	"post_drafts",
	{
		post_id: uuid().notNull(),
		author_id: partOf(() => usersTable.id),
		/** The window that wrote it last, and its number there. */
		writer: uuid().notNull(),
		n: integer().notNull(),
		/** NULL once it was saved or discarded. */
		draft: jsonb().$type<DraftContents>(),
		version: integer().notNull(),
		updated_at: moment().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.post_id, table.author_id] }),
		index("post_drafts_author").on(table.author_id),
		index("post_drafts_updated").on(table.updated_at),
	],
);

/** Uploaded pictures. The files are in the bucket blog-images. */
export const blogImagesTable = pgTable("blog_images", {
	name: text().primaryKey(),
	width: integer().notNull(),
	height: integer().notNull(),
	/** The widths in which WebP and AVIF variants exist; empty until the job has made them. */
	variant_widths: integer().array().notNull().default(sql`'{}'`),
	created_at: moment().notNull().defaultNow(),
	/** When it was first found that no post and no revision shows it. */
	unused_since: moment(),
});

export type BlogImage = typeof blogImagesTable.$inferSelect;
