import { getTableColumns, sql } from "drizzle-orm";
import { pick, withIsoDates } from "#lib/pick.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { postRecord } from "./posts.record.ts";
import { type Post, postsTable } from "./posts.table.ts";

const { content: _unread, ...columns } = getTableColumns(postsTable);
const { published_at, status } = postsTable;

/** A post for the list: without its content, but with the content's plain text. */
type PostRow = Omit<Post, "content">;

/** The part of a row that leaves the server for the list. */
export function presentPostRow(row: PostRow) {
	return {
		...pick(row, ["id", "title", "slug", "excerpt"]),
		text: row.content_text,
		...withIsoDates(pick(row, ["tags", "status", "published_at", "created_at", "updated_at"])),
	};
}
export type PresentedPostRow = ReturnType<typeof presentPostRow>;

export const posts: RecordSource<PostRow, PresentedPostRow> = {
	record: postRecord,
	table: postsTable,
	columns,
	present: presentPostRow,
	searchDetail: (now) => sql<string>`case
		when ${status} = 'published' and ${published_at} > ${now.toISOString()}::timestamptz then 'Scheduled'
		else initcap(${status}) end`,
};
