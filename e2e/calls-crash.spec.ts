import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseHandle } from "#platform/database/database.server.ts";
import { test as base, expect } from "./fixtures.ts";
import { newDatabase } from "./shared-services.ts";
import { prepared, type SiteServer, startSite } from "./site-server.ts";

const isLong = process.env.TEST_ALL === "1";
const processes = isLong ? 3 : 2;
const racers = isLong ? 200 : 50;
/** `npm run torture` asks for 100. */
const kills = Number(process.env.KILLS ?? (isLong ? 12 : 1));

type Cluster = { sites: SiteServer[]; mailFolder: string; database: DatabaseHandle };

/** Processes of one site, on one database. */
const test = base.extend<object, { cluster: Cluster }>({
	cluster: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this parameter
		async ({}, use) => {
			const mailFolder = await mkdtemp(join(tmpdir(), "test-mails-"));
			const { postgresUrl, database } = prepared();
			const settings = { ...(await newDatabase(postgresUrl, database)), MAIL_DIR: mailFolder };
			const sites = await Promise.all(Array.from({ length: processes }, () => startSite(settings)));
			const opened = await sites[0]?.openDatabase();
			if (!opened) throw new Error("there is no site");
			await use({ sites, mailFolder, database: opened });
			await opened.close();
			await Promise.all(sites.map((site) => site.stop()));
			await rm(mailFolder, { recursive: true });
		},
		{ scope: "worker", timeout: 90_000 },
	],
});

const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

async function freeSlots({ url }: SiteServer): Promise<string[]> {
	const { days }: { days: { slots: string[] }[] } = await (await fetch(`${url}/api/call-slots?days=62`)).json();
	return days.flatMap(({ slots }) => slots);
}

const form = { firstName: "Ada", phone: "(555) 010-0199", projectDescription: "An engine." };

const book = ({ url }: SiteServer, lastName: string, slot: string) => {
	const fields = { ...form, lastName, email: `${lastName}@example.com`, slot };
	return fetch(`${url}/book-call`, { method: "POST", body: new URLSearchParams(fields) });
};

// One cluster for both.
test.describe.configure({ mode: "default" });

test("of many who want one slot at once through several processes, one gets it, and the others keep their text", {
	tag: "@long",
}, async ({ cluster: { sites, database } }) => {
	test.setTimeout(120_000);
	const slot = (await freeSlots(sites[0] as SiteServer)).at(-1) ?? "";
	const answers = await Promise.all(
		Array.from({ length: racers }, async (_, index) => {
			const answer = await book(sites[index % sites.length] as SiteServer, `racer${index}`, slot);
			return { index, status: answer.status, page: await answer.text() };
		}),
	);
	expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
	const refused = answers.filter(({ status }) => status === 409);
	expect(refused).toHaveLength(racers - 1);
	for (const { index, page } of refused) {
		const alert = page.slice(page.indexOf("data-slot-taken"));
		expect(alert.slice(0, alert.indexOf("<fieldset")).match(/type="radio"/g)).toHaveLength(6);
		expect(page).toContain(`value="racer${index}"`);
	}
	const { rows } = await database.query("select 1 from bookings where name like '% racer%'");
	expect(rows).toHaveLength(1);
});

/** What a call may be at: its last acknowledged state, and what was asked for since and never answered. */
type Guest = { states: Set<string>; token?: string; asking?: boolean };

const cancelled = "cancelled";
const isCancelled = ({ states }: Guest) => states.size === 1 && states.has(cancelled);

