import { busy } from "#platform/http/http-errors.server.ts";

type Turn = {
	/** Whoever has gone away while waiting gives their place to the next. */
	signal?: AbortSignal;
	/** Waits however many others do: for the answer to something that has been done already. */
	always?: boolean;
};

/**
 * Does at most `running` tasks at a time while at most `waiting` others wait; beyond that it throws an HttpError 503. A
 * task must not wait for another of the same limit: each would hold the place that the other needs.
 */
export function limitConcurrency(room: { running: number; waiting: number }) {
	let running = 0;
	const waiting = new Set<() => void>();

	function turn({ signal, always }: Turn): Promise<void> {
		if (!always && waiting.size >= room.waiting) throw busy();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const leave = () => {
			waiting.delete(begin);
			reject(signal?.reason);
		};
		const begin = () => {
			waiting.delete(begin);
			signal?.removeEventListener("abort", leave);
			resolve();
		};
		waiting.add(begin);
		signal?.addEventListener("abort", leave, { once: true });
		return promise;
	}

	return async <T>(task: () => Promise<T>, options: Turn = {}): Promise<T> => {
		options.signal?.throwIfAborted();
		if (running < room.running) running++;
		else await turn(options);
		try {
			return await task();
		} finally {
			const [next] = waiting;
			if (next) next();
			else running--;
		}
	};
}
