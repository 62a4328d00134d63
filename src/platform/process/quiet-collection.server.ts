import { type EventLoopUtilization, performance } from "node:perf_hooks";

const everyMs = 5_000;
/** A server that works for less than this share of the time is quiet. */
const quietShare = 0.1;
/** The collection holds everything up for a tenth of a second or two. */
const restMs = 60_000;

/**
 * Gives memory back to the machine once the work that took it is done: left alone, the engine keeps what it had at the
 * busiest moment (docs/performance.md). Needs `--expose-gc`, without which nothing happens.
 */
export function collectWhenQuiet(collect: (() => void) | undefined = collection(), share = workedShare()): void {
	if (!collect) return;
	// The start itself is work.
	let owed = true;
	let next = 0;
	const timer = setInterval(() => {
		if (share() >= quietShare) {
			owed = true;
		} else if (owed && Date.now() >= next) {
			owed = false;
			next = Date.now() + restMs;
			collect();
		}
	}, everyMs);
	timer.unref();
}

/** The one that also drops what may be made again, and then hands empty pages back. */
function collection() {
	const { gc } = globalThis;
	return gc && (() => gc({ type: "major", execution: "sync", flavor: "last-resort" }));
}

/** @returns a function that tells the share of the time since it was last asked in which there was something to do */
function workedShare(): () => number {
	let last: EventLoopUtilization = performance.eventLoopUtilization();
	return () => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, last);
		last = now;
		return utilization;
	};
}
