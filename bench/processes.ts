import { readdirSync, readFileSync } from "node:fs";

/** This process and all that descend from it, such as the site with its database server. Linux only. */
export function processTree(pid: number): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
		const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
		if (parent) parents.set(Number(name), Number(parent));
	}
	const tree = [pid];
	for (const each of tree) tree.push(...[...parents].filter(([, parent]) => parent === each).map(([child]) => child));
	return tree;
}

/** Memory of these processes, with what several share counted in shares (PSS), in MB of 1,000,000 bytes. Linux only. */
export function proportionalMb(pids: readonly number[]): number {
	const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
	return (kilobytes.reduce((sum, each) => sum + each, 0) * 1024) / 1e6;
}

/** Empty where a process has ended meanwhile. */
function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}
