import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { useNow } from "#admin/record/now.ts";
import { iconOf } from "#admin/record/record-icons.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { api } from "#admin/session/api-client.ts";
import { type Urgency, urgencyByAge } from "#lib/time/urgency.ts";
import { recordOfKind } from "#records.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { Panel } from "./recent-activity.tsx";

export const oldestQuery = queryOptions({
	queryKey: [...derivedKey, "oldest"],
	queryFn: ({ signal }) => parseResponse(api.api.dashboard.oldest.$get({}, { init: { signal } })),
});

const ageClass: Record<Urgency, string> = {
	red: "text-status-red",
	yellow: "text-status-yellow",
	green: "text-muted-foreground",
	blue: "text-muted-foreground",
};

/** What needs doing now: the oldest that no one has answered, with a way in. No space while there is none. */
export function WaitingLongest() {
	const { data } = useQuery(oldestQuery);
	const now = useNow();
	if (!data || data.rows.length === 0) return null;
	return (
		<Panel title="Waiting Longest">
			<ol className="divide-y divide-border">
				{data.rows.map(({ kind, id, name, title, at }) => {
					const record = recordOfKind(kind);
					if (!record) return null;
					const Icon = iconOf(record.table);
					const urgency = urgencyByAge(at, now, { yellow: 8, red: 24, otherwise: "green" });
					return (
						<li
							key={id}
							className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 py-1.5 first:pt-0 last:pb-0 md:grid-cols-[auto_minmax(0,1fr)_8rem_auto]"
						>
							<Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} />
							<p className="truncate">
								<span className="font-semibold">{name}</span>{" "}
								<span className="text-muted-foreground">
									{record.label}: {title}
								</span>
							</p>
							<span
								className={`font-semibold text-xs max-md:col-start-2 max-md:row-start-2 md:text-right ${ageClass[urgency]}`}
							>
								<RelativeTime at={at} />
							</span>
							<ButtonLink
								to={`${record.path(id)}&status=${record.counted?.waiting?.status}`}
								className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1"
								aria-label={`Details of ${name}`}
							>
								Details
							</ButtonLink>
						</li>
					);
				})}
			</ol>
		</Panel>
	);
}
