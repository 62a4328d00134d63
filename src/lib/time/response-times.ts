import { weekOf } from "./weeks.ts";

/** One request that expects a response. Times are in milliseconds of the clock by which the promise counts. */
export type Response = {
	at: Date;
	/** How long the response took; undefined while there is none. */
	taken: number | undefined;
	/** How long the request has been waiting, or had to wait. */
	waited: number;
	/** Within how many milliseconds a response was promised when the request came; null if nothing was. */
	promised: number | null;
};

export type ResponseTimes = {
	/** The median of the answered requests, in milliseconds; null if there are none. */
	median: number | null;
	/** The share answered in time, from 0 to 1, of all that were answered or whose time is up; null if there are none. */
	kept: number | null;
	/** `kept` for each week, oldest first. */
	weeks: (number | null)[];
};

/** Requests that still have time to be answered are left out. */
export function responseTimes(responses: readonly Response[], weeks: readonly Date[]): ResponseTimes {
	const byWeek = Map.groupBy(responses, (response) => weekOf(weeks, response.at));
	return {
		median: medianOf(responses.flatMap(({ taken }) => taken ?? [])),
		kept: shareKept(responses),
		weeks: weeks.map((_, index) => shareKept(byWeek.get(index) ?? [])),
	};
}

function shareKept(responses: readonly Response[]): number | null {
	const settled = responses.flatMap(({ taken, waited, promised }) => {
		if (promised === null || (taken === undefined && waited <= promised)) return [];
		return taken !== undefined && taken <= promised;
	});
	return settled.length === 0 ? null : settled.filter(Boolean).length / settled.length;
}

function medianOf(values: number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	return low === undefined || high === undefined ? null : (low + high) / 2;
}
