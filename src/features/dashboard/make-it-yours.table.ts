import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";

/** What was ticked off on the card 'Make It Yours': one row for the site, once there is something. With 'all', the card is gone. */
export const makeItYoursTable = pgTable(
	"make_it_yours",
	{
		is_only: boolean().primaryKey().default(true),
		ticked: text().array().notNull(),
	},
	(table) => [check("make_it_yours_one", sql`${table.is_only}`)],
);
