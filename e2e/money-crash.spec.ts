import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildRetainer } from "#tests/factories/retainers.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

/** `npm run torture` asks for 100. */
const kills = Number(process.env.KILLS ?? 12);

/** An invoice, and what its ledger has to say by all that was acknowledged. */
type Ledger = { id: string; net: number; paid: number; credited: number; payments: { id: string; amount: number }[] };

const random = (below: number) => Math.floor(Math.random() * below);
const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];

test("the site is killed while staff bill, pay, refund, credit, and set up retainers: no row and no cent is lost or doubled", {
	tag: "@long",
}, async ({ ownSite }) => {
	test.setTimeout(60_000 + kills * 20_000);
	const site = await ownSite();
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" };
	const ledgers: Ledger[] = [];
	const retainers: string[] = [];
	let [stopping, changes, repeated, receipts] = [false, 0, 0, 0];

	/** Asks until there is an answer, with the same id: what the first request has done isn't done again. */
	async function ask(path: string, body: object) {
		for (;;) {
			try {
				const answer = await fetch(`${site.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
				const read = await answer.json();
				expect([200, 201, 409], JSON.stringify(read)).toContain(answer.status);
				if (answer.status < 300) changes++;
				return answer.status < 300 ? read : undefined;
			} catch (error) {
				if (!(error instanceof TypeError)) throw error;
				repeated++;
				await pause(50);
			}
		}
	}

	const acts: Record<string, () => Promise<void>> = {
		async bill() {
			const net = 1 + random(50_000);
			const items = [{ description: "Retainer", quantity: 1, unit_price: net / 100 }];
			const body = {
				...buildInvoice({ status: "sent", tax_rate: 7.25, items }),
				id: randomUUID(),
				save_id: randomUUID(),
			};
			const made = await ask("/functions/v1/manage-invoices", body);
			if (made) ledgers.push({ id: made.invoice.id, net, paid: 0, credited: 0, payments: [] });
		},
		async pay() {
			const ledger = anyOf(ledgers);
			if (!ledger) return;
			const payment = { id: randomUUID(), amount: 1 + random(ledger.net) };
			const send_receipt = random(4) === 0;
			const body = { id: payment.id, kind: "payment", amount_minor: payment.amount, method: "check", send_receipt };
			if (!(await ask(`/api/invoices/${ledger.id}/payments`, body))) return;
			ledger.paid += payment.amount;
			ledger.payments.push(payment);
			if (send_receipt) receipts++;
		},
		async refund() {
			const ledger = anyOf(ledgers);
			const body = { id: randomUUID(), kind: "refund", amount_minor: 1 + random(200), method: "check" };
			if (ledger && (await ask(`/api/invoices/${ledger.id}/payments`, body))) ledger.paid -= body.amount_minor;
		},
		async takeBack() {
			const ledger = anyOf(ledgers);
			const payment = ledger && anyOf(ledger.payments);
			if (!payment || !(await ask(`/api/payments/${payment.id}/reverse`, { id: randomUUID(), note: "" }))) return;
			ledger.paid -= payment.amount;
			ledger.payments.splice(ledger.payments.indexOf(payment), 1);
		},
		async credit() {
			const ledger = anyOf(ledgers);
			const body = { id: randomUUID(), reason: "A day less", net_minor: 1 + random(2_000) };
			const made = ledger && (await ask(`/api/invoices/${ledger.id}/credit-notes`, body));
			if (made) ledger.credited += made.credit_note.total_minor;
		},
		async setUpRetainer() {
			const body = { ...buildRetainer({ name: `Retainer ${retainers.length}`, delivery: "send" }), id: randomUUID() };
			const made = await ask("/api/retainers", { ...body, starts_on: yesterday, save_id: randomUUID() });
			if (made) retainers.push(made.retainer.id);
		},
	};
	// Of today, nothing is due before six in the morning.
	const yesterday = new Date(Date.now() - 36 * 60 * 60_000).toISOString().slice(0, 10);

	const writing = Promise.all(
		Array.from({ length: 4 }, async () => {
			while (!stopping) await anyOf(Object.values(acts))?.();
		}),
	);
	for (let round = 0; round < kills; round++) {
		for (const before = changes; changes < before + 20; ) await Promise.race([pause(20 + random(100)), writing]);
		await site.restart();
	}
	stopping = true;
	await writing;
	// What is due is written at a start.
	await site.restart();

	const database = await site.openDatabase();
	const read = async (text: string) => (await database.query(text)).rows;
	const due = "select count(*)::int as n from retainer_occurrences";
	await expect.poll(async () => (await read(due))[0]?.n, { timeout: 60_000 }).toBe(retainers.length);
	const stored = await read(`select id, paid_minor::int as paid, credited_minor::int as credited,
		(select coalesce(sum(effect_minor), 0)::int from invoice_payments where invoice_id = invoices.id) as entries,
		(select coalesce(sum(total_minor), 0)::int from credit_notes where invoice_id = invoices.id) as notes from invoices`);
	const byId = new Map(stored.map((row) => [row.id, row]));
	for (const { id, paid, credited } of ledgers)
		expect(byId.get(id)).toEqual({ id, paid, credited, entries: paid, notes: credited });
	expect(stored).toHaveLength(ledgers.length + retainers.length);
	for (const [table, column] of [
		["invoices", "invoice_number"],
		["credit_notes", "credit_number"],
	]) {
		const numbers = await read(`select right(${column}, 4)::int as n from ${table} order by 1`);
		expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, index) => index + 1));
	}
	expect(await read("select count(*)::int as n from mails where kind = 'receipt'")).toEqual([{ n: receipts }]);
	const billed =
		await read(`select (select count(*)::int from mails where record_id = o.invoice_id and kind = 'invoice') as n
		from retainer_occurrences o group by 1`);
	expect(billed).toEqual([{ n: 1 }]);
	await database.close();
	process.stdout.write(`money: ${kills} kills, ${changes} changes acknowledged, ${repeated} cut off and sent again\n`);
});
