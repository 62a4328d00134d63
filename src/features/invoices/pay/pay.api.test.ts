import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLink } from "#features/invoices/delivery/invoice-links.server.ts";
import { publicPath } from "#features/invoices/delivery/invoice-token.server.ts";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { isLong } from "#tests/long.ts";
import { queuedInvoiceMails } from "#tests/outbox.ts";
import { StripeStandIn, stripeEvent, stripeKeys } from "#tests/stripe.ts";
import { findPayPage, viewPay } from "./pay.server.ts";
import { dailyPayments, runStripeJob } from "./settle.server.ts";
import type { StripeJob } from "./stripe-jobs.server.ts";
import { jobOf } from "./stripe-webhook.server.ts";

const stripe = new StripeStandIn();
const environment: Record<string, string> = { ...stripeKeys, STAFF_EMAIL: "desk@firm.example" };
beforeAll(async () => {
	environment.STRIPE_API = (await stripe.start()).url;
});
const app = startTestApp(environment);
const without = startTestApp();
let admin: SignedInUser;
beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});
beforeEach(async () => {
	stripe.trouble = undefined;
	await app.deps.database.query("delete from pgboss.job where name = 'stripe'");
});
afterAll(() => stripe.stop());

type Status = "draft" | "sent" | "paid" | "overdue" | "cancelled";

/** An invoice over so many dollars, and its public link's token. */
async function bill(dollars: number, status: Status = "sent") {
	const { id } = await insertInvoice(app.deps.db, testTime, {
		status,
		tax_rate: 0,
		items: [{ description: "Retainer", quantity: 1, unit_price: dollars }],
	});
	const path = publicPath(await createLink(app.deps.db, app.deps.settings, id, testTime), app.deps.settings);
	return { id, token: path?.split("/").at(-1) ?? "" };
}

