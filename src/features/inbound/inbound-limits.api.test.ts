import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailsTable } from "#features/mails/mails.table.ts";
import { startInboundDesk, writeMessage } from "#tests/inbound-desk.ts";
import { signedRequest } from "#tests/inbound-message.ts";

const { app, mailsOf, rowOf, send } = startInboundDesk();

test("the twenty-first new inquiry of a mailbox in a day waits on hold", async () => {
	app.deps.settings.rateLimits = true;
	try {
		const insertNew = (count: number) =>
			app.deps.database.query(
				`insert into inbound_mails (source, key, at, from_address, outcome, size)
					select 'webhook', 'flood ' || gen_random_uuid(), now() - n * interval '1 hour', 'Busy+' || n || '@flood.example', 'new', 1
					from generate_series(1, $1::int) n`,
				[count],
			);
		await insertNew(19);
		const from = { From: "Busy <busy@flood.example>" };
		expect(await send(writeMessage(from))).toMatchObject({ outcome: "new" });
		expect(await send(writeMessage(from))).toMatchObject({ outcome: "held", reason: "flood" });
		expect(await send(writeMessage())).toMatchObject({ outcome: "new" });
	} finally {
		app.deps.settings.rateLimits = false;
	}
});

test("after 200 new inquiries in an hour, whoever sent them, the next one waits on hold", async () => {
	app.deps.settings.rateLimits = true;
	try {
		const { rows } = await app.deps.database.query(
			"select count(*)::int as n from inbound_mails where at > now() - interval '1 hour'",
		);
		await app.deps.database.query(
			`insert into inbound_mails (source, key, at, from_address, outcome, size)
				select 'webhook', 'crowd ' || n, now(), n || '@crowd' || n || '.example', 'new', 1 from generate_series(1, $1::int) n`,
			[199 - Number(rows[0]?.n)],
		);
		expect(await send(writeMessage())).toMatchObject({ outcome: "new" });
		expect(await send(writeMessage())).toMatchObject({ outcome: "held", reason: "flood" });
	} finally {
		app.deps.settings.rateLimits = false;
	}
});

const insertMails = (kind: string, recipient: string, count: number) =>
	app.deps.database.query(
		"insert into mails (kind, recipient, subject, status) select $1, $2, 'Earlier', 'sent' from generate_series(1, $3::int)",
		[kind, recipient, count],
	);

test("no more than ten automatic emails an hour go to a domain", async () => {
	await insertMails("confirmation", "somebody@crowd.example", 10);
	const { id } = await send(writeMessage({ From: "one@crowd.example" }));
	const [confirmation] = await mailsOf((await rowOf(id)).record_id ?? "", "confirmation");
	expect(confirmation).toMatchObject({
		status: "skipped",
		last_error: expect.stringContaining("@crowd.example got 10"),
	});
});

test("no more than 100 notices an hour go to staff", async () => {
	const notices = async () => {
		const { id } = await send(writeMessage());
		return mailsOf((await rowOf(id)).record_id ?? "", "notice");
	};
	const sent = await app.deps.db.$count(mailsTable, eq(mailsTable.kind, "notice"));
	await insertMails("notice", "desk@firm.example", 99 - sent);
	expect(await notices()).toHaveLength(1);
	expect(await notices()).toEqual([]);
});

/** A signed-looking request that sends a few bytes and then nothing, until it is ended. */
function drip(address = "192.0.2.1", bytes = 1) {
	const signed = signedRequest(writeMessage(), { secret: "x".repeat(40) });
	let end = () => {};
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			controller.enqueue(new Uint8Array(bytes).fill(70));
			end = () => controller.close();
		},
		cancel() {
			end = () => {};
		},
	});
	const headers = { ...signed.headers, "x-forwarded-for": address };
	const answer = app.api.request("/api/inbound-mail", { ...signed, headers, body, duplex: "half" } as RequestInit);
	return { answer, end: () => end() };
}

// A7
test("requests that only drip keep no one out: neither another address nor, after a second, their own", async () => {
	const behind = app.deps.settings.trustedProxies;
	app.deps.settings.trustedProxies = 1;
	try {
		const slow = Array.from({ length: 4 }, () => drip());
		const send = (address: string) => {
			const signed = signedRequest(writeMessage());
			const headers = { ...signed.headers, "x-forwarded-for": address };
			return app.api.request("/api/inbound-mail", { ...signed, headers });
		};
		expect((await send("192.0.2.2")).status).toBe(201);
		await expect.poll(async () => (await send("192.0.2.1")).status, { timeout: 10_000 }).toBe(201);
		const first = await Promise.race(slow.map(({ answer }) => answer));
		expect([first.status, first.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
		for (const { end } of slow) end();
		const statuses = (await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status);
		expect(statuses.sort()).toEqual([401, 401, 401, 503]);
	} finally {
		app.deps.settings.trustedProxies = behind;
	}
});

// A7
test("strangers who take all places, however fast, make room for a network whose last request was signed rightly", async () => {
	const behind = app.deps.settings.trustedProxies;
	app.deps.settings.trustedProxies = 1;
	try {
		const send = async (address: string, secret?: string) => {
			const signed = signedRequest(writeMessage(), secret ? { secret } : {});
			const headers = { ...signed.headers, "x-forwarded-for": address };
			return (await app.api.request("/api/inbound-mail", { ...signed, headers })).status;
		};
		expect(await send("198.51.100.1")).toBe(201);
		const fast = Array.from({ length: 16 }, (_, i) => drip(`192.0.2.${i % 4}`, 1_000_000));
		expect(await send("198.51.100.2")).toBe(503);
		expect(await send("198.51.100.1")).toBe(201);
		expect((await fast[0]?.answer)?.status).toBe(503);
		expect(await send("198.51.100.1", "x".repeat(40))).toBe(401);
		const last = drip("192.0.2.0", 1_000_000);
		expect(await send("198.51.100.1")).toBe(503);
		for (const { end } of [...fast, last]) end();
		await Promise.all([...fast, last].map(({ answer }) => answer));
	} finally {
		app.deps.settings.trustedProxies = behind;
	}
});

test("while four messages are being read, a fifth is sent away for a while, and comes in later", async () => {
	const message = writeMessage();
	const signed = signedRequest(message);
	const ends: (() => void)[] = [];
	const slow = Array.from({ length: 4 }, () => {
		const body = new ReadableStream<Uint8Array>({
			start(controller) {
				controller.enqueue(message);
				ends.push(() => controller.close());
			},
		});
		return app.api.request("/api/inbound-mail", { ...signed, body, duplex: "half" } as RequestInit);
	});
	const refused = await app.api.request("/api/inbound-mail", signedRequest(writeMessage()));
	expect(refused.status).toBe(503);
	expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
	for (const end of ends) end();
	const answers = await Promise.all(slow);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
	expect(await send(writeMessage())).toMatchObject({ status: 201 });
});
