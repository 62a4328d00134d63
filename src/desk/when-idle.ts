/** Runs a task once after everything that the page itself needs. @returns what cancels it */
export function whenIdle(task: () => void): () => void {
	if (!("requestIdleCallback" in window)) {
		const timer = setTimeout(task, 1000);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(task, { timeout: 3000 });
	return () => cancelIdleCallback(handle);
}
