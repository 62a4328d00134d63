import { subDays } from "date-fns/subDays";
import { and, eq, gt, gte, isNull, ne, or } from "drizzle-orm";
import { firmDay } from "#features/invoices/invoice-days.ts";
import { invoiceRecord } from "#features/invoices/invoices.record.ts";
import { lockInvoice } from "#features/invoices/invoices.server.ts";
import { type Invoice, invoicesTable } from "#features/invoices/invoices.table.ts";
import { listEntries, type PresentedEntry } from "#features/invoices/ledger/entries.server.ts";
import { queueReceipt, writeEntry } from "#features/invoices/ledger/ledger.server.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { moneyIn } from "#lib/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { DailyWork } from "#platform/jobs/daily-work.server.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { type CheckoutSession, checkoutSessionsTable } from "./checkout-sessions.table.ts";
import {
	expireSession,
	findSessionId,
	listRefunds,
	minorOfStripe,
	readSession,
	type Stripe,
	type StripeRefund,
	StripeRefusal,
	type StripeSession,
} from "./stripe.server.ts";
import { dailyPaymentsJobs, type StripeJob, stripeJobs } from "./stripe-jobs.server.ts";

type SettleDeps = Pick<Deps, "db" | "clock" | "jobs" | "settings" | "logger">;

/** Works on what the webhook, the return page, and the ledger have queued; without keys, on nothing. */
export async function startStripe(deps: SettleDeps): Promise<void> {
	const { stripe } = deps.settings;
	if (stripe) await deps.jobs.work<StripeJob>(stripeJobs, (job) => runStripeJob(deps, stripe, job));
}

export async function runStripeJob(deps: SettleDeps, stripe: Stripe, job: StripeJob): Promise<void> {
	if ("invoice" in job) return expireSessions(deps, stripe, job.invoice);
	const id = "session" in job ? job.session : await findSessionId(stripe, job.payment_intent);
	if (!id) return;
	const invoice = await settle(deps, stripe, id);
	if (invoice && "dispute" in job && job.dispute) await reportDispute(deps, id, invoice, job.dispute);
}

/** Every day, the sessions of the last month: an event may have been lost. */
export const dailyPayments = ({ db, clock, jobs }: SettleDeps): DailyWork => ({
	kind: dailyPaymentsJobs,
	run: async () => {
		const { id, created_at } = checkoutSessionsTable;
		const recent = gte(created_at, subDays(clock(), 30));
		for (const session of await db.select({ id }).from(checkoutSessionsTable).where(recent))
			await jobs.send(db, stripeJobs, { session: session.id } satisfies StripeJob);
	},
});

/**
 * Reads a session with its payment and refunds, and writes what the ledger lacks of them. So it doesn't matter in which order
 * events come, how often, or whether some never do.
 * @returns the session's invoice; undefined if it isn't one of ours
 */
async function settle(deps: SettleDeps, stripe: Stripe, id: string): Promise<Invoice | undefined> {
	const session = await readSession(stripe, id).catch((error) => {
		// Of another account, or made up.
		if (!(error instanceof StripeRefusal)) throw error;
		deps.logger.warn({ session: id, err: error }, "a payment session could not be read");
	});
	if (!session) return undefined;
	const invoice_id = session.metadata?.invoice_id;
	const [invoice] = invoice_id
		? await deps.db.select().from(invoicesTable).where(eq(invoicesTable.id, invoice_id))
		: [];
	const problem = foreignBecause(session, invoice, stripe);
	if (problem || !invoice) {
		deps.logger.warn({ session: id, problem }, "a payment session was left alone");
		return undefined;
	}
	const refunds = session.payment_intent ? await listRefunds(stripe, session.payment_intent.id) : [];
	await deps.db.transaction(async (tx) => {
		await lockInvoice(tx, invoice.id);
		await storeState(tx, session, invoice);
		await writeMissing(deps, tx, invoice, session, refunds);
	});
	return invoice;
}

function foreignBecause(session: StripeSession, invoice: Invoice | undefined, { isLive }: Stripe): string | undefined {
	if (!invoice) return "it names no invoice";
	if (session.livemode !== isLive) return "it isn't of the key's mode";
	return session.currency === invoice.currency.toLowerCase() ? undefined : "it has another currency";
}

/** A bank debit that has failed leaves a complete session, too: The client may pay again. */
function stateOf({ status, payment_intent }: StripeSession): CheckoutSession["state"] {
	if (payment_intent?.status === "succeeded") return "paid";
	if (status !== "complete") return status;
	return payment_intent?.status === "processing" ? "processing" : "expired";
}

/** One that isn't known here is stored as well: its row may have been lost with an earlier state of the database. */
async function storeState(tx: Database, session: StripeSession, { id: invoice_id, currency }: Invoice): Promise<void> {
	const state = stateOf(session);
	await tx
		.insert(checkoutSessionsTable)
		.values({
			id: session.id,
			invoice_id,
			amount_minor: minorOfStripe(session.amount_total, currency),
			url: session.url ?? "",
			expires_at: new Date(session.expires_at * 1000),
			state,
		})
		.onConflictDoUpdate({ target: checkoutSessionsTable.id, set: { state } });
}

