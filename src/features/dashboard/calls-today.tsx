import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { useToday } from "#admin/record/now.ts";
import { api } from "#admin/session/api-client.ts";
import { bookingRecord } from "#features/bookings/bookings.record.ts";
import { formatFirmTime } from "#lib/time/firm-moment.ts";
import { site } from "#site.config.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { Panel } from "./recent-activity.tsx";

const callsQuery = (day: string) =>
	queryOptions({
		queryKey: [...derivedKey, "calls", day],
		queryFn: ({ signal }) =>
			parseResponse(api.api.bookings.calendar.$get({ query: { from: day, days: "1" } }, { init: { signal } })),
		select: ({ entries }) => entries.filter(({ kind }) => kind === "call"),
	});

/** In the order of their times. No space while there is none. */
export function CallsToday() {
	const { data: calls = [] } = useQuery(callsQuery(useToday()));
	if (calls.length === 0) return null;
	return (
		<Panel title="Calls Today">
			<ol className="divide-y divide-border">
				{calls.map(({ id, name, service_type, start }) => (
					<li
						key={`${id}${start}`}
						className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 py-1.5 first:pt-0 last:pb-0"
					>
						<span className="font-semibold">{formatFirmTime(site, new Date(start))}</span>
						<p className="truncate">
							<span className="font-semibold">{name}</span>{" "}
							<span className="text-muted-foreground">{service_type}</span>
						</p>
						<ButtonLink
							to={id ? bookingRecord.path(id) : "/admin/bookings/calendar"}
							aria-label={`Details of the call with ${name}`}
						>
							Details
						</ButtonLink>
					</li>
				))}
			</ol>
		</Panel>
	);
}
