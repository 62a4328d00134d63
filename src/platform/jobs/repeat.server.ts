import type { Deps } from "#platform/process/deps.server.ts";

/**
 * Does the work now, and again this long after each round, until the site stops. A failed round is logged, and the next
 * one comes as always.
 * @returns a function that ends this and waits for the round that is running
 */
export function repeat(
	{ logger, stopping }: Pick<Deps, "logger" | "stopping">,
	everyMs: number,
	failure: string,
	work: () => Promise<unknown>,
): () => Promise<void> {
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;
	const round = async () => {
		await work().catch((error) => {
			if (!stopping.aborted) logger.error({ err: error }, failure);
		});
		if (isOver || stopping.aborted) return;
		timer = setTimeout(() => {
			running = round();
		}, everyMs).unref();
	};
	let running = round();
	return async () => {
		isOver = true;
		clearTimeout(timer);
		await running;
	};
}