async function call(method: string, path: string, body?: object) {
	const response = await app.api.request(path, {
		method,
		headers: { ...admin.headers, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}
const invoiceOf = async (id: string) => (await call("GET", `/functions/v1/manage-invoices?id=${id}`)).body.invoice;
const entriesOf = async (id: string): Promise<{ kind: string; effect_minor: number; provider_ref: string | null }[]> =>
	(await call("GET", `/api/invoices/${id}/payments`)).body.payments;
const payByHand = (id: string, amount_minor: number) =>
	call("POST", `/api/invoices/${id}/payments`, { id: randomUUID(), kind: "payment", amount_minor, method: "cash" });
const setStatus = (id: string, status: Status) => call("PATCH", `/api/invoices/${id}`, { status });

/** Opens the payment page as a client does. @returns its session's id */
async function open(token: string): Promise<string> {
	const address = (await findPayPage(app.deps, token)) ?? "";
	return address.split("/").at(-1) ?? "";
}

const run = (job: StripeJob) => {
	const { settings } = app.deps;
	return settings.stripe ? runStripeJob(app.deps, settings.stripe, job) : undefined;
};
const settle = (session: string) => run({ session });
/** Does what is queued now. */
async function work(): Promise<number> {
	const { rows } = await app.deps.database.query("delete from pgboss.job where name = 'stripe' returning data");
	for (const { data } of rows) await run(data as StripeJob);
	return rows.length;
}
/** The subjects of what staff got about an invoice. */
async function noticesOf(id: string): Promise<unknown[]> {
	const { rows } = await app.deps.database.query(
		`select subject from mails where record_id = '${id}' and recipient = 'desk@firm.example'`,
	);
	return rows.map(({ subject }) => subject);
}
const view = (token: string, search = "") => viewPay(app.deps, token, new URLSearchParams(search));
const ring = (event: { body: string; headers: Record<string, string> }) =>
	app.api.request("/api/stripe/webhook", { method: "POST", ...event });

describe("the pay link", () => {
	test("leads to Stripe's page over what is open, and to the same one until that changes", async () => {
		const { id, token } = await bill(1200);
		await payByHand(id, 30_000);
		const first = await open(token);
		expect(stripe.session(first)).toMatchObject({ amount_total: 90_000, currency: "usd", client_reference_id: id });
		const [created] = stripe.requests.filter(({ line }) => line === "POST /v1/checkout/sessions").slice(-1);
		expect(created).toMatchObject({
			version: "2024-06-20",
			fields: {
				mode: "payment",
				customer_email: "theo@marchettibakes.example",
				"metadata[invoice_id]": id,
				success_url: `http://site.test/invoice/${token}?payment=done&session_id={CHECKOUT_SESSION_ID}`,
				cancel_url: `http://site.test/invoice/${token}`,
			},
		});
		expect(await open(token)).toBe(first);
		await payByHand(id, 10_000);
		const second = await open(token);
		expect(stripe.session(second).amount_total).toBe(80_000);
		await work();
		expect(stripe.session(first).status).toBe("expired");
	});

	test("pressed twice at the same time opens one page", async () => {
		const { token } = await bill(100);
		const [one, other] = await Promise.all([open(token), open(token)]);
		expect(one).toBe(other);
	});

	test("leads back where nothing is open, and nowhere from a draft or an unknown address", async () => {
		for (const status of ["paid", "cancelled"] as const) {
			const { token } = await bill(100, status);
			expect(await findPayPage(app.deps, token)).toBe(`/invoice/${token}`);
			expect(await view(token)).toEqual({ canPay: false });
		}
		expect(await findPayPage(app.deps, (await bill(100, "draft")).token)).toBeUndefined();
		expect(await findPayPage(app.deps, "x".repeat(43))).toBeUndefined();
	});

	test("leads back with a sentence while Stripe is down, or refuses", async () => {
		const { token } = await bill(100);
		for (const trouble of [500, 400]) {
			stripe.trouble = trouble;
			expect(await findPayPage(app.deps, token)).toBe(`/invoice/${token}?payment=unavailable`);
		}
		stripe.trouble = undefined;
		expect(await view(token, "payment=unavailable")).toEqual({
			canPay: true,
			notice: "The payment page could not be opened. Please try again in a moment.",
		});
		expect(await open(token)).toMatch(/^cs_test_/);
	});

	test.runIf(isLong)("waits ten seconds for a silent Stripe", async () => {
		const { token } = await bill(100);
		stripe.trouble = "silence";
		const started = Date.now();
		expect(await findPayPage(app.deps, token)).toBe(`/invoice/${token}?payment=unavailable`);
		expect(Date.now() - started).toBeLessThan(12_000);
	});

	test.each([
		["ISK", 0, 5000, 500_000],
		["JPY", 0, 5000, 5_000],
		["KWD", 3, 12.34, 12_340],
		["KWD", 3, 12.345, undefined],
	])("asks for %s as Stripe counts it (%i decimals, %d)", async (currency, digits, amount, expected) => {
		const { id, token } = await bill(1);
		await app.deps.database.query(
			`update invoices set currency = '${currency}', minor_digits = ${digits}, subtotal = ${amount}, total_amount = ${amount} where id = '${id}'`,
		);
		expect((await view(token)).canPay).toBe(expected !== undefined);
		const address = (await findPayPage(app.deps, token)) ?? "";
		if (expected === undefined) return expect(address).toContain("payment=unavailable");
		const session = address.split("/").at(-1) ?? "";
		expect(stripe.session(session).amount_total).toBe(expected);
		stripe.complete(session);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", balance_minor: 0 });
	});
});

describe("a payment", () => {
	test("is written once, on the charge's day, with a receipt, however often its session is settled", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		const before = (await queuedInvoiceMails(app.deps)).length;
		// 11 PM of March 1 in New York.
		const { id: provider_ref } = stripe.complete(session, { created: Date.parse("2026-03-02T04:00:00Z") / 1000 });
		await Promise.all([settle(session), settle(session), settle(session)]);
		expect(await entriesOf(id)).toMatchObject([
			{
				kind: "payment",
				effect_minor: 10_000,
				received_on: "2026-03-01",
				method: "stripe",
				origin: "stripe",
				provider_ref,
			},
		]);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", paid_at: "2026-03-01", balance_minor: 0 });
		expect(await queuedInvoiceMails(app.deps)).toHaveLength(before + 1);
		expect(await view(token, `payment=done&session_id=${session}`)).toEqual({ canPay: false });
	});

	test("that takes some days says so, and opens no second page", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		stripe.complete(session, { paid: false });
		const returned = `payment=done&session_id=${session}`;
		expect(await view(token, returned)).toEqual({
			canPay: false,
			notice: "Thank you. Your payment is being confirmed and will show here shortly.",
		});
		expect(await work()).toBe(1);
		expect(await view(token)).toEqual({
			canPay: false,
			notice: "Your payment is being processed. This can take a few days.",
		});
		expect(await findPayPage(app.deps, token)).toBe(`/invoice/${token}`);
		expect(await invoiceOf(id)).toMatchObject({ status: "sent", paid_minor: 0 });
		stripe.succeed(session);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", paid_minor: 10_000 });
	});

	test("that fails after some days can be made again", async () => {
		const { token } = await bill(100);
		const session = await open(token);
		stripe.complete(session, { paid: false });
		await settle(session);
		stripe.fail(session);
		await settle(session);
		expect(await view(token)).toEqual({ canPay: true });
		expect(await open(token)).not.toBe(session);
	});

	test("of an invoice that was marked as paid meanwhile is counted once, and nothing is to be refunded", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		await setStatus(id, "paid");
		stripe.complete(session);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", paid_minor: 10_000, balance_minor: 0 });
		expect(await entriesOf(id)).toHaveLength(1);
	});

	test.each([
		["draft", 10_000],
		["cancelled", -10_000],
	] as const)("of an invoice that is %s by then is written, and staff are told", async (status, balance_minor) => {
		const { id, token } = await bill(100);
		const session = await open(token);
		await setStatus(id, status);
		stripe.complete(session);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({
			status,
			paid_minor: 10_000,
			balance_minor: Math.min(0, balance_minor),
		});
		expect(await noticesOf(id)).toEqual([expect.stringContaining("Please check the payment")]);
	});

	test("that comes on top of what staff have recorded is to be refunded, and Stripe's refund settles that", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		stripe.complete(session);
		await payByHand(id, 10_000);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", balance_minor: -10_000 });
		stripe.refund(session, 10_000);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid", balance_minor: 0 });
	});

	test("is Stripe's to refund, and staff can't take it back", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		stripe.complete(session);
		await settle(session);
		const [entry] = (await call("GET", `/api/invoices/${id}/payments`)).body.payments;
		const answer = await call("POST", `/api/payments/${entry.id}/reverse`, { id: randomUUID(), note: "" });
		expect(answer).toMatchObject({ status: 409, body: { code: "stripe_payment" } });
	});
});

