import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { postsTable } from "#features/posts/posts.table.ts";
import { moment } from "#platform/database/columns.ts";

/** At most one link for each post, and one for the site's drafts. Without the server's secret nothing here is its token. */
export const previewLinksTable = pgTable(
	"preview_links",
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The post that it shows; NULL for the site's texts. */
		post_id: uuid().references(() => postsTable.id, { onDelete: "cascade" }),
		token_hash: text().notNull().unique(),
		/** Made into the token by a key; NULL for a link of an earlier version. */
		token_seed: text(),
		expires_at: moment().notNull(),
	},
	(table) => [unique("preview_links_post").on(table.post_id).nullsNotDistinct()],
);
