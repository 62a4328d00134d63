/** @returns a function that runs its tasks one after another, in the order of the calls */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const result = last.then(work);
		last = result.catch(() => undefined);
		return result;
	};
}
