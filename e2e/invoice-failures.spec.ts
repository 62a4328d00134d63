import type { Page } from "@playwright/test";
import { answerQuestion, openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice, row, toast } from "./invoice-desk.ts";

test.describe("when it does not exist", () => {
	test.use({ expectedErrors: /404|could not find/ });

	// proves S8-invoices-04
	test("/admin/invoices/{id} and its /edit say that the invoice was not found", async ({ page }) => {
		const address = "/admin/invoices/5f0c6c3a-7c0e-4d4e-9a51-0d6f2f0b7c11";
		for (const open of [() => openDesk(page, address), () => page.goto(`${address}/edit`)]) {
			await open();
			await expect(page.getByText("Invoice not found", { exact: true }).first()).toBeVisible();
			await expect(page.getByText("We could not find that invoice.", { exact: true }).first()).toBeVisible();
			await page.getByRole("link", { name: "Back to Invoices" }).click();
			await expect(page).toHaveURL("/admin/invoices");
		}
	});
});

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /500|Failed|Something|full/ });
	const endpoint = "**/functions/v1/manage-invoices*";

	const silent = (page: Page) => page.route(endpoint, (route) => route.fulfill({ status: 500, body: "" }));

	// proves S8-invoices-01, S8-invoices-03
	test("each screen says in its own words what could not be loaded", async ({ page, site }) => {
		const { id } = await insertInvoice(site);
		await silent(page);
		await openDesk(page, "/admin/invoices");
		await expect(toast(page, "Failed to load invoices. Please try again.")).toBeVisible();
		await page.goto(`/admin/invoices/${id}`);
		await expect(toast(page, "Failed to load invoice details")).toBeVisible();
		await page.goto(`/admin/invoices/${id}/edit`);
		await expect(toast(page, "Failed to load invoice. Please try again.")).toBeVisible();
		await page.unroute(endpoint);
		await page.getByRole("button", { name: "Try Again" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Theo Marchetti");
	});

	// proves S8-invoices-02, S8-invoices-07
	test("what could not be deleted stays listed, and the server's own reason is told where it gives one", async ({
		page,
		site,
	}) => {
		const { id, invoice_number } = await insertInvoice(site);
		await openDesk(page, "/admin/invoices");
		await expect(row(page, invoice_number)).toBeVisible();
		await silent(page);
		await page.getByRole("button", { name: `Delete ${invoice_number}` }).click();
		await answerQuestion(page, "Delete Invoice", "Delete");
		await expect(toast(page, "Failed to delete invoice. Please try again.")).toBeVisible();
		await expect(row(page, invoice_number)).toBeVisible();
		await page.route(endpoint, (route) => route.fulfill({ status: 500, json: { error: "The ledger is full" } }));
		await page.getByRole("button", { name: `Delete ${invoice_number}` }).click();
		await answerQuestion(page, "Delete Invoice", "Delete");
		await expect(toast(page, "The ledger is full")).toBeVisible();
		for (const path of ["", `/${id}`, `/${id}/edit`]) {
			await page.goto(`/admin/invoices${path}`);
			await expect(toast(page, "The ledger is full")).toBeVisible();
		}
	});

	// proves S8-invoices-05
	test("an invoice that could not be created is still in the form, item by item", async ({ page }) => {
		await openDesk(page, "/admin/invoices/new");
		await page.getByLabel("Client Name").fill("Typed in vain");
		await page.getByLabel("Client Email").fill("rosa@okafor.example");
		await page.getByLabel("Description").fill("Press kit");
		await page.getByLabel("Unit Price").fill("19.99");
		await page.getByLabel("Internal Notes").fill("Ask for the address");
		await silent(page);
		await page.getByRole("button", { name: "Create Invoice" }).click();
		await expect(toast(page, "Failed to create invoice. Please try again.")).toBeVisible();
		for (const [label, value] of [
			["Client Name", "Typed in vain"],
			["Client Email", "rosa@okafor.example"],
			["Description", "Press kit"],
			["Unit Price", "19.99"],
			["Internal Notes", "Ask for the address"],
		] as const) {
			await expect(page.getByLabel(label)).toHaveValue(value);
		}
		await page.unroute(endpoint);
		await page.getByRole("button", { name: "Create Invoice" }).click();
		await expect(toast(page, "Invoice created successfully.")).toBeVisible();
	});

	test("an invoice that could not be sent, paid or printed says so", async ({ page, site }) => {
		const { id } = await insertInvoice(site);
		await openDesk(page, `/admin/invoices/${id}`);
		// What loads later than the failures would report its own, in place of theirs.
		await expect(page.getByText("No payments are recorded.")).toBeVisible();
		await page.route("**/api/invoices/**", (route) => route.fulfill({ status: 500, body: "" }));
		await page.getByRole("button", { name: "Mark as Paid" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Mark as Paid" }).click();
		await expect(toast(page, "Failed to record the payment. Please try again.")).toBeVisible();
		await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("button", { name: "Download PDF" }).click();
		await expect(toast(page, "Failed to download the PDF. Please try again.")).toBeVisible();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByRole("button", { name: "Send Invoice" }).click();
		await expect(toast(page, "Failed to send invoice. Please try again.")).toBeVisible();
		await expect(page.getByRole("dialog", { name: /^Send INV-/ })).toBeVisible();
	});

	// proves S8-invoices-06, S8-invoices-07
	test("a failed save keeps what was typed, and tells the server's reason where it gives one", async ({
		page,
		site,
	}) => {
		const { id } = await insertInvoice(site);
		await openDesk(page, `/admin/invoices/${id}/edit`);
		await page.getByLabel("Client Name").fill("Typed in vain");
		await silent(page);
		await page.getByRole("button", { name: "Update Invoice" }).click();
		await expect(toast(page, "Failed to update invoice. Please try again.")).toBeVisible();
		await page.route(endpoint, (route) => route.fulfill({ status: 500, json: { error: "The ledger is full" } }));
		await page.getByRole("button", { name: "Update Invoice" }).click();
		await expect(toast(page, "The ledger is full")).toBeVisible();
		await expect(page.getByLabel("Client Name")).toHaveValue("Typed in vain");
	});
});
