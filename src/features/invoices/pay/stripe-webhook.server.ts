import { Hono } from "hono";
import { z } from "zod";
import { parseJson } from "#lib/text/json.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { badRequest, HttpError, noEndpoint } from "#platform/http/http-errors.server.ts";
import { readText } from "#platform/http/read-body.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { isSigned } from "./stripe.server.ts";
import { type StripeJob, stripeJobs } from "./stripe-jobs.server.ts";

const mostBytes = 1024 * 1024;

const eventSchema = z.object({
	type: z.string(),
	data: z.object({ object: z.object({ id: z.string(), payment_intent: z.string().nullish() }) }),
});

/** What an event asks us to look at. What it says isn't used: it may be late, or not the last one. */
export function jobOf(event: unknown): StripeJob | undefined {
	const parsed = eventSchema.safeParse(event);
	if (!parsed.success) return undefined;
	const { type, data } = parsed.data;
	const { id, payment_intent } = data.object;
	if (type.startsWith("checkout.session.")) return { session: id };
	if (!payment_intent || !/^(refund\.|charge\.refunded$|charge\.dispute\.)/.test(type)) return undefined;
	return { payment_intent, ...(type.startsWith("charge.dispute.") && { dispute: id }) };
}

/** Stripe's bell: it queues, and answers at once. */
export const stripeWebhookApi = ({ db, jobs, settings, clock, logger }: Deps) =>
	new Hono<AccountEnv>().post("/webhook", async (c) => {
		const { stripe } = settings;
		if (!stripe) throw noEndpoint();
		const text = await readText(c.req.raw, mostBytes).catch(() => "");
		if (!isSigned(text, c.req.header("stripe-signature") ?? "", stripe, clock()))
			throw badRequest("This request is not signed as it should be.");
		const job = jobOf(parseJson(text));
		if (!job) return c.json({ received: true });
		await jobs.send(db, stripeJobs, job).catch((error) => {
			logger.error({ err: error }, "an event of Stripe could not be queued");
			throw new HttpError(503, "not_queued", "This can't be taken now. Please send it again.");
		});
		return c.json({ received: true });
	});
