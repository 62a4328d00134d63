/** @returns a function that runs what it is given one after the other, in the order in which it was asked */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const result = last.then(work);
		last = result.catch(() => undefined);
		return result;
	};
}
