import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { uniqueSlug } from "#lib/text/slug.ts";
import { type Database, selectRows } from "#platform/database/database.server.ts";

/** Rows that are known by a slug, and the slugs that they had before, which still lead to them. */
type Slugs = {
	table: PgTable & { id: PgColumn; slug: PgColumn };
	/** The column of the former slugs, and that of the rows that had them. */
	former: { slug: PgColumn; owner: PgColumn };
};

/**
 * The wanted slug, numbered if another row has it or had it. Call it in a transaction that holds a lock, so that two rows
 * can't choose the same one.
 * @param wanted in the form of a slug, or an id
 * @param reserved what the address means otherwise
 */
export async function chooseSlug(
	tx: Database,
	{ table, former }: Slugs,
	id: string,
	wanted: string,
	reserved?: string,
) {
	const begins = (slug: PgColumn): SQL => sql`(${slug} = ${wanted} or ${slug} like ${`${wanted}-%`})`;
	const taken = await selectRows(
		tx,
		sql`select ${table.slug} as slug from ${table} where ${table.id} <> ${id} and ${begins(table.slug)}
			union select ${former.slug} from ${former.slug.table} where ${former.owner} <> ${id} and ${begins(former.slug)}`,
	);
	return uniqueSlug(wanted, new Set([reserved ?? "", ...taken.map(({ slug }) => String(slug))]));
}
