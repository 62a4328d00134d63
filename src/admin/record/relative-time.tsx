import { formatMoment, relativeTime } from "#lib/time/dates.ts";
import { useNow } from "./now.ts";

/** '3 hours ago', updated automatically; the exact time is shown on hover. */
export function RelativeTime({ at }: { at: string }) {
	return (
		<time dateTime={at} title={formatMoment(at)} className="md:leading-tight">
			{relativeTime(at, useNow())}
		</time>
	);
}
