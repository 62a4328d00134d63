import { execFileSync } from "node:child_process";
import type { SiteServer } from "./site-server.ts";

/** The processes of a site that runs its own database server. */
export type SiteProcesses = {
	site: Process;
	/** What stands between the site and the server: the shell that started it, and that shell's reader. */
	companions: Process[];
	server: Process;
	/** Of the server: one for each connection, and its helpers. */
	sessions: Process[];
};

/** A number alone could meanwhile be another's. */
type Process = { pid: number; startedAt: string };

/** Those that run at this moment. @throws when the server is not there, or is not this site's */
export async function findProcesses(site: SiteServer): Promise<SiteProcesses> {
	const running = listProcesses();
	const find = (pid: number | undefined) => running.find((each) => each.pid === pid);
	const server = find(await site.databasePid());
	const companion = find(server?.parent);
	const own = find(site.pid);
	if (!server || !companion || !own || companion.parent !== own.pid) throw new Error("the site's server is not there");
	const childrenOf = ({ pid }: Process) => running.filter((each) => each.parent === pid);
	return {
		site: own,
		companions: [companion, ...childrenOf(companion).filter(({ pid }) => pid !== server.pid)],
		server,
		sessions: childrenOf(server),
	};
}

/** Kills those that still run, all at one moment. @returns how many that were */
export function killProcesses(...processes: Process[]): number {
	const running = listProcesses();
	const there = processes.filter(({ pid, startedAt }) =>
		running.some((each) => each.pid === pid && each.startedAt === startedAt),
	);
	return there.filter(({ pid }) => sendKill(pid)).length;
}

function sendKill(pid: number): boolean {
	try {
		return process.kill(pid, "SIGKILL");
	} catch (error) {
		if (String(error).includes("ESRCH")) return false;
		throw error;
	}
}

function listProcesses(): (Process & { parent: number })[] {
	const table = execFileSync("ps", ["-eo", "pid=,ppid=,lstart="], { encoding: "utf8", env: { LC_ALL: "C" } });
	return table
		.trim()
		.split("\n")
		.map((line) => {
			const [pid, parent, ...startedAt] = line.trim().split(/\s+/);
			return { pid: Number(pid), parent: Number(parent), startedAt: startedAt.join(" ") };
		});
}
