import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { useNow } from "#admin/record/now.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { inboundStatusQuery } from "./inbound.list.ts";

const patienceMs = 15 * 60_000;

/**
 * Says that incoming email is not read, once that has gone on for a while. If that can't be determined, the list shows no
 * error of its own.
 */
export function InboundNotice() {
	const { data } = useQuery(inboundStatusQuery);
	const now = useNow();
	const dead = data?.sources.find(
		({ failing_since }) => failing_since !== null && now - Date.parse(failing_since) >= patienceMs,
	);
	if (!dead?.failing_since) return null;
	return (
		<p
			role="status"
			className="mt-3 flex min-h-11 items-center gap-2.5 rounded-sm bg-status-red-bg px-3.5 py-2 text-status-red md:min-h-9"
		>
			<MailWarning aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<span>
				Incoming mail has not been read since {formatMoment(dead.last_success_at ?? dead.failing_since)}.{" "}
				{dead.last_error}
			</span>
		</p>
	);
}
