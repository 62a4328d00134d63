import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { recordOf } from "#records.ts";
import { threadSearchQuery } from "./thread-search.ts";

/** Shown below the rows of a list: conversations that contain the search text, which the list's own search doesn't cover. */
export function AlsoInConversations({ table, query }: { table: ThreadTable; query: string }) {
	const { data } = useQuery(threadSearchQuery(query.slice(0, 200), table));
	const headingId = useId();
	if (!data || data.rows.length === 0) return null;
	return (
		<section aria-labelledby={headingId} className="mt-5">
			<h2 id={headingId} className="mb-1.5 font-semibold text-small">
				{`Also in conversations (${data.rows.length})`}
			</h2>
			<ul className="divide-y divide-border rounded-sm border border-border bg-card">
				{data.rows.map(({ message_id, record_id, snippet, at }) => (
					<li key={message_id}>
						<Link
							to={recordOf(table)?.path(record_id) ?? ""}
							className="flex flex-wrap gap-x-4 px-3 py-2 text-dense hover:bg-secondary"
						>
							<span className="min-w-0 grow basis-60 [overflow-wrap:anywhere]">{snippet}</span>
							<time dateTime={at} className="text-muted-foreground">
								{formatMoment(at)}
							</time>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
