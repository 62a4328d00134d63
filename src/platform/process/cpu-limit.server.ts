import { Worker } from "node:worker_threads";

const watching = `
	const { workerData: endsAt } = require("node:worker_threads");
	setInterval(() => {
		const { user, system } = process.cpuUsage();
		if (user + system > endsAt[0]) process.kill(process.pid, "SIGKILL");
	}, 200);`;

/**
 * Ends this process when a job has had a processor for that long. (A clock would also count the time that others had it,
 * and a busy machine would end harmless jobs.) A thread watches, because the job may never let this one.
 * @returns a function to call when a job begins
 */
export function limitCpuTime(ms: number): () => void {
	const endsAt = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);
	new Worker(watching, { eval: true, workerData: endsAt });
	return () => {
		const { user, system } = process.cpuUsage();
		endsAt[0] = user + system + ms * 1000;
	};
}
