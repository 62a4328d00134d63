import { desc, eq } from "drizzle-orm";
import { findOpened } from "#features/invoices/delivery/invoice-links.server.ts";
import { isOpen } from "#features/invoices/document/invoice-document.ts";
import type { Invoice } from "#features/invoices/invoices.table.ts";
import { firm } from "#lib/firm.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type CheckoutSession, checkoutSessionsTable } from "./checkout-sessions.table.ts";
import { createSession, type Stripe, stripeAmount } from "./stripe.server.ts";
import { type StripeJob, stripeJobs } from "./stripe-jobs.server.ts";

/** Per client address: each may ask Stripe for a page. */
export const payLimit: RateLimit = { name: "pay", points: 10, seconds: 60 };

/** A page that closes sooner isn't shown again. */
const leastMs = 60_000;

type PayDeps = Pick<Deps, "db" | "clock" | "jobs" | "settings" | "logger">;

/** Where the pay link leads: to Stripe's page, or back to the invoice's. Undefined if there is nothing at this address. */
export async function findPayPage(deps: PayDeps, token: string): Promise<string | undefined> {
	const { stripe } = deps.settings;
	const invoice = stripe && (await findOpened(deps.db, token, deps.clock()));
	if (!invoice) return undefined;
	const page = `/invoice/${token}`;
	const sessions = await sessionsOf(deps, invoice);
	if (!isOpen(invoice) || sessions.some(isProcessing)) return page;
	const known = sessions.find((session) => isUsable(session, invoice, deps.clock()));
	if (known) return known.url;
	try {
		return await openSession(deps, stripe, invoice, sessions.length, page);
	} catch (error) {
		deps.logger.error({ err: error, invoice: invoice.invoice_number }, "a payment page could not be opened");
		return `${page}?payment=unavailable`;
	}
}

const sessionsOf = ({ db }: Pick<PayDeps, "db">, { id }: Invoice): Promise<CheckoutSession[]> =>
	db
		.select()
		.from(checkoutSessionsTable)
		.where(eq(checkoutSessionsTable.invoice_id, id))
		.orderBy(desc(checkoutSessionsTable.created_at));

const isProcessing = ({ state }: CheckoutSession) => state === "processing";

const isUsable = ({ state, amount_minor, expires_at }: CheckoutSession, { balance_minor }: Invoice, now: Date) =>
	state === "open" && amount_minor === balance_minor && expires_at.getTime() > now.getTime() + leastMs;

/** @param count of earlier sessions: with it, the same request twice is one page, and a later one isn't refused as the same */
async function openSession(
	{ db, settings }: PayDeps,
	stripe: Stripe,
	{ id, invoice_number, balance_minor, currency, client_email }: Invoice,
	count: number,
	page: string,
): Promise<string> {
	const amount = stripeAmount(balance_minor, currency);
	if (amount === undefined) throw new Error(`Stripe can't take ${balance_minor} of ${currency}`);
	const address = new URL(page, settings.siteUrl).href;
	const session = await createSession(stripe, `${id}-${balance_minor}-${count}`, {
		mode: "payment",
		"line_items[0][quantity]": "1",
		"line_items[0][price_data][currency]": currency.toLowerCase(),
		"line_items[0][price_data][unit_amount]": String(amount),
		"line_items[0][price_data][product_data][name]": `Invoice ${invoice_number} from ${firm().name}`,
		client_reference_id: id,
		"metadata[invoice_id]": id,
		customer_email: client_email,
		// Stripe replaces the name in braces.
		success_url: `${address}?payment=done&session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: address,
	});
	await db
		.insert(checkoutSessionsTable)
		.values({
			id: session.id,
			invoice_id: id,
			amount_minor: balance_minor,
			url: session.url,
			expires_at: new Date(session.expires_at * 1000),
		})
		.onConflictDoNothing();
	return session.url;
}

const processing = "Your payment is being processed. This can take a few days.";
const confirming = "Thank you. Your payment is being confirmed and will show here shortly.";
const unavailable = "The payment page could not be opened. Please try again in a moment.";

/** What the client's page says of paying. Nothing here marks anything as paid. */
export type PayView = { notice?: string; canPay: boolean };

/** @param search as Stripe or the pay link has led back */
export async function viewPay(deps: PayDeps, token: string, search: URLSearchParams): Promise<PayView> {
	const invoice = deps.settings.stripe && (await findOpened(deps.db, token, deps.clock()));
	if (!invoice) return { canPay: false };
	const sessions = await sessionsOf(deps, invoice);
	if (sessions.some(isProcessing)) return { notice: processing, canPay: false };
	const returned = sessions.find(({ id, state }) => id === search.get("session_id") && state === "open");
	if (returned) {
		await deps.jobs.send(deps.db, stripeJobs, { session: returned.id } satisfies StripeJob);
		return { notice: confirming, canPay: false };
	}
	const canPay = isOpen(invoice) && stripeAmount(invoice.balance_minor, invoice.currency) !== undefined;
	return { canPay, ...(canPay && search.get("payment") === "unavailable" && { notice: unavailable }) };
}