test("a refund counts once it has succeeded, and one that fails later is taken back", async () => {
	const { id, token } = await bill(100);
	const session = await open(token);
	stripe.complete(session);
	const refund = stripe.refund(session, 4_000, { status: "pending" });
	await settle(session);
	expect(await invoiceOf(id)).toMatchObject({ paid_minor: 10_000 });
	refund.status = "succeeded";
	await settle(session);
	expect(await invoiceOf(id)).toMatchObject({ paid_minor: 6_000, status: "sent" });
	refund.status = "failed";
	await settle(session);
	await settle(session);
	expect(await invoiceOf(id)).toMatchObject({ paid_minor: 10_000, status: "paid" });
	expect((await entriesOf(id)).map(({ provider_ref }) => provider_ref).slice(1)).toEqual([
		refund.id,
		`${refund.id}:failed`,
	]);
});

test("a refund of more than has come stands, because the money is gone", async () => {
	const { id, token } = await bill(100);
	const session = await open(token);
	stripe.complete(session);
	await settle(session);
	await call("POST", `/api/invoices/${id}/payments`, {
		id: randomUUID(),
		kind: "refund",
		amount_minor: 10_000,
		method: "cash",
	});
	stripe.refund(session, 10_000);
	await settle(session);
	expect(await invoiceOf(id)).toMatchObject({ paid_minor: -10_000 });
});

