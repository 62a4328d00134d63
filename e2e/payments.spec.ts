import { readFile } from "node:fs/promises";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice, row, toast } from "./invoice-desk.ts";
import { signInOverHttp } from "./staff.ts";

const retainer = { tax_rate: 0, items: [{ description: "Retainer", quantity: 1, unit_price: 1200 }] };

test("an invoice is paid in parts, one part is taken back, and the client sees what is open", async ({
	page,
	site,
	browser,
}) => {
	const { id, invoice_number } = await insertInvoice(site, { ...retainer, status: "sent", client_name: "Parts & Co" });
	await openDesk(page, `/admin/invoices/${id}`);
	const payments = page.getByRole("region", { name: "Payments" });
	const dialog = page.getByRole("dialog", { name: `Record Payment for ${invoice_number}` });
	await expect(payments).toContainText("$1,200.00 open");
	for (const amount of ["300", "100"]) {
		await payments.getByRole("button", { name: "Record Payment" }).click();
		await dialog.getByLabel("Amount").fill(amount);
		await dialog.getByRole("button", { name: "Record Payment" }).click();
		await expect(toast(page, `$${amount}.00 for ${invoice_number}.`)).toBeVisible();
	}
	await expect(payments).toContainText("$800.00 open");
	await payments
		.getByRole("listitem")
		.filter({ hasText: "$100.00" })
		.getByRole("button", { name: "Take Back" })
		.click();
	await page.getByRole("dialog").getByLabel("Reason").fill("Someone else's");
	await page.getByRole("dialog").getByRole("button", { name: "Take Back" }).click();
	await expect(toast(page, `$100.00 for ${invoice_number}.`)).toBeVisible();
	await expect(payments).toContainText("$900.00 open");
	await expect(page.getByRole("article")).toContainText("Total due$900.00");

	await openDesk(page, "/admin/invoices");
	await expect(row(page, "Parts & Co")).toContainText("$900.00 open");

	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const answer = await fetch(`${site.url}/api/invoices/${id}/link`, { method: "POST", headers });
	const client = await browser.newPage();
	await client.goto(site.url + (await answer.json()).invoice.public_path);
	await expect(client.getByRole("heading", { level: 1 })).toHaveText("$900.00 due January 1, 2099");
	await expect(client.getByRole("article")).toContainText(/Payment, \w{3} \d+, \d{4}-\$300\.00/);
	await expect(client.getByRole("article")).not.toContainText("$100.00");
	await client.close();
});

test("what is credited lowers what is open, and the client opens the credit note", async ({ page, site }) => {
	const { id, invoice_number } = await insertInvoice(site, { ...retainer, status: "sent", tax_rate: 10 });
	await openDesk(page, `/admin/invoices/${id}`);
	const payments = page.getByRole("region", { name: "Payments" });
	await payments.getByRole("button", { name: "Credit Note" }).click();
	const dialog = page.getByRole("dialog", { name: `Credit Note for ${invoice_number}` });
	await expect(dialog.getByLabel("Amount Before Tax")).toHaveValue("1200.00");
	await dialog.getByLabel("Amount Before Tax").fill("200");
	await dialog.getByRole("button", { name: "Create Credit Note" }).click();
	await expect(dialog).toContainText("Please say why this is credited.");
	await dialog.getByLabel("Reason").fill("A day less");
	await dialog.getByRole("button", { name: "Create Credit Note" }).click();
	await expect(toast(page, `$220.00 for ${invoice_number}.`)).toBeVisible();
	await expect(payments).toContainText("$1,100.00 open");
	const note = payments.getByRole("listitem").filter({ hasText: "A day less" });
	await note.getByRole("button", { name: "Send" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Send Credit Note" }).click();
	await expect(toast(page, "Email Kept as a File")).toBeVisible();

	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const answer = await fetch(`${site.url}/api/invoices/${id}/link`, { method: "POST", headers });
	await page.goto(site.url + (await answer.json()).invoice.public_path);
	await expect(page.getByRole("article")).toContainText(/Credit note CN-\d{4}-\d{4}-\$220\.00/);
	const path = await page.getByRole("link", { name: /^Credit note CN-/ }).getAttribute("href");
	const pdf = await fetch(`${site.url}${path}`);
	expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test.describe("too much", () => {
	test.use({ expectedErrors: /409|more than is open/ });

	test("more than is open is recorded only after a question, and then is to be refunded", async ({ page, site }) => {
		const { id, invoice_number } = await insertInvoice(site, { ...retainer, status: "sent" });
		await openDesk(page, `/admin/invoices/${id}`);
		const payments = page.getByRole("region", { name: "Payments" });
		await payments.getByRole("button", { name: "Record Payment" }).click();
		const dialog = page.getByRole("dialog", { name: `Record Payment for ${invoice_number}` });
		await expect(dialog.getByLabel("Amount")).toHaveValue("1200.00");
		await dialog.getByLabel("Amount").fill("0");
		await dialog.getByRole("button", { name: "Record Payment" }).click();
		await expect(dialog).toContainText("Please enter an amount above 0.");
		await dialog.getByLabel("Amount").fill("1220");
		await dialog.getByLabel("Note").fill("Rounded up");
		await dialog.getByRole("button", { name: "Record Payment" }).click();
		const question = page.getByRole("dialog", { name: "Record Anyway?" });
		await expect(question).toContainText("This is $20.00 more than is open. Record it anyway?");
		await question.getByRole("button", { name: "Change Amount" }).click();
		await expect(dialog.getByLabel("Note")).toHaveValue("Rounded up");
		await dialog.getByRole("button", { name: "Record Payment" }).click();
		await question.getByRole("button", { name: "Record Anyway" }).click();
		await expect(payments).toContainText("To refund: $20.00");
		await openDesk(page, "/admin/invoices?q=refund");
		await expect(page.getByText("To Refund", { exact: true })).toBeVisible();
		await expect(row(page, invoice_number)).toContainText("Paid");
		await openDesk(page, `/admin/invoices/${id}`);
		await payments.getByRole("button", { name: "Record Refund" }).click();
		const refund = page.getByRole("dialog", { name: `Record Refund for ${invoice_number}` });
		await expect(refund.getByLabel("Amount")).toHaveValue("20.00");
		await expect(refund).not.toContainText("open again");
		await refund.getByRole("button", { name: "Record Refund" }).click();
		await expect(payments).toContainText("Nothing open");
		await payments.getByRole("button", { name: "Record Refund" }).click();
		await expect(refund).toContainText("The invoice will be open again by this amount.");
		await refund.getByRole("button", { name: "Cancel" }).click();

		await openDesk(page, "/admin/report");
		await page.getByRole("button", { name: "Export Payments" }).click();
		const saving = page.waitForEvent("download");
		await page.getByRole("menuitem").first().click();
		const saved = await saving;
		expect(saved.suggestedFilename()).toMatch(/^payments-\d{4}-\d{2}\.csv$/);
		const lines = (await readFile(await saved.path(), "utf8")).split("\r\n");
		const amounts = lines.filter((line) => line.includes(invoice_number)).map((line) => Number(line.split(",")[5]));
		expect(amounts).toEqual([1220, -20]);
	});
});
