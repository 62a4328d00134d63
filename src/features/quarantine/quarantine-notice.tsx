import { queryOptions, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ChevronRight, ShieldQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { useNow } from "#admin/record/now.ts";
import { api } from "#admin/session/api-client.ts";
import { relativeTime } from "#lib/time/dates.ts";
import { countWaiting, type FormName, hasWaitedTooLong } from "./waiting-forms.ts";

const quarantinePath = "/admin/quarantine";

/** No one watches this count, and submissions may wait for hours, so this is often enough. */
const refetchMs = 60_000;

export const quarantineCountsQuery = queryOptions({
	queryKey: ["quarantine", "counts"],
	queryFn: ({ signal }) => parseResponse(api.api.quarantine.counts.$get({}, { init: { signal } })),
	refetchInterval: refetchMs,
});

/**
 * Says above a list how many submissions of its kind are on hold, or of all kinds if none is named. Red once one has
 * waited for a day. If they can't be counted, the list shows no error of its own.
 */
export function QuarantineNotice({ form, className }: { form?: FormName; className?: string }) {
	const { data } = useQuery(quarantineCountsQuery);
	const now = useNow();
	const { waiting, oldest } = countWaiting(data, form);
	if (waiting === 0 || !oldest) return null;
	const urgent = hasWaitedTooLong(oldest, now);
	return (
		<Link
			to={quarantinePath}
			className={clsx(
				"flex min-h-11 items-center gap-2.5 rounded-sm px-3.5 py-2 md:min-h-9",
				urgent ? "bg-status-red-bg text-status-red" : "bg-status-yellow-bg text-status-yellow",
				className,
			)}
		>
			<ShieldQuestionMark aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<span>
				<span className="underline underline-offset-2">
					{waiting === 1 ? "1 submission is on hold" : `${waiting.toLocaleString("en-US")} submissions are on hold`}
				</span>
				{urgent &&
					`. Urgent: ${waiting === 1 ? "It" : "The oldest"} was sent ${relativeTime(oldest, now)} and may be genuine.`}
			</span>
			<ChevronRight aria-hidden className="ml-auto size-4 shrink-0" strokeWidth={1.75} />
		</Link>
	);
}
