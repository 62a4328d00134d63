import type { Page } from "@playwright/test";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { expect } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

/** Stores an invoice as another member of staff would. */
export async function insertInvoice(
	site: SiteServer,
	overrides: Parameters<typeof buildInvoice>[0] = {},
): Promise<{ id: string; invoice_number: string }> {
	const token = await signInOverHttp(site);
	const answer = await fetch(`${site.url}/functions/v1/manage-invoices`, {
		method: "POST",
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		// Far ahead: the schedule of a running site would make a sent invoice overdue.
		body: JSON.stringify(buildInvoice({ due_date: "2099-01-01", ...overrides })),
	});
	expect(answer.status).toBe(201);
	return (await answer.json()).invoice;
}

export async function readInvoice(
	site: SiteServer,
	id: string,
): Promise<{ client_name: string; first_viewed_at: string | null }> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const answer = await fetch(`${site.url}/functions/v1/manage-invoices?id=${id}`, { headers });
	return (await answer.json()).invoice;
}

export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