/** Money that came is never refused. */
async function writeMissing(
	deps: SettleDeps,
	tx: Database,
	{ id: invoice_id, currency }: Invoice,
	{ payment_intent: intent }: StripeSession,
	refunds: StripeRefund[],
): Promise<void> {
	if (intent?.status !== "succeeded") return;
	const known = new Map((await listEntries(tx, invoice_id)).map((entry) => [entry.provider_ref, entry]));
	const dayOf = (created: number | undefined) =>
		firmDay(created === undefined ? deps.clock() : new Date(created * 1000));
	const common = { invoice_id, method: "stripe", origin: "stripe" } as const;
	if (!known.has(intent.id)) {
		const entry = {
			...common,
			id: crypto.randomUUID(),
			kind: "payment" as const,
			effect_minor: minorOfStripe(intent.amount_received, currency),
			received_on: dayOf(intent.latest_charge?.created),
			reference: intent.id,
			provider_ref: intent.id,
		};
		const after = await writeEntry(deps, tx, await lockInvoice(tx, invoice_id), entry);
		await queueReceipt(deps, tx, after, entry);
		if (after.status === "draft" || after.status === "cancelled" || after.balance_minor < 0)
			await notifyStaff(deps, tx, after, `A client has paid ${moneyIn(currency).formatMinor(entry.effect_minor)}`);
	}
	for (const refund of refunds) {
		const entry = known.get(refund.id);
		if (refund.status === "succeeded" && !entry)
			await writeEntry(deps, tx, await lockInvoice(tx, invoice_id), {
				...common,
				id: crypto.randomUUID(),
				kind: "refund",
				effect_minor: -minorOfStripe(refund.amount, currency),
				received_on: dayOf(refund.created),
				reference: refund.id,
				provider_ref: refund.id,
			});
		if (entry && !entry.is_reversed && hasFailed(refund)) await takeBack(deps, tx, entry);
	}
}

const hasFailed = ({ status }: StripeRefund) => status === "failed" || status === "canceled";

/** A refund that Stripe had called done, and whose money came back. */
const takeBack = async (deps: SettleDeps, tx: Database, entry: PresentedEntry) =>
	writeEntry(deps, tx, await lockInvoice(tx, entry.invoice_id), {
		id: crypto.randomUUID(),
		invoice_id: entry.invoice_id,
		kind: "reversal",
		effect_minor: -entry.effect_minor,
		received_on: entry.received_on,
		method: "stripe",
		origin: "stripe",
		reverses: entry.id,
		provider_ref: `${entry.provider_ref}:failed`,
	});

/** What staff have to decide. */
async function notifyStaff(
	deps: SettleDeps,
	tx: Database,
	{ id, invoice_number, client_name, status, balance_minor, currency }: Invoice,
	news: string,
): Promise<void> {
	const { mail, siteUrl } = deps.settings;
	if (!mail.staffEmail) return;
	const refund =
		balance_minor < 0 ? ` ${moneyIn(currency).formatMinor(-balance_minor)} more than was open has come.` : "";
	const letter = composeLetter({
		subject: `Please check the payment of ${invoice_number}`,
		heading: `${news}.`,
		paragraphs: [`It is for invoice ${invoice_number}, whose status is ${status}.${refund}`],
		facts: [
			{ label: "Invoice", value: invoice_number },
			{ label: "Client", value: client_name },
		],
		action: { label: "Open the invoice", link: new URL(invoiceRecord.path(id), siteUrl).href },
		closing: "Refunds and disputes are handled in Stripe.",
	});
	await queueMail(deps, tx, { kind: "notice", record: { table: "invoices", id }, to: mail.staffEmail, ...letter });
}

/** Once for each dispute. Staff record by hand what comes of it. */
function reportDispute(deps: SettleDeps, session: string, { id }: Invoice, dispute: string): Promise<void> {
	const { dispute_ref } = checkoutSessionsTable;
	const isNew = and(eq(checkoutSessionsTable.id, session), or(isNull(dispute_ref), ne(dispute_ref, dispute)));
	return deps.db.transaction(async (tx) => {
		const rows = await tx.update(checkoutSessionsTable).set({ dispute_ref: dispute }).where(isNew).returning();
		if (rows.length > 0) await notifyStaff(deps, tx, await lockInvoice(tx, id), "A client has disputed a payment");
	});
}

/** What was paid on one meanwhile is settled. */
async function expireSessions(deps: SettleDeps, stripe: Stripe, invoice: string): Promise<void> {
	const { id, invoice_id, state, expires_at } = checkoutSessionsTable;
	const isOpen = and(eq(invoice_id, invoice), eq(state, "open"), gt(expires_at, deps.clock()));
	for (const session of await deps.db.select({ id }).from(checkoutSessionsTable).where(isOpen)) {
		await expireSession(stripe, session.id).catch((error) => {
			if (!(error instanceof StripeRefusal)) throw error;
		});
		await settle(deps, stripe, session.id);
	}
}
