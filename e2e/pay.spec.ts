import { StripeStandIn, stripeEvent, stripeKeys } from "#tests/stripe.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import { signInOverHttp } from "./staff.ts";

test("a client pays at Stripe, comes back, and sees the payment once Stripe has confirmed it", async ({
	page,
	ownSite,
}) => {
	const stripe = await new StripeStandIn().start();
	const site = await ownSite({ ...stripeKeys, STRIPE_API: stripe.url });
	const items = [{ description: "Retainer", quantity: 1, unit_price: 900 }];
	const { id } = await insertInvoice(site, { tax_rate: 0, items, status: "sent" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const link = await fetch(`${site.url}/api/invoices/${id}/link`, { method: "POST", headers });
	const path: string = (await link.json()).invoice.public_path;

	// Neither of them opens a page at Stripe.
	for (const how of [{ method: "HEAD" }, { headers: { "sec-purpose": "prefetch;prerender" } }]) {
		expect((await fetch(`${site.url}${path}/pay`, { ...how, redirect: "manual" })).status).toBe(204);
	}
	expect(stripe.requests).toEqual([]);

	const opened = await page.goto(site.url + path);
	expect(opened?.headers()["content-security-policy"]).toContain("form-action 'self'");
	expect(opened?.headers()["content-security-policy"]).not.toContain("127.0.0.1");
	await page.getByRole("link", { name: "Pay $900.00" }).click();
	await expect(page).toHaveURL(/\/pay\/cs_test_/);
	await page.getByRole("link", { name: "Pay now" }).click();
	await expect(page.getByRole("status")).toHaveText(
		"Thank you. Your payment is being confirmed and will show here shortly.",
	);
	await expect(page.getByRole("link", { name: /^Pay/ })).toHaveCount(0);

	const { body, headers: signature } = stripeEvent("checkout.session.completed", { id: stripe.sessions[0]?.id });
	const rung = await fetch(`${site.url}/api/stripe/webhook`, { method: "POST", body, headers: signature });
	expect(rung.status).toBe(200);
	await expect
		.poll(async () => {
			await page.reload();
			return page.getByRole("heading", { level: 1 }).textContent();
		})
		.toMatch(/^Paid on /);
	await expect(page.getByRole("article")).toContainText(/Payment, \w{3} \d+, \d{4}-\$900\.00/);
	await stripe.stop();
});

test("without keys, an invoice's page has no way to pay online", async ({ page, site }) => {
	const { id } = await insertInvoice(site, { status: "sent" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const link = await fetch(`${site.url}/api/invoices/${id}/link`, { method: "POST", headers });
	const path: string = (await link.json()).invoice.public_path;
	await page.goto(site.url + path);
	await expect(page.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
	expect((await fetch(`${site.url}${path}/pay`)).status).toBe(404);
});
