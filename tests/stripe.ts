import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const stripeKeys = {
	STRIPE_SECRET_KEY: "sk_test_0123456789",
	STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
};

type Session = {
	id: string;
	object: "checkout.session";
	url: string | null;
	status: "open" | "complete" | "expired";
	payment_status: "paid" | "unpaid";
	amount_total: number;
	currency: string;
	expires_at: number;
	livemode: boolean;
	metadata: Record<string, string>;
	client_reference_id: string | null;
	success_url: string;
	payment_intent: string | null;
};
type Payment = { id: string; status: string; amount_received: number; charge: { id: string; created: number } | null };
type Refund = { id: string; amount: number; created: number; status: string; payment_intent: string };

/**
 * Stands in for Stripe: its interface as far as the product uses it, by the public documentation (docs.stripe.com/api), and its
 * payment page with one button. What becomes of a payment is up to the test.
 */
export class StripeStandIn {
	readonly sessions: Session[] = [];
	readonly payments: Payment[] = [];
	readonly refunds: Refund[] = [];
	/** Method, path, and fields of each request. */
	readonly requests: { line: string; fields: Record<string, string>; version: string | undefined }[] = [];
	/** What the next requests get instead: a status, or no answer at all. */
	trouble: number | "silence" | undefined;
	/** Called with a session's id when its page's button is pressed. */
	onPaid: (id: string) => unknown = () => undefined;
	readonly #answered = new Map<string, unknown>();
	readonly #server = createServer((request, response) => void this.#answer(request, response));

	async start(): Promise<this> {
		this.#server.listen(0, "127.0.0.1");
		await once(this.#server, "listening");
		return this;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
	}

	session(id: string): Session {
		const session = this.sessions.find((each) => each.id === id);
		if (!session) throw new Error(`there is no session ${id}`);
		return session;
	}

	/** The client fills in the page. A bank debit takes some days until it is paid, or fails. */
	complete(id: string, { paid = true, created = 1_772_600_000 } = {}): Payment {
		const session = this.session(id);
		const payment: Payment = {
			id: `pi_${this.payments.length + 1}${id.slice(8)}`,
			status: "processing",
			amount_received: 0,
			charge: null,
		};
		this.payments.push(payment);
		Object.assign(session, { status: "complete", payment_intent: payment.id, url: null });
		if (paid) this.succeed(id, created);
		return payment;
	}

	succeed(id: string, created = 1_772_600_000): void {
		const session = this.session(id);
		const payment = this.payments.find((each) => each.id === session.payment_intent);
		session.payment_status = "paid";
		Object.assign(payment ?? {}, {
			status: "succeeded",
			amount_received: session.amount_total,
			charge: { id: `ch_${id}`, created },
		});
	}

	/** The bank has not paid a debit. */
	fail(id: string): void {
		const { payment_intent } = this.session(id);
		Object.assign(this.payments.find((each) => each.id === payment_intent) ?? {}, {
			status: "requires_payment_method",
		});
	}

	refund(id: string, amount: number, { status = "succeeded", created = 1_772_610_000 } = {}): Refund {
		const { payment_intent } = this.session(id);
		const refund = {
			id: `re_${this.refunds.length + 1}${id.slice(8)}`,
			amount,
			created,
			status,
			payment_intent: payment_intent ?? "",
		};
		this.refunds.push(refund);
		return refund;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
		const fields = Object.fromEntries(new URLSearchParams(await text(request)));
		const page = /^\/pay\/(cs_\w+)$/.exec(pathname)?.[1];
		if (page) return this.#showPage(page, searchParams.has("paid"), response);
		const version = request.headers["stripe-version"];
		this.requests.push({ line: `${request.method} ${pathname}`, fields, version: String(version) });
		if (this.trouble === "silence") return;
		const reply = (status: number, body: unknown) =>
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		if (this.trouble) return void reply(this.trouble, { error: { type: "api_error" } });
		if (request.headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`) return void reply(401, {});
		const key = request.headers["idempotency-key"];
		const known = key && this.#answered.get(String(key));
		if (known) return void reply(200, known);
		const body = this.#bodyOf(`${request.method} ${pathname}`, fields, searchParams);
		if (key && body) this.#answered.set(String(key), body);
		reply(body ? 200 : 400, body ?? { error: { type: "invalid_request_error" } });
	}

	#bodyOf(line: string, fields: Record<string, string>, query: URLSearchParams): unknown {
		const payment_intent = query.get("payment_intent");
		if (line === "POST /v1/checkout/sessions") return this.#create(fields);
		if (line === "GET /v1/checkout/sessions")
			return { data: this.sessions.filter((session) => session.payment_intent === payment_intent) };
		if (line === "GET /v1/refunds")
			return { data: this.refunds.filter((each) => each.payment_intent === payment_intent) };
		const [, id = "", action] = /^\w+ \/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(line) ?? [];
		const session = this.sessions.find((each) => each.id === id);
		if (!session) return undefined;
		if (action) return session.status === "open" ? Object.assign(session, { status: "expired", url: null }) : undefined;
		const payment = this.payments.find((each) => each.id === session.payment_intent);
		return { ...session, payment_intent: payment ? { ...payment, latest_charge: payment.charge } : null };
	}

	#create(fields: Record<string, string>): Session {
		const id = `cs_test_${this.sessions.length + 1}a${Math.random().toString(36).slice(2)}`;
		const session: Session = {
			id,
			object: "checkout.session",
			url: `${this.url}/pay/${id}`,
			status: "open",
			payment_status: "unpaid",
			amount_total: Number(fields["line_items[0][price_data][unit_amount]"]),
			currency: fields["line_items[0][price_data][currency]"] ?? "",
			expires_at: Math.round(Date.now() / 1000) + 86_400,
			livemode: false,
			metadata: { invoice_id: fields["metadata[invoice_id]"] ?? "" },
			client_reference_id: fields.client_reference_id ?? null,
			success_url: fields.success_url ?? "",
			payment_intent: null,
		};
		this.sessions.push(session);
		return session;
	}

	async #showPage(id: string, isPressed: boolean, response: ServerResponse): Promise<void> {
		const session = this.session(id);
		if (!isPressed) {
			response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
			return void response.end(
				`<!doctype html><html lang="en"><title>Stripe</title><link rel="icon" href="data:,"><h1>Pay</h1><a href="/pay/${id}?paid">Pay now</a>`,
			);
		}
		this.complete(id);
		await this.onPaid(id);
		const location = session.success_url.replace("{CHECKOUT_SESSION_ID}", id);
		response.writeHead(303, { location }).end();
	}
}

/** An event as Stripe posts it, with its signature. */
export function stripeEvent(
	type: string,
	object: object,
	{ at = Date.now(), secret = stripeKeys.STRIPE_WEBHOOK_SECRET } = {},
): { body: string; headers: Record<string, string> } {
	const body = JSON.stringify({ id: "evt_1", object: "event", type, livemode: false, data: { object } });
	const time = Math.floor(at / 1000);
	const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
	return { body, headers: { "stripe-signature": `t=${time},v1=${"0".repeat(64)},v1=${signature}` } };
}