test("staff get one email about each dispute, and it writes nothing", async () => {
	const { id, token } = await bill(100);
	const session = await open(token);
	const { id: payment_intent } = stripe.complete(session);
	await settle(session);
	for (let n = 0; n < 3; n++)
		await ring(stripeEvent("charge.dispute.created", { id: "dp_1", payment_intent }, { at: testTime.getTime() }));
	await work();
	expect(await noticesOf(id)).toHaveLength(1);
	expect(await entriesOf(id)).toHaveLength(1);
});

describe("what isn't ours", () => {
	test.each([
		["names no invoice", { metadata: {} }],
		["names something else", { metadata: { invoice_id: "1' or true" } }],
		["is of the other mode", { livemode: true }],
		["has another currency", { currency: "eur" }],
	])("is left alone: a session that %s", async (_, change) => {
		const { id, token } = await bill(100);
		const session = await open(token);
		stripe.complete(session);
		Object.assign(stripe.session(session), change);
		await settle(session);
		expect(await entriesOf(id)).toEqual([]);
		expect(app.log.some(({ message }) => message === "a payment session was left alone")).toBe(true);
	});

	test("is settled if it names an invoice, though its row is lost", async () => {
		const { id, token } = await bill(100);
		const session = await open(token);
		await app.deps.database.query(`delete from checkout_sessions where id = '${session}'`);
		stripe.complete(session);
		await settle(session);
		expect(await invoiceOf(id)).toMatchObject({ status: "paid" });
	});

	test.each([
		["is signed with another secret", { secret: "whsec_other" }],
		["is more than five minutes old", { at: testTime.getTime() - 301_000 }],
		["is of the future", { at: testTime.getTime() + 301_000 }],
	])("is refused: an event that %s", async (_, how) => {
		const event = stripeEvent("checkout.session.completed", { id: "cs_test_1" }, { at: testTime.getTime(), ...how });
		expect((await ring(event)).status).toBe(400);
		expect(await work()).toBe(0);
	});

	test.each([
		["no signature", {}],
		["half a signature", { "stripe-signature": `t=${testTime.getTime() / 1000},v1=00` }],
		["a signature without a time", { "stripe-signature": "v1=00" }],
	])("is refused: an event with %s", async (_, headers) => {
		const { body } = stripeEvent("checkout.session.completed", { id: "cs_test_1" });
		expect((await ring({ body, headers })).status).toBe(400);
	});

	test("is refused: more than a megabyte, and a changed body", async () => {
		const at = testTime.getTime();
		const large = stripeEvent("checkout.session.completed", { id: "x".repeat(1024 * 1024) }, { at });
		expect((await ring(large)).status).toBe(400);
		const { body, headers } = stripeEvent("checkout.session.completed", { id: "cs_test_1" }, { at });
		expect((await ring({ body: body.replace("cs_test_1", "cs_test_2"), headers })).status).toBe(400);
	});

	test("is accepted and left: an event that we don't need", async () => {
		const event = stripeEvent("customer.created", { id: "cus_1" }, { at: testTime.getTime() });
		expect((await ring(event)).status).toBe(200);
		expect(await work()).toBe(0);
	});
});

