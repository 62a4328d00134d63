import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { ChevronRight, ShieldQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { api } from "./api-client.ts";

export const quarantinePath = "/admin/quarantine";

/** Nobody waits in front of it: often enough for what may lie for hours. */
const refetchMs = 60_000;

export const quarantineCountsQuery = queryOptions({
	queryKey: ["quarantine", "counts"],
	queryFn: ({ signal }) => parseResponse(api.api.quarantine.counts.$get({}, { init: { signal } })),
	refetchInterval: refetchMs,
});

/** Above a list: says that forms of its kind wait for a look. A failure to count them is none of the list's. */
export function QuarantineNotice({ form }: { form: "contact" | "booking" | "application" }) {
	const { data } = useQuery(quarantineCountsQuery);
	const waiting = data?.[form] ?? 0;
	if (waiting === 0) return null;
	return (
		<Link
			to={quarantinePath}
			className="mt-3 flex min-h-11 items-center gap-2.5 rounded-sm bg-status-yellow-bg px-3.5 py-2 text-status-yellow md:min-h-9"
		>
			<ShieldQuestionMark aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<span className="underline underline-offset-2">
				{waiting === 1 ? "1 suspicious form is" : `${waiting.toLocaleString("en-US")} suspicious forms are`} waiting for
				a look
			</span>
			<ChevronRight aria-hidden className="ml-auto size-4 shrink-0" strokeWidth={1.75} />
		</Link>
	);
}
