import { busy } from "#platform/http/http-errors.server.ts";

type Turn = {
	/** A caller who leaves while waiting gives up their place. */
	signal?: AbortSignal;
	/** Waits even if the queue is full: for the response to something that has already been done. */
	always?: boolean;
};

/**
 * Runs at most `running` tasks at a time while at most `waiting` others wait. Beyond that, it throws an HttpError
 * 503. A task must not wait for another task of the same limit: that could deadlock.
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
