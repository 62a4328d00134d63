import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.server.ts";

const named = sql.raw(`from busy_sources source join call_takers using (user_id)
	join users account on account.id = source.user_id left join profiles profile on profile.user_id = source.user_id`);
const nameOf = sql.raw("coalesce(nullif(profile.full_name, ''), account.email)");

/** When those who take calls are busy between two moments, over all calendars of each. */
export async function listBusyPeople(db: Database, from: Date, to: Date) {
	const moment = (text: string) => sql`${sql.raw(text)}`.mapWith((value: string) => new Date(value));
	return db
		.select({ name: sql<string>`name`, start: moment("lower(piece)"), end: moment("upper(piece)") })
		.from(sql`(
			select ${nameOf} as name, unnest(range_agg(tstzrange(times.starts, times.ends))) as piece
			${named} join busy_times times on times.source_id = source.id
			where tstzrange(times.starts, times.ends) && tstzrange(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)
			group by source.user_id, 1
		) person`)
		.orderBy(sql`2`, sql`1`);
}

/** Calendars that can't be read for a while now, with the reason in words. */
export function listUnread(db: Database): Promise<{ name: string; reason: string }[]> {
	return db
		.select({ name: sql<string>`name`, reason: sql<string>`failure` })
		.from(sql`(select ${nameOf} as name, failure ${named} where unread_until is not null) unread`)
		.orderBy(sql`1`, sql`2`);
}
