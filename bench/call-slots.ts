import { startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Figure, median, percentile } from "./figure.ts";
import { pinToCore, serverCore } from "./load.ts";

const warmUps = 5;
const rounds = 40;
/** A change reaches the page cache as a notice of the database, in an instant. */
const noticeMs = 50;

/** A month of free times beside 10,000 bookings, of which 2,000 lie ahead in three lanes. */
export async function measureCallSlots(): Promise<Figure[]> {
	const site = await startSite();
	pinToCore(site.pid, serverCore);
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" };
	const hoursUrl = `${site.url}/api/bookings/hours`;
	const changeHours = async (change: object) => {
		const { time_zone: _, ...hours } = await (await fetch(hoursUrl, { headers })).json();
		const body = JSON.stringify({ ...hours, ...change });
		const saved = await fetch(hoursUrl, { method: "PUT", headers, body });
		if (!saved.ok) throw new Error(`the hours were not saved: ${await saved.text()}`);
		await new Promise((resolve) => setTimeout(resolve, noticeMs));
	};
	await changeHours({ calls_at_once: 3, offered: false });
	const bytesWithout = (await firstAnswer(`${site.url}/book-call`)).bytes;
	await changeHours({ offered: true });
	const bytesWith = (await firstAnswer(`${site.url}/book-call`)).bytes;

	const database = await site.openDatabase();
	await database.query(`insert into bookings (name, email, service_type, status, preferred_date, preferred_time, call_start, call_end)
		select 'Client ' || n, 'client' || n || '@example.com', 'Photography', 'new', at::date, at::time, at, at + interval '45 minutes'
		from (select n, date_trunc('hour', now()) + ((n / 3) - 2666) * interval '1 hour' as at from generate_series(1, 10000) n) calls`);
	await database.query(`insert into call_reservations (booking_id, kind, lane, starts, ends, busy_from, busy_to, taken_at)
		select id, 'call', lane, call_start, call_end, call_start, call_start + interval '1 hour', now()
		from (select *, row_number() over (partition by call_start order by id) as lane from bookings) calls
		where call_start > now()`);
	await database.query("vacuum analyze");
	const api: number[] = [];
	const page: number[] = [];
	for (let round = 0; round < warmUps + rounds; round++) {
		const listed = await firstAnswer(`${site.url}/api/call-slots`);
		// Any change of a reservation empties the page cache.
		await database.query(
			"update call_reservations set taken_at = now() where id = (select min(id::text)::uuid from call_reservations)",
		);
		await new Promise((resolve) => setTimeout(resolve, noticeMs));
		const rendered = await firstAnswer(`${site.url}/book-call`);
		if (round < warmUps) continue;
		api.push(listed.ms);
		page.push(rendered.ms);
	}
	await database.close();
	await site.stop();
	const goal = { atMost: 50 };
	return [
		{ what: "a month of free times beside 10,000 bookings, 95 %", value: percentile(api, 0.95), unit: "ms", goal },
		{ what: "… the median", value: median(api), unit: "ms" },
		{ what: "the page with them, rendered, 95 %", value: percentile(page, 0.95), unit: "ms", goal },
		{ what: "… the median", value: median(page), unit: "ms" },
		{
			what: "HTML of a month of free times (Brotli)",
			value: (bytesWith - bytesWithout) / 1000,
			unit: "kB",
			goal: { atMost: 6 },
		},
	];
}

async function firstAnswer(url: string): Promise<{ ms: number; bytes: number }> {
	const began = performance.now();
	const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
	const ms = performance.now() - began;
	if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
	const bytes = Number(answer.headers.get("content-length"));
	await answer.arrayBuffer();
	return { ms, bytes };
}
