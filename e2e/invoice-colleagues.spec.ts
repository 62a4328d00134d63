import type { Page } from "@playwright/test";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice, readInvoice, row, toast } from "./invoice-desk.ts";
import { signInOverHttp } from "./staff.ts";

test.describe("two members of staff", () => {
	test.use({ expectedErrors: /409|Someone else/ });

	test("who saves second chooses between both versions", async ({ page, site, browser }) => {
		const { id } = await insertInvoice(site, { client_name: "Before" });
		const context = await browser.newContext();
		const colleague = await context.newPage();
		await openDesk(colleague, `/admin/invoices/${id}/edit`);
		await openDesk(page, `/admin/invoices/${id}/edit`);
		const saveAs = async (who: Page, name: string) => {
			await who.getByLabel("Client Name").fill(name);
			await who.getByRole("button", { name: "Update Invoice" }).click();
		};
		// Begun before: an untouched form would follow the colleague's.
		await page.getByLabel("Client Name").fill("Mine");
		await saveAs(colleague, "Theirs");
		await expect(toast(colleague, "Invoice updated successfully.")).toBeVisible();

		await saveAs(page, "Mine");
		const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
		await expect(dialog.getByRole("row")).toHaveText([/^Field/, "Client NameTheirsMine"]);
		await dialog.getByRole("button", { name: "Keep Editing" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Mine");
		expect((await readInvoice(site, id)).client_name).toBe("Theirs");

		await page.getByRole("button", { name: "Update Invoice" }).click();
		await dialog.getByRole("button", { name: "Use Their Version" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Theirs");

		await colleague.getByRole("link", { name: "Edit" }).click();
		await page.getByLabel("Client Name").fill("Mine after all");
		await saveAs(colleague, "Theirs again");
		// Not the toast, which is still there from before.
		await expect(colleague.getByRole("article")).toContainText("Theirs again");
		await saveAs(page, "Mine after all");
		await dialog.getByRole("button", { name: "Save My Version" }).click();
		await expect(page).toHaveURL(`/admin/invoices/${id}`);
		expect((await readInvoice(site, id)).client_name).toBe("Mine after all");
		// The colleague's screen follows.
		await expect(colleague.getByRole("article")).toContainText("Mine after all");
		await context.close();
	});

	test("see each other's changes and deletions, in the list and in an open invoice", async ({
		page,
		site,
		browser,
	}) => {
		const changed = await insertInvoice(site, { client_name: "Changes Soon", status: "sent" });
		const doomed = await insertInvoice(site, { client_name: "Goes Away" });
		const context = await browser.newContext();
		const colleague = await context.newPage();
		await openDesk(colleague, `/admin/invoices/${doomed.id}`);
		await expect(colleague.getByRole("article")).toContainText("Goes Away");
		await openDesk(page, "/admin/invoices");
		await expect(row(page, "Goes Away")).toBeVisible();

		const headers = { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" };
		const answers = await Promise.all([
			fetch(`${site.url}/functions/v1/manage-invoices?id=${doomed.id}`, { method: "DELETE", headers }),
			fetch(`${site.url}/api/invoices/${changed.id}`, {
				method: "PATCH",
				headers,
				body: JSON.stringify({ status: "overdue" }),
			}),
		]);
		expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
		await expect(page.getByRole("combobox", { name: `Status of ${changed.invoice_number}` })).toHaveValue("overdue");
		await expect(row(page, "Goes Away")).toHaveCount(0);
		await expect(colleague.getByRole("heading", { name: "Invoice not found" })).toBeVisible();
		await context.close();
	});
});

test("the status of an invoice that was opened by its address can be undone, with the day of its payment", async ({
	page,
	request,
	site,
}) => {
	const { id } = await insertInvoice(site, { status: "sent" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const paid = { status: "paid", paid_at: "2026-03-04" };
	expect((await request.patch(`/api/invoices/${id}`, { headers, data: paid })).status()).toBe(200);
	await openDesk(page, `/admin/invoices/${id}`);
	await expect(page.getByText("Paid on March 4, 2026", { exact: true })).toBeVisible();
	await page.getByRole("combobox", { name: /^Status of/ }).selectOption("Cancelled");
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("combobox", { name: /^Status of/ })).toHaveValue("paid");
	await expect(page.getByText("Paid on March 4, 2026", { exact: true })).toBeVisible();
});
