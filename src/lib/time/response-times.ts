import { weekOf } from "./weeks.ts";

/** One request for an answer; times in milliseconds of the clock that the promise counts by. */
export type Response = {
	at: Date;
	/** How long the answer took; undefined while there is none. */
	taken: number | undefined;
	/** How long it has been waiting, or had to. */
	waited: number;
};

export type ResponseTimes = {
	/** Of those that were answered, in milliseconds; null when none was. */
	median: number | null;
	/** Answered in time, of all whose time is over or that were answered: 0 to 1; null when there are none. */
	kept: number | null;
	/** `kept` week by week, oldest first. */
	weeks: (number | null)[];
};

/** Those that still have time to be answered count neither way. */
export function responseTimes(responses: readonly Response[], promise: number, weeks: readonly Date[]): ResponseTimes {
	const byWeek = Map.groupBy(responses, (response) => weekOf(weeks, response.at));
	return {
		median: medianOf(responses.flatMap(({ taken }) => taken ?? [])),
		kept: shareWithin(responses, promise),
		weeks: weeks.map((_, index) => shareWithin(byWeek.get(index) ?? [], promise)),
	};
}

function shareWithin(responses: readonly Response[], promise: number): number | null {
	const settled = responses.filter(({ taken, waited }) => taken !== undefined || waited > promise);
	if (settled.length === 0) return null;
	return settled.filter(({ taken }) => taken !== undefined && taken <= promise).length / settled.length;
}

function medianOf(values: number[]): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	return low === undefined || high === undefined ? null : (low + high) / 2;
}
