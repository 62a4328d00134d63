import autocannon from "autocannon";
import { buildBooking } from "#tests/factories/bookings.ts";
import { addOverHttp } from "../e2e/desk.ts";
import { newSharedSite, startSharedServices } from "../e2e/shared-services.ts";
import { ownServer, type SiteServer, startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";

// What one process carries, on either database, with the load from the same machine: docs/scaling.md. Ten seconds each.

const seconds = 10;

const services = await startSharedServices();
console.table([
	...(await measure("own server, disk", await startSite(ownServer))),
	...(await measure("another server, S3", await startSite(await newSharedSite(services)))),
]);
await services.stop();

async function measure(setup: string, site: SiteServer) {
	await addOverHttp(site, "bookings", ...Array.from({ length: 50 }, () => buildBooking()));
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	const form = "firstName=Ada&lastName=Byron&email=ada%40example.com&message=Hello";
	const loads: Record<string, Partial<autocannon.Options>> = {
		"public page from memory": { url: site.url, connections: 50, headers: { "accept-encoding": "br" } },
		"address that does not exist": { url: `${site.url}/nothing-here`, connections: 10 },
		"list of the back office, 50 rows": {
			url: `${site.url}/api/bookings?limit=50`,
			connections: 10,
			headers: { authorization },
		},
		"submitted form": {
			url: `${site.url}/contact`,
			method: "POST",
			connections: 10,
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: form,
		},
	};
	const rows: object[] = [];
	for (const [load, options] of Object.entries(loads)) {
		const { requests, latency, non2xx, errors } = await autocannon({ url: site.url, duration: seconds, ...options });
		rows.push({
			setup,
			load,
			"per second": Math.round(requests.average),
			"median ms": latency.p50,
			"99 % ms": latency.p99,
			"not 2xx": non2xx,
			errors,
			"memory MB": await memory(site),
		});
	}
	await site.stop();
	return rows;
}

async function memory(site: SiteServer): Promise<number> {
	const metrics = await (await fetch(`${site.url}/metrics`)).text();
	return Math.round(Number(metrics.match(/^process_resident_memory_bytes (\S+)$/m)?.[1]) / 1024 / 1024);
}
