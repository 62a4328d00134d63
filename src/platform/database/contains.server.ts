import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { searchPattern } from "#lib/text/search-words.ts";

/** Whether a column contains the text, however both are spelled. What no one sees is contained in nothing. */
export function contains(column: SQLWrapper, text: string): SQL {
	const pattern = searchPattern(text);
	return pattern ? sql`${column} ~* ${pattern}` : sql`false`;
}