/** What happens to a session at Stripe, step by step, and the events that it sends of each. */
function story(session: string, amount: number) {
	const object = () => stripe.session(session);
	let refunds: ReturnType<typeof stripe.refund>[] = [];
	const payment = () => ({ id: "ch_1", payment_intent: object().payment_intent });
	return [
		() => {
			stripe.complete(session, { paid: false });
			return [stripeEvent("checkout.session.completed", { id: session })];
		},
		() => {
			stripe.succeed(session);
			return [stripeEvent("checkout.session.async_payment_succeeded", { id: session })];
		},
		() => {
			refunds = [stripe.refund(session, Math.ceil(amount / 4), { status: "pending" }), stripe.refund(session, 1)];
			return [
				...refunds.map((refund) => stripeEvent("refund.created", refund)),
				stripeEvent("charge.refunded", payment()),
			];
		},
		() => {
			for (const refund of refunds) refund.status = "succeeded";
			return [
				...refunds.map((refund) => stripeEvent("refund.updated", refund)),
				stripeEvent("charge.dispute.created", { ...payment(), id: `dp_${session}` }),
				stripeEvent("charge.dispute.funds_withdrawn", { ...payment(), id: `dp_${session}` }),
				stripeEvent("charge.dispute.updated", { ...payment(), id: `dp_${session}` }),
			];
		},
		() => {
			for (const refund of refunds.slice(1)) refund.status = "failed";
			return [
				stripeEvent("refund.failed", refunds[1] ?? {}),
				stripeEvent("charge.dispute.closed", { ...payment(), id: `dp_${session}` }),
				stripeEvent("charge.dispute.funds_reinstated", { ...payment(), id: `dp_${session}` }),
				stripeEvent("checkout.session.expired", { id: session }),
			];
		},
	];
}

/** How many orders are tried. */
const orders = isLong ? 200 : 25;

test(`events of twelve kinds, one to five times, in ${orders} orders, some lost, leave one ledger`, async () => {
	const seed = Date.now() % 100_000;
	let state = seed;
	const random = (below: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state % below;
	};
	for (let order = 0; order < orders; order++) {
		const amount = 1 + random(9_999);
		const { id, token } = await bill(amount / 100);
		const session = await open(token);
		let waiting: StripeJob[] = [];
		for (const step of story(session, amount)) {
			const events = step().map(({ body }) => jobOf(JSON.parse(body)));
			const sent = events.flatMap((job) =>
				job && random(10) > 2 ? Array.from({ length: 1 + random(5) }, () => job) : [],
			);
			waiting = [...waiting, ...sent].sort(() => random(3) - 1);
			// Some arrive now, the others later than what follows.
			for (const job of waiting.splice(0, random(waiting.length + 1))) await run(job);
		}
		for (const job of waiting) await run(job);
		// What was lost is found once a day.
		await settle(session);
		const refunded = Math.ceil(amount / 4);
		expect(await invoiceOf(id), `seed ${seed}, order ${order}`).toMatchObject({ paid_minor: amount - refunded });
		const sums = new Map<string, number>();
		for (const { kind, effect_minor } of await entriesOf(id)) sums.set(kind, (sums.get(kind) ?? 0) + effect_minor);
		// The second refund counted while it stood, if anyone looked then.
		const isSeen = sums.has("reversal");
		expect([...sums].sort(), `seed ${seed}, order ${order}`).toEqual([
			["payment", amount],
			["refund", -refunded - (isSeen ? 1 : 0)],
			...(isSeen ? [["reversal", 1]] : []),
		]);
	}
});

test("once a day, the sessions of the last month are looked at again", async () => {
	const { id, token } = await bill(100);
	stripe.complete(await open(token));
	await dailyPayments(app.deps).run();
	expect(await work()).toBeGreaterThan(0);
	expect(await invoiceOf(id)).toMatchObject({ status: "paid" });
});

test("without keys there is no pay link, no webhook, and no job", async () => {
	const { id } = await insertInvoice(without.deps.db, testTime, { status: "sent" });
	const path = publicPath(
		await createLink(without.deps.db, without.deps.settings, id, testTime),
		without.deps.settings,
	);
	const token = path?.split("/").at(-1) ?? "";
	expect(await findPayPage(without.deps, token)).toBeUndefined();
	expect(await viewPay(without.deps, token, new URLSearchParams("payment=done&session_id=cs_1"))).toEqual({
		canPay: false,
	});
	const event = stripeEvent("checkout.session.completed", { id: "cs_test_1" });
	expect((await without.api.request("/api/stripe/webhook", { method: "POST", ...event })).status).toBe(404);
	const { rows } = await without.deps.database.query("select from pgboss.job where name = 'stripe'");
	expect(rows).toEqual([]);
});
