import { startSite } from "../e2e/site-server.ts";
import { signInOverHttp } from "../e2e/staff.ts";
import { type Figure, median, percentile } from "./figure.ts";
import { pinToCore, serverCore } from "./load.ts";

const warmUps = 5;
const rounds = 40;

/** 10,000 conversations of ten messages, of words that differ and words that all have, and one of 200. */
const fillThreads = `
	insert into contact_inquiries (name, email, message)
		select 'Client ' || n, 'client' || n || '@example.com', 'Hello' from generate_series(1, 10000) n;
	insert into threads (record_table, record_id, token, last_message_at)
		select 'contact_inquiries', id, md5(id::text), now() from contact_inquiries where name like 'Client %';
	insert into thread_messages (thread_id, kind, at, from_name, from_address, subject, text)
		select id, 'received', now() - n * interval '1 hour', 'Client', 'client@example.com', 'Question ' || n,
			'Dear team, ' || (select string_agg('w' || substr(md5(id::text || n || k), 1, 6), ' ') from generate_series(1, 20) k)
		from threads, generate_series(1, 10) n;
	insert into thread_messages (thread_id, kind, at, from_name, from_address, subject, text)
		select (select id from threads order by token limit 1), 'received', now(), 'Client', 'client@example.com', 'More', repeat('word ', 200)
		from generate_series(1, 190)`;

/** Typing a word into the search, and opening a conversation. */
export async function measureThreads(): Promise<Figure[]> {
	// Filling it takes longer than a statement may on a busy machine.
	const site = await startSite({ DATABASE_STATEMENT_TIMEOUT: "0" });
	pinToCore(site.pid, serverCore);
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const database = await site.openDatabase();
	await database.query(fillThreads);
	await database.query("vacuum analyze");
	const { rows } = await database.query("select record_id from threads order by token limit 200");
	await database.close();
	const timed = async (path: string) => {
		const started = performance.now();
		const answer = await fetch(site.url + path, { headers });
		await answer.arrayBuffer();
		if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
		return performance.now() - started;
	};
	const search: number[] = [];
	const open: number[] = [];
	for (let round = 0; round < warmUps + rounds; round++) {
		const typed = `w${round.toString(16).padStart(2, "0")}abc`;
		const keys = [];
		for (let length = 3; length <= typed.length; length++) {
			keys.push(await timed(`/api/threads/search?q=${typed.slice(0, length)}`));
		}
		const opened = await timed(`/api/threads/contact_inquiries/${rows[round]?.record_id}`);
		if (round < warmUps) continue;
		search.push(...keys);
		open.push(opened);
	}
	const long: number[] = [];
	for (let round = 0; round < rounds; round++)
		long.push(await timed(`/api/threads/contact_inquiries/${rows[0]?.record_id}`));
	const common: number[] = [];
	for (let round = 0; round < rounds; round++) common.push(await timed("/api/threads/search?q=dear"));
	await site.stop();
	return [
		{
			what: "search of 100,000 messages, a key, 95 %",
			value: percentile(search, 0.95),
			unit: "ms",
			goal: { atMost: 50 },
		},
		{ what: "… the median", value: median(search), unit: "ms" },
		{
			what: "… for a word that all of them have, 95 %",
			value: percentile(common, 0.95),
			unit: "ms",
			goal: { atMost: 200 },
		},
		{
			what: "one of 10,000 conversations opened, 95 %",
			value: percentile(open, 0.95),
			unit: "ms",
			goal: { atMost: 150 },
		},
		{ what: "… one of 200 messages, 95 %", value: percentile(long, 0.95), unit: "ms", goal: { atMost: 300 } },
	];
}
