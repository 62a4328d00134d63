import type { Page } from "@playwright/test";
import { buildTitle } from "./blog-desk.ts";
import { savePost } from "./blog-posts.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";

test("what goes by the keyboard hands the focus to what stands in its place", async ({ page, site, request }) => {
	const word = buildTitle("Gone");
	for (const place of ["First", "Second"]) await savePost(site, request, { title: `${word} ${place}` });
	await openDesk(page, `/admin/blogs?q=${encodeURIComponent(word)}`);
	const rows = page.getByRole("table", { name: "Blog Posts" }).locator("tbody tr[data-id]");
	await expect(rows).toHaveCount(2);
	const opened = rows.filter({ hasText: `${word} First` });
	await opened
		.getByRole("link", { name: /First$/ })
		.first()
		.press("Enter");
	await page.getByRole("link", { name: "Back to Blog Posts" }).press("Enter");
	await expect(opened).toBeFocused();
	await page.goBack();
	await expect(page.getByRole("heading", { name: "Edit Post" })).toBeVisible();
	await page.goBack();
	await expect(rows).toHaveCount(2);
	await expect(opened).toBeFocused();
	await deleteByKeys(page);
	await expect(rows).toHaveCount(1);
	await expect(page.locator("tbody :focus, tbody tr:focus")).toHaveCount(1);
	await deleteByKeys(page);
	await expect(rows).toHaveCount(0);
	await expect(page.locator("main:focus, main :focus")).toHaveCount(1);

	// What leads past the navigation leads past the sidebar, too.
	await page.getByRole("link", { name: "Skip to content" }).press("Enter");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("navigation").locator(":focus")).toHaveCount(0);
	await expect(page.locator("#screen :focus")).toHaveCount(1);

	const invoice = await insertInvoice(site, { status: "sent" });
	await page.goto(`/admin/invoices?q=${invoice.invoice_number}`);
	const row = page.getByRole("row").filter({ hasText: invoice.invoice_number });
	await row.getByRole("button", { name: /^Mark .* as paid$/ }).press("Enter");
	await expect(page.getByLabel("Paid On")).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(row).toContainText("Paid");
	await expect(row.locator(":focus")).toHaveCount(1);

	await page.goto("/admin/bookings/hours");
	await page.getByRole("button", { name: "Add a Date" }).press("Enter");
	await expect(page.getByLabel("Date", { exact: true })).toBeFocused();

	await page.goto("/admin/invoices/new");
	await page.getByRole("button", { name: "Add Item" }).press("Enter");
	await page.getByRole("button", { name: "Remove item 1" }).press("Enter");
	await expect(page.locator("fieldset :focus, form :focus")).toHaveCount(1);
});

async function deleteByKeys(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /^Delete/ })
		.first()
		.press("Enter");
	await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Delete/ })
		.press("Enter");
}
