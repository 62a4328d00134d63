import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Figure, percentile } from "./figure.ts";

const listeners = 500;
const inserts = 20;

/** How soon an inserted booking reaches everyone who has the back office open, and what each of them costs the server. */
export async function measureLive(): Promise<Figure[]> {
	const site = await startSite();
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	const before = residentMb(site.pid);
	const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
	const arrivals: number[] = [];
	let sent = 0;
	let arrived = () => {};
	const opened = Array.from({ length: listeners }, () => {
		return new Promise<() => void>((resolve, reject) => {
			const stream = request(`${site.url}/api/live`, { agent, headers: { authorization } }, (response) => {
				response.setEncoding("utf8").on("data", (text: string) => {
					if (text.includes("event: ready")) resolve(() => stream.destroy());
					if (!text.includes("event: changes")) return;
					arrivals.push(performance.now() - sent);
					arrived();
				});
			});
			stream.on("error", reject).end();
		});
	});
	const close = await Promise.all(opened);
	const each = ((residentMb(site.pid) - before) * 1000) / listeners;
	for (let round = 1; round <= inserts; round++) {
		const all = new Promise<void>((resolve) => {
			arrived = () => arrivals.length === round * listeners && resolve();
		});
		sent = performance.now();
		const answer = await fetch(`${site.url}/api/bookings`, {
			method: "POST",
			headers: { authorization, "content-type": "application/json" },
			body: JSON.stringify({ name: "Dana", email: "dana@example.com", service_type: "Photography", status: "new" }),
		});
		if (!answer.ok) throw new Error(await answer.text());
		await all;
	}
	for (const end of close) end();
	await site.stop();
	return [
		{
			what: `an insert is at ${listeners} open back offices, 99 %`,
			value: percentile(arrivals, 0.99),
			unit: "ms",
			goal: { atMost: 500 },
		},
		{ what: "memory of a live connection", value: each, unit: "kB" },
	];
}

/** Linux only; 0 elsewhere. */
function residentMb(pid: number): number {
	try {
		return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000;
	} catch {
		return 0;
	}
}