test("processes are killed while guests book, move, and cancel: no call is lost, doubled, or half there", {
	tag: "@long",
}, async ({ cluster: { sites, mailFolder, database } }) => {
	test.setTimeout(60_000 + kills * 20_000);
	const guests = new Map<string, Guest>();
	const read = new Set<string>();
	let [stopping, unanswered, changes] = [false, 0, 0];

	/** What the site says to a change, and what may be so if it says nothing. */
	async function change(lastName: string, to: string, ask: () => Promise<Response>): Promise<void> {
		const guest = guests.get(lastName) ?? { states: new Set(["none"]) };
		guests.set(lastName, guest);
		guest.asking = true;
		try {
			const { status } = await ask();
			if (status < 300) {
				guest.states = new Set([to]);
				changes++;
			} else expect([409, 410, 403]).toContain(status);
		} catch (error) {
			if (!(error instanceof TypeError)) throw error;
			guest.states.add(to);
			unanswered++;
			await pause(50);
		} finally {
			guest.asking = false;
		}
	}

	async function readTokens(): Promise<void> {
		for (const name of await readdir(mailFolder)) {
			if (read.has(name) || !name.endsWith(".eml")) continue;
			read.add(name);
			const mail = (await readFile(join(mailFolder, name), "utf8")).replaceAll(/=\r?\n/g, "");
			const guest = guests.get(/^To: .*?(guest\d+)@/m.exec(mail)?.[1] ?? "");
			const token = /\/call\/([\w-]{43})/.exec(mail)?.[1];
			if (guest && token) guest.token = token;
		}
	}

	let count = 0;
	async function act(): Promise<void> {
		const site = anyOf(sites) as SiteServer;
		const slot = anyOf(await freeSlots(site).catch(() => []));
		// Of two changes of one call at once, no one could say which came last.
		const known = anyOf([...guests].filter(([, guest]) => guest.token && !guest.asking && !isCancelled(guest)));
		const kind = Math.random();
		if (slot && (!known || kind < 0.5)) {
			const lastName = `guest${count++}`;
			return change(lastName, slot, () => book(site, lastName, slot));
		}
		if (!known) return pause(50);
		const [lastName, { token }] = known;
		// Once every time is taken, it takes someone who cancels.
		const fields: Record<string, string> = slot && kind < 0.8 ? { intent: "move", slot } : { intent: "cancel" };
		await change(lastName, fields.slot ?? cancelled, () =>
			fetch(`${site.url}/call/${token}`, { method: "POST", body: new URLSearchParams(fields) }),
		);
	}

	const writing = Promise.all(
		Array.from({ length: 4 }, async () => {
			while (!stopping) await act();
		}),
	);
	for (let round = 0; round < kills; round++) {
		for (const before = changes; changes < before + 10; ) {
			await readTokens();
			await Promise.race([pause(50 + Math.random() * 100), writing]);
		}
		await (sites[round % sites.length] as SiteServer).restart();
	}
	stopping = true;
	await writing;

	const { rows } = await database.query(`select split_part(b.name, ' ', 2) as guest, b.id, b.status,
		to_char(b.call_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as start, b.calendar_sequence as sequence,
		(select count(*)::int from mails m where m.record_id = b.id) as mails,
		(select count(*)::int from call_reservations r where r.booking_id = b.id and r.starts = b.call_start) as times
		from bookings b where b.name like '% guest%'`);
	const stored = new Map(rows.map((row) => [String(row.guest), row]));
	expect(rows).toHaveLength(stored.size);
	const wrong = [...guests].flatMap(([lastName, { states }]) => {
		const row = stored.get(lastName);
		const state = !row ? "none" : row.status === "closed" ? cancelled : String(row.start);
		return states.has(state) ? [] : [`${lastName} is ${state}, not ${[...states].join(" or ")}`];
	});
	expect(wrong).toEqual([]);
	// Each change has its email, and an open call its one time.
	for (const row of rows) expect(row).toMatchObject({ mails: row.sequence, times: row.status === "closed" ? 0 : 1 });
	const { rows: doubled } = await database.query(`select 1 from call_reservations a join call_reservations b
		on a.id < b.id and tstzrange(a.busy_from, a.busy_to) && tstzrange(b.busy_from, b.busy_to)`);
	expect(doubled).toEqual([]);
	process.stdout.write(`calls: ${kills} kills, ${changes} changes acknowledged, ${unanswered} cut off\n`);
});
