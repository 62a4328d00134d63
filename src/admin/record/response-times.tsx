import { useQuery } from "@tanstack/react-query";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { formatDuration } from "#lib/time/durations.ts";
import type { ResponseTimes } from "#lib/time/response-times.ts";
import { WeekChart } from "./week-chart.tsx";

/** How fast a list's requests were answered during the last 12 weeks. It takes up no space while nothing is known. */
export function ResponseTimesSummary({
	of,
	load,
	promise,
}: {
	/** 'bookings' */
	of: string;
	load(signal: AbortSignal): Promise<ResponseTimes>;
	/** 'handled within 24 hours' */
	promise: string;
}) {
	const { data } = useQuery({
		queryKey: [...derivedKey, "response-times", of],
		queryFn: ({ signal }) => load(signal),
	});
	if (!data || data.kept === null) return null;
	return (
		<div className="flex items-center gap-2 text-muted-foreground text-xs max-md:w-full md:ml-auto">
			<dl className="flex flex-wrap gap-x-3">
				{data.median !== null && (
					<div className="flex gap-1">
						<dt>Median response</dt>
						<dd className="font-semibold text-foreground">{formatDuration(data.median)}</dd>
					</div>
				)}
				<div className="flex flex-row-reverse gap-1">
					<dt className="text-balance">{promise}</dt>
					<dd className="font-semibold text-foreground">{percent(data.kept)}</dd>
				</div>
			</dl>
			{data.weeks.filter((week) => week !== null).length > 1 && (
				<div className="max-md:hidden">
					<WeekChart values={data.weeks} format={percent} width={72} height={22} />
				</div>
			)}
		</div>
	);
}

const percent = (share: number) => `${Math.round(share * 100)}%`;
