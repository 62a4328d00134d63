import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { buildContact } from "#tests/factories/contacts.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { findProcesses, killProcesses } from "./site-processes.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

const heldSeconds = 2;

/** A member of staff who answers over HTTP. */
async function openReplyDesk(site: SiteServer) {
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	const ask = (method: string, path: string, body: object = {}) =>
		fetch(site.url + path, {
			method,
			headers: { authorization, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	return {
		async addContact(): Promise<string> {
			const answer = await ask("POST", "/api/contacts", buildContact());
			if (answer.status !== 201) throw new Error(`no contact: ${answer.status}`);
			return (await answer.json()).id;
		},
		reply: (id: string, key: string, text: string) =>
			ask("POST", `/api/threads/contact_inquiries/${id}/replies`, {
				...{ key, text, after: id, status: "in_progress", quote: false },
			}),
		undo: (messageId: string) => ask("POST", `/api/thread-messages/${messageId}/undo`),
		async attach(id: string, name: string): Promise<string> {
			const body = new FormData();
			body.append("file", new File([name], name));
			const answer = await fetch(`${site.url}/api/threads/contact_inquiries/${id}/attachments`, {
				...{ method: "POST", headers: { authorization }, body },
			});
			return (await answer.json()).id;
		},
		saveDraft: (id: string, text: string, file: string) =>
			ask("PUT", `/api/threads/contact_inquiries/${id}/draft`, {
				text,
				subject: "Re",
				cc: [],
				attachment_ids: [file],
				version: 0,
			}),
	};
}

/** Everything that a reply has written, by its text: all of it is there, or nothing. */
async function storedReplies(site: SiteServer): Promise<Map<string, Record<string, unknown>>> {
	const database = await site.openDatabase();
	const { rows } =
		await database.query(`select m.text, mails.status as mail, c.status, c.first_answered_at is not null as answered,
		t.assignee_id is not null as assigned, (select count(*)::int from mails where record_id = c.id) as mails
		from thread_messages m join threads t on t.id = m.thread_id join contact_inquiries c on c.id = t.record_id
		left join mails on mails.id = m.mail_id`);
	const { rows: rest } = await database.query(`select 'untouched' as what from contact_inquiries c
		where not exists (select from thread_messages m join threads t on t.id = m.thread_id where t.record_id = c.id)
		and (c.status <> 'new' or c.first_answered_at is not null or exists (select from mails where record_id = c.id))`);
	await database.close();
	expect(rest, "a record without its reply is as if there had been none").toEqual([]);
	expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
	return new Map(rows.map(({ text, ...row }) => [String(text), row]));
}

const whole = { status: "in_progress", answered: true, assigned: true, mails: 1 };

/** The messages of a text, as the mail server has taken them. */
const arrivedAs = ({ received }: MailServer, text: string) =>
	received.filter(({ email }) => email.text?.trim() === text).map(({ email }) => email.messageId);

async function killAll(site: SiteServer): Promise<void> {
	const { site: own, companions, server } = await findProcesses(site);
	killProcesses(own, server, ...companions);
	await site.ended();
}

test("a kill while replies are asked for, held, and handed over loses none and sends none twice", async () => {
	test.setTimeout(60_000);
	const server = await startMailServer();
	// The first is on its way when everything ends: it has come in whole, and the mail server has not taken it.
	server.behave({ message: "hang" });
	const site = await startSite({ ...ownServer, SMTP_URL: server.url, REPLY_UNDO_SECONDS: String(heldSeconds) });
	const desk = await openReplyDesk(site);
	const ids = await Promise.all(Array.from({ length: 5 }, () => desk.addContact()));
	const [onItsWay = "", held = "", taken = "", asked = "", drafted = ""] = ids;
	const underWay = server.reached("message");
	expect((await desk.reply(onItsWay, crypto.randomUUID(), "on its way")).status).toBe(201);
	const file = await desk.attach(drafted, "offer.txt");
	expect((await desk.saveDraft(drafted, "a draft", file)).status).toBe(200);
	const undone = await (await desk.reply(taken, crypto.randomUUID(), "taken back")).json();
	expect((await desk.undo(undone.id)).status).toBe(200);
	await underWay;
	expect((await desk.reply(held, crypto.randomUUID(), "held")).status).toBe(201);
	const key = crypto.randomUUID();
	const cutOff = desk.reply(asked, key, "asked for").catch(() => undefined);
	await killAll(site);
	await cutOff;

	server.behave({});
	await site.start();
	// Whether the first request was too late or only its answer: the same key is the same reply.
	expect([200, 201]).toContain((await desk.reply(asked, key, "asked for")).status);
	const database = await site.openDatabase();
	const waiting = async () => (await database.query("select 1 from mails where status = 'queued'")).rows.length;
	await expect.poll(waiting, { timeout: 40_000 }).toBe(0);
	const { rows: drafts } = await database.query(`select text,
		array(select name from thread_attachments where draft_id = thread_drafts.id) as files from thread_drafts order by text`);
	await database.close();
	expect(drafts).toEqual([
		{ text: "a draft", files: ["offer.txt"] },
		{ text: "taken back", files: [] },
	]);
	const stored = await storedReplies(site);
	expect([...stored.keys()].sort()).toEqual(["asked for", "held", "on its way"]);
	for (const [text, row] of stored) {
		expect(row, text).toEqual({ ...whole, mail: "sent" });
		expect(arrivedAs(server, text), text).toHaveLength(1);
	}
	expect(arrivedAs(server, "taken back")).toEqual([]);
	await site.stop();
	await server.stop();
});

/** `npm run torture` asks for 100, with longer lives. */
const kills = Number(process.env.KILLS ?? 9);
const longestLifeMs = Number(process.env.LONGEST_LIFE_MS ?? 1500);

/** Who is killed; each comes back, or is started again. */
const orders: ((site: SiteServer) => Promise<void>)[] = [
	async (site) => {
		await killAll(site);
		await site.start();
	},
	async (site) => {
		killProcesses((await findProcesses(site)).server);
	},
	async (site) => {
		await site.kill();
		await site.start();
	},
];

/** What has become of a reply, as the site has said, however often it had to be asked. */
type Outcome = "sent" | "taken back";

test("kills at random moments while replies are sent and taken back leave each of them whole", {
	tag: "@long",
}, async () => {
	test.setTimeout(240_000 + kills * 30_000);
	const server = await startMailServer();
	const site = await startSite({ ...ownServer, SMTP_URL: server.url, REPLY_UNDO_SECONDS: String(heldSeconds) });
	const desk = await openReplyDesk(site);
	const outcomes = new Map<string, Outcome>();
	let [stopping, repeated] = [false, 0];

	/** Asks until there is an answer: the site may just be away. */
	async function answerOf(request: () => Promise<Response>): Promise<Response> {
		for (;;) {
			const answer = await request().catch(() => undefined);
			if (answer && answer.status < 500) return answer;
			repeated += 1;
			await pause(100);
		}
	}

	async function answerOne(): Promise<void> {
		const id = await desk.addContact().catch(() => undefined);
		if (!id) return pause(100);
		const [key, text] = [crypto.randomUUID(), crypto.randomUUID()];
		const sent = await answerOf(() => desk.reply(id, key, text));
		expect([200, 201]).toContain(sent.status);
		outcomes.set(text, "sent");
		if (Math.random() < 0.6) return;
		const { id: messageId } = await sent.json();
		await pause(Math.random() * heldSeconds * 1500);
		const undone = await answerOf(() => desk.undo(messageId));
		// 404: the first request has done it, and its answer was lost.
		expect([200, 404, 409]).toContain(undone.status);
		if (undone.status !== 409) outcomes.set(text, "taken back");
	}

	const writers = Array.from({ length: 4 }, async () => {
		while (!stopping) await answerOne();
	});
	/** How many messages had arrived before each kill, and when the site was back: what is under way at a kill may still arrive. */
	const breaks: { from: number; to: number }[] = [];
	for (let round = 0; round < kills; round++) {
		await pause(Math.random() * longestLifeMs);
		await expect.poll(() => findProcesses(site).then(Boolean, () => false), { timeout: 60_000 }).toBe(true);
		const from = server.received.length;
		await orders[round % orders.length]?.(site);
		await answerOf(() => fetch(`${site.url}/healthz`));
		breaks.push({ from, to: server.received.length });
	}
	stopping = true;
	await Promise.all(writers);

	const database = await site.openDatabase();
	const waiting = async () => (await database.query("select 1 from mails where status = 'queued'")).rows.length;
	// What a process held that ended without its server waits for its time limit of a minute.
	await expect.poll(waiting, { timeout: 180_000, intervals: [1000] }).toBe(0);
	await database.close();
	const stored = await storedReplies(site);
	const isKilledBetween = (one: number, next: number) => breaks.some(({ from, to }) => one <= to && next >= from);
	let doubled = 0;
	for (const [text, outcome] of outcomes) {
		const arrived = server.received.flatMap(({ email }, index) =>
			email.text?.trim() === text ? [{ index, id: email.messageId }] : [],
		);
		expect(stored.get(text), text).toEqual(outcome === "sent" ? { ...whole, mail: "sent" } : undefined);
		if (outcome === "taken back") expect(arrived, `${text} was taken back`).toEqual([]);
		else expect(arrived.length, `${text} has arrived`).toBeGreaterThan(0);
		// Only what the mail server had taken, and a killed process could not note, goes twice, under its one Message-ID.
		expect(new Set(arrived.map(({ id }) => id)).size, text).toBeLessThanOrEqual(1);
		for (const [place, { index }] of arrived.slice(1).entries())
			expect(isKilledBetween(arrived[place]?.index ?? 0, index), `${text} goes once in each life`).toBe(true);
		doubled += Math.max(0, arrived.length - 1);
	}
	const counts = Map.groupBy(outcomes.values(), (outcome) => outcome);
	process.stdout.write(
		`replies: ${kills} kills, ${counts.get("sent")?.length ?? 0} sent, ${counts.get("taken back")?.length ?? 0} taken back, ` +
			`${repeated} requests repeated, ${doubled} taken by the mail server and not noted\n`,
	);
	expect(doubled).toBeLessThanOrEqual(kills);
	expect(counts.get("sent")?.length).toBeGreaterThan(kills);
	await site.stop();
	await server.stop();
});
