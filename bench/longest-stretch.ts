// Loaded into the measured site (node --import): notes each time at which its main thread has computed for long without
// a pause. Its own time counts, not what others on the machine take from it.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const worthNotingMs = 1;
const log = process.env.LONGEST_STRETCH_LOG;

function watch(file: string): void {
	let last = process.threadCpuUsage();
	const look = () => {
		const { user, system } = process.threadCpuUsage(last);
		const ms = (user + system) / 1000;
		if (ms > worthNotingMs) appendFileSync(file, `${Date.now()} ${ms}\n`);
		last = process.threadCpuUsage();
		setTimeout(look, 0).unref();
	};
	look();
}

if (isMainThread && log) watch(log);
