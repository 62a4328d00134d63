import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { moneyIn } from "#lib/money.ts";
import type { Settings } from "#platform/process/settings.server.ts";

/** The parts of Stripe's interface that are used here (docs.stripe.com/api), in one version of it. */
const version = "2024-06-20";
const longestMs = 10_000;

export type Stripe = NonNullable<Settings["stripe"]>;

const createdSchema = z.object({ id: z.string(), url: z.url(), expires_at: z.int() });

const sessionSchema = z.object({
	id: z.string(),
	url: z.string().nullable(),
	status: z.enum(["open", "complete", "expired"]),
	amount_total: z.int(),
	currency: z.string(),
	expires_at: z.int(),
	livemode: z.boolean(),
	metadata: z.object({ invoice_id: z.uuid().optional().catch(undefined) }).nullable(),
	payment_intent: z
		.object({
			id: z.string(),
			status: z.string(),
			amount_received: z.int(),
			latest_charge: z.object({ created: z.int() }).nullable(),
		})
		.nullable(),
});
export type StripeSession = z.output<typeof sessionSchema>;

const refundSchema = z.object({
	id: z.string(),
	amount: z.int(),
	created: z.int(),
	status: z.string().nullable(),
});
export type StripeRefund = z.output<typeof refundSchema>;

/** Stripe has refused a request, which won't be different the next time. */
export class StripeRefusal extends Error {}

type Fields = Record<string, string>;

async function call(stripe: Stripe, path: string, query: Fields = {}, post?: { fields: Fields; key?: string }) {
	const address = new URL(`/v1/${path}?${new URLSearchParams(query)}`, stripe.api);
	const response = await fetch(address, {
		method: post ? "POST" : "GET",
		redirect: "error",
		signal: AbortSignal.timeout(longestMs),
		headers: {
			authorization: `Bearer ${stripe.secretKey}`,
			"stripe-version": version,
			...(post?.key && { "idempotency-key": post.key }),
		},
		...(post && { body: new URLSearchParams(post.fields) }),
	});
	const text = await response.text();
	if (response.ok) return JSON.parse(text);
	const { status } = response;
	const problem = `Stripe answered ${status} to ${path.split("/").slice(0, 2).join("/")}: ${text.slice(0, 300)}`;
	throw status >= 400 && status < 500 && status !== 429 ? new StripeRefusal(problem) : new Error(problem);
}

/**
 * A payment page.
 * @param key names the request: Stripe answers the same one with the same page
 * @throws {StripeRefusal}, or another error if Stripe doesn't answer within 10 seconds
 */
export const createSession = async (stripe: Stripe, key: string, fields: Fields) =>
	createdSchema.parse(await call(stripe, "checkout/sessions", {}, { fields, key }));

export const readSession = async (stripe: Stripe, id: string): Promise<StripeSession> =>
	sessionSchema.parse(
		await call(stripe, `checkout/sessions/${encodeURIComponent(id)}`, { "expand[]": "payment_intent.latest_charge" }),
	);

/** The client can't pay on this page any longer. @throws {StripeRefusal} if it is no longer open */
export const expireSession = (stripe: Stripe, id: string) =>
	call(stripe, `checkout/sessions/${encodeURIComponent(id)}/expire`, {}, { fields: {} });

/** The id of the session with which a payment was made; undefined if it was made in another way. */
export async function findSessionId(stripe: Stripe, payment_intent: string): Promise<string | undefined> {
	const list = z.object({ data: z.array(z.object({ id: z.string() })) });
	return list.parse(await call(stripe, "checkout/sessions", { payment_intent, limit: "1" })).data[0]?.id;
}

export async function listRefunds(stripe: Stripe, payment_intent: string): Promise<StripeRefund[]> {
	const list = z.object({ data: z.array(refundSchema) });
	return list.parse(await call(stripe, "refunds", { payment_intent, limit: "100" })).data;
}

/** Stripe writes these with two decimals, which have to be 0 (docs.stripe.com/currencies). */
const withoutDecimals = ["ISK", "UGX"];

/** As Stripe counts it; undefined for what it can't take: with three decimals, the last one has to be 0. */
export function stripeAmount(minor: number, currency: string): number | undefined {
	if (withoutDecimals.includes(currency)) return minor * 100;
	return moneyIn(currency).decimals === 3 && minor % 10 !== 0 ? undefined : minor;
}

export const minorOfStripe = (amount: number, currency: string): number =>
	withoutDecimals.includes(currency) ? Math.round(amount / 100) : amount;

/** How long a signed event may have been on its way, in seconds. */
const signatureLasts = 300;

/** Whether Stripe has sent this text, lately. @param header `t=…,v1=…`, with several v1 while a secret is being replaced */
export function isSigned(text: string, header: string, { webhookSecret }: Stripe, now: Date): boolean {
	const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string | undefined]);
	const time = parts.find(([name]) => name === "t")?.[1] ?? "";
	if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > signatureLasts) return false;
	const expected = createHmac("sha256", webhookSecret).update(`${time}.${text}`).digest();
	return parts.some(([name, value = ""]) => {
		const given = Buffer.from(value, "hex");
		return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
	});
}
