import { formatMoment, relativeTime } from "#lib/time/dates.ts";
import { useNow } from "./now.ts";

/** '3 hours ago', moving on by itself; the exact moment on hover. */
export function RelativeTime({ at }: { at: string }) {
	return (
		<time dateTime={at} title={formatMoment(at)} className="md:leading-tight">
			{relativeTime(at, useNow())}
		</time>
	);
}
