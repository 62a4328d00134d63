import { type EventLoopUtilization, performance } from "node:perf_hooks";

const everyMs = 5_000;
/** A server that is busy for less than this share of the time counts as quiet. */
const quietShare = 0.1;
/** A collection blocks everything for a tenth of a second or two. */
const restMs = 60_000;

/**
 * Returns memory to the operating system after a busy time. By default, V8 keeps the memory of its peak
 * (docs/performance.md). Needs `--expose-gc`; without it, nothing happens.
 */
export function collectWhenQuiet(collect: (() => void) | undefined = collection(), share = workedShare()): void {
	if (!collect) return;
	// The start itself counts as busy time.
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

/**
 * A thorough collection. One of the flavor "last-resort" frees 3 MB more, but also drops the machine code of what has
 * been quiet, and pages from memory then take a quarter more time each (docs/performance.md).
 */
function collection() {
	const { gc } = globalThis;
	return gc && (() => gc({ type: "major", execution: "sync" }));
}

/** @returns a function that returns the busy share of the time since its last call */
function workedShare(): () => number {
	let last: EventLoopUtilization = performance.eventLoopUtilization();
	return () => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, last);
		last = now;
		return utilization;
	};
}
