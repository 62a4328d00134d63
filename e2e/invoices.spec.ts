import PostalMime from "postal-mime";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { answerQuestion, openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice, readInvoice, row, toast } from "./invoice-desk.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

// proves S2-routes-12, S2-invoices-02, S2-invoices-04, S5-invoice-03, S8-toast-16, S9-invoice-02, D-invoices-02
test("an invoice is written with live totals", async ({ page }) => {
	await openDesk(page, "/admin/invoices");
	await page.getByRole("link", { name: "New Invoice" }).click();
	await expect(page.getByLabel("Client Name")).toBeFocused();
	await expect(page).toHaveURL("/admin/invoices/new");
	await expect(page.getByLabel("Terms")).toHaveValue("Payment is due within 30 days of invoice date.");
	await expect(page.getByLabel("Tax Rate (%)")).toHaveValue("0");
	await expect(page.getByLabel("Quantity")).toHaveValue("1");
	await expect(page.getByLabel("Status")).toHaveCount(0);
	await expect(page.getByRole("button", { name: /Remove item/ })).toHaveCount(0);

	await page.getByLabel("Client Name").fill("Rosa Okafor");
	await page.getByLabel("Client Email").fill("rosa@okafor.example");
	await page.getByLabel("Description").fill("Press kit");
	// A click selects the preset number; what is typed takes its place.
	for (const [label, number] of [
		["Quantity", "2.5"],
		["Unit Price", "19.99"],
		["Tax Rate (%)", "10"],
	] as const) {
		await page.getByLabel(label).click();
		await page.keyboard.type(number);
	}
	await page.getByRole("button", { name: "Add Item" }).click();
	const second = page.getByRole("group", { name: "Item 2" });
	await second.getByLabel("Description").fill("Too much");
	await second.getByLabel("Unit Price").fill("1000");
	await expect(page.getByText("$1,154.98", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Remove item 2" }).click();
	await expect(page.getByRole("button", { name: /Remove item/ })).toHaveCount(0);
	await expect(page.getByText("$54.98", { exact: true })).toBeVisible();

	await page.getByRole("button", { name: "Create Invoice" }).click();
	await expect(toast(page, "Invoice created successfully.")).toBeVisible();
	await expect(page).toHaveURL(/\/admin\/invoices\/[0-9a-f-]{36}$/);
	await expect(page.getByText("$54.98", { exact: true })).toBeVisible();
});

test("characters of an invoice that the PDF cannot show are told when it is saved, and once more before it is sent", async ({
	page,
}) => {
	await openDesk(page, "/admin/invoices/new");
	const notice = page.getByRole("main").getByText("The PDF can't display");
	await page.getByLabel("Client Name").fill("Zoë 北京");
	await page.getByLabel("Client Email").fill("nino@example.com");
	await page.getByLabel("Description").fill("ქართული");
	await page.getByRole("button", { name: "Create Invoice" }).click();
	// Without a price this is asked first.
	await expect(page.getByRole("dialog", { name: "Nothing to Pay" })).toContainText(
		"The total of this invoice is $0.00.",
	);
	await answerQuestion(page, "Nothing to Pay", "Create Invoice");
	await expect(page).toHaveURL(/\/admin\/invoices\/[0-9a-f-]{36}$/);
	await expect(notice).toContainText(
		"ქ, ა, რ, თ, უ, ლ, and ი. It would show empty boxes instead. Use other characters.",
	);
	await page.getByRole("button", { name: "Send", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: /^Send INV-/ });
	await expect(dialog).toContainText("The PDF can't display ქ, ა, რ, თ, უ, ლ, and ი.");
	await dialog.getByRole("button", { name: "Send Anyway" }).click();
	await expect(toast(page, "Email Kept as a File")).toBeVisible();
});

// proves S2-routes-12, S2-invoices-04, S2-invoices-05, S8-toast-16
test("an invoice is sent, read by the client and paid", async ({ page, site, browser }) => {
	const { id } = await insertInvoice(site, {
		client_email: "rosa@okafor.example",
		items: [{ description: "Press kit", quantity: 1, unit_price: 10 }],
	});
	await openDesk(page, `/admin/invoices/${id}`);
	await page.getByRole("button", { name: "Send", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: /^Send INV-/ });
	await expect(dialog).toContainText("rosa@okafor.example");
	await dialog.getByRole("button", { name: "Send Invoice" }).click();
	await expect(toast(page, "Email Kept as a File")).toBeVisible();
	await expect(dialog).toBeHidden();
	await expect(page.getByText("Not viewed yet")).toBeVisible();

	const mail = await mailTo(site, "rosa@okafor.example");
	expect(mail.subject).toMatch(/^Invoice INV-\d{4}-\d{4} from Pilcrow Communications$/);
	expect(mail.attachments.map((each) => [each.mimeType, each.filename])).toEqual([
		["application/pdf", expect.stringMatching(/^INV-.*\.pdf$/)],
	]);
	const link = /http\S+\/invoice\/\S+/.exec(mail.text ?? "")?.[0] ?? "";

	const viewed = async () => (await readInvoice(site, id)).first_viewed_at;
	const head = await fetch(link, { method: "HEAD" });
	expect(head.status).toBe(200);
	expect(head.headers.get("cache-control")).toBe("no-store");
	expect(head.headers.get("x-robots-tag")).toBe("noindex");
	expect(head.headers.get("referrer-policy")).toBe("no-referrer");
	// A scanner of email that fetches the page, and follows every other address that it finds there by its head.
	expect(await (await fetch(link)).text()).toContain("Press kit");
	expect((await fetch(`${link}/view`, { method: "HEAD" })).status).toBe(204);
	expect(await viewed()).toBeNull();
	// Staff who look at what the client sees.
	const tab = await page.context().newPage();
	const looked = tab.waitForResponse(`${link}/view`);
	await tab.goto(link);
	expect((await looked).status()).toBe(204);
	await tab.close();
	expect(await viewed()).toBeNull();

	const context = await browser.newContext();
	const client = await context.newPage();
	await client.goto(link);
	await expect(client.getByRole("article", { name: /^Invoice INV-/ })).toContainText("Press kit");
	await expect(client.getByRole("heading", { level: 1 })).toHaveText("$10.89 due January 1, 2099");
	await expect(client.getByText("Payment Due", { exact: true })).toBeVisible();
	await expect(client.getByRole("contentinfo")).toHaveCount(0);
	await expect.poll(viewed).not.toBeNull();
	const pdf = await fetch(`${link}/pdf`);
	expect(pdf.headers.get("content-type")).toBe("application/pdf");
	expect(Buffer.from(await pdf.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
	await context.close();

	// By itself: the screen hears of the client's visit.
	await expect(page.getByText(/^First viewed/)).toBeVisible();
	await page.getByRole("button", { name: "Send Reminder" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Send Reminder" }).click();
	await expect(toast(page, "Email Kept as a File")).toBeVisible();
	await page.getByRole("button", { name: "Mark as Paid" }).click();
	const payment = page.getByRole("dialog", { name: /^Mark INV-.* as Paid$/ });
	await expect(payment.getByLabel("Paid On")).toBeFocused();
	await payment.getByLabel("Paid On").fill("2026-01-15");
	await payment.getByRole("button", { name: "Mark as Paid" }).click();
	await expect(page.getByText("Paid on January 15, 2026").first()).toBeVisible();
	// Its button is gone: the keyboard goes on with the one after it.
	await expect(page.locator("main :focus")).toHaveCount(1);
	await expect(page.getByRole("button", { name: "Send Reminder" })).toHaveCount(0);
	await page.getByRole("link", { name: "Edit" }).click();
	await expect(page.getByLabel("Status")).toHaveValue("paid");
	await page.getByLabel("Company").fill("Okafor & Daughters");
	await page.getByRole("button", { name: "Update Invoice" }).click();
	await expect(toast(page, "Invoice updated successfully.")).toBeVisible();

	await page.getByRole("button", { name: "Revoke Link" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
	await expect(toast(page, "Link Revoked")).toBeVisible();
	expect((await fetch(link)).status).toBe(404);
	expect((await fetch(`${link}/pdf`)).status).toBe(404);
});

test("an invoice that is read without JavaScript counts as viewed, too", async ({ site, browser }) => {
	const { id } = await insertInvoice(site, { client_email: "amos@okafor.example", status: "sent" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const answer = await fetch(`${site.url}/api/invoices/${id}/link`, { method: "POST", headers });
	const context = await browser.newContext({ javaScriptEnabled: false });
	const client = await context.newPage();
	await client.goto(`${site.url}${(await answer.json()).invoice.public_path}`);
	await expect(client.getByRole("article", { name: /^Invoice INV-/ })).toBeVisible();
	await expect.poll(async () => (await readInvoice(site, id)).first_viewed_at).not.toBeNull();
	await context.close();
});

async function mailTo(site: SiteServer, address: string) {
	const find = async () =>
		(await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)))).find((mail) =>
			mail.to?.some((recipient) => recipient.address === address),
		);
	await expect.poll(find, { timeout: 15_000 }).toBeDefined();
	const mail = await find();
	if (!mail) throw new Error(`no mail to ${address}`);
	return mail;
}

// proves S5-invoice-01, S5-invoice-02, S5-invoice-04, S5-invoice-06
test("what is missing is told, and nothing is sent; numbers that are none fall back; leaving asks first", async ({
	page,
}) => {
	await openDesk(page, "/admin/invoices/new");
	let sent = 0;
	page.on("request", (request) => {
		if (request.method() === "POST" && request.url().includes("manage-invoices")) sent += 1;
	});
	const submit = page.getByRole("button", { name: "Create Invoice" });
	await submit.click();
	await expect(toast(page, "Validation Error")).toBeVisible();
	await expect(page.getByText("Please fill in all required fields.", { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel("Client Name")).toBeFocused();
	await page.getByLabel("Client Name").fill("Rosa");
	await page.getByLabel("Client Email").fill("rosa@okafor.example");
	await page.keyboard.press("Control+Enter");
	await expect(page.getByText("Please provide descriptions for all items.", { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel("Description")).toBeFocused();
	// A date without its month would count as none.
	const due = page.getByLabel("Due Date");
	await due.press("Backspace");
	await submit.click();
	await expect(due).toHaveAccessibleDescription("Please complete the date, or clear the field.");
	await expect(due).toBeFocused();
	expect(sent).toBe(0);

	for (const [label, fallback] of [
		["Quantity", "1"],
		["Unit Price", "0.00"],
		["Tax Rate (%)", "0"],
	] as const) {
		await page.getByLabel(label).fill("");
		await page.getByLabel(label).blur();
		await expect(page.getByLabel(label)).toHaveValue(fallback);
	}

	const cancel = page.getByRole("link", { name: "Cancel" });
	await cancel.click();
	await expect(page.getByRole("dialog", { name: "Leave Without Saving?" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(cancel).toBeFocused();
	await expect(page.getByLabel("Client Name")).toHaveValue("Rosa");
	await cancel.click();
	await answerQuestion(page, "Leave Without Saving?", "Leave");
	await expect(page).toHaveURL("/admin/invoices");
});

// proves S2-invoices-01, D-invoices-06, D-invoices-07
test("the list finds by number, client, email and company, and filters by status", async ({ page, site }) => {
	const one = await insertInvoice(site, { client_name: "Quincy Vale", client_company: "Vale & Sons", status: "sent" });
	const client_email = "ilse@brandt.example";
	const other = await insertInvoice(site, {
		client_name: "Ilse Brandt",
		client_email,
		client_company: "For Vale & Sons",
	});
	await openDesk(page, "/admin/invoices");
	await expect(page.getByRole("columnheader")).toHaveText([
		"Number",
		"Client",
		"Issued",
		"Due",
		"Total",
		"Status",
		"Actions",
	]);
	const search = page.getByRole("searchbox", { name: "Search" });
	for (const text of ["quincy", one.invoice_number]) {
		await search.fill(text);
		await expect(row(page, "Quincy Vale")).toBeVisible();
		await expect(row(page, "Ilse Brandt")).toBeHidden();
	}
	await search.fill("ilse@brandt");
	await expect(row(page, other.invoice_number)).toBeVisible();
	await expect(row(page, "Quincy Vale")).toBeHidden();

	// Of what is chosen, only what is due gets a reminder.
	await search.fill("VALE & sons");
	await expect(row(page, "Quincy Vale")).toBeVisible();
	await page.getByRole("checkbox", { name: "Select all listed rows" }).check();
	await page.getByRole("button", { name: "Send Reminder" }).click();
	const reminder = page.getByRole("dialog", { name: "Send 1 Reminder" });
	await expect(reminder.getByRole("listitem")).toContainText([one.invoice_number]);
	await expect(reminder).toContainText("Skipped because nothing is due: Draft (1).");
	await expectAccessible(page);
	await reminder.getByRole("button", { name: "Send 1 Reminder" }).click();
	await expect(toast(page, "Email Kept as a File")).toBeVisible();

	await search.fill("");
	await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Sent");
	await expect(row(page, "Quincy Vale")).toBeVisible();
	await expect(row(page, "Ilse Brandt")).toBeHidden();
	await search.fill("nobody has this name");
	await expect(page.getByText("No invoices found")).toBeVisible();
	await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
});

test("the header adds up what is outstanding and overdue", async ({ page, site }) => {
	await openDesk(page, "/admin/invoices");
	const amount = async (label: string) =>
		Number(
			(await page.getByRole("definition").filter({ visible: true }).allTextContents())[
				label === "Outstanding" ? 0 : 1
			]?.replace(/[$,]/g, ""),
		);
	await expect(page.getByText("Outstanding")).toBeVisible();
	const before = { outstanding: await amount("Outstanding"), overdue: await amount("Overdue") };
	const items = [{ description: "Talk", quantity: 1, unit_price: 100 }];
	await insertInvoice(site, { status: "sent", tax_rate: 0, items });
	await insertInvoice(site, { status: "overdue", tax_rate: 0, items });
	await insertInvoice(site, { status: "paid", tax_rate: 0, items });
	await expect.poll(() => amount("Outstanding")).toBeCloseTo(before.outstanding + 200);
	await expect.poll(() => amount("Overdue")).toBeCloseTo(before.overdue + 100);
	const outstanding = page.getByRole("definition").first();
	const total = (await outstanding.textContent()) ?? "";
	await outstanding.getByRole("link").click();
	await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("unpaid");
	await page.getByRole("checkbox", { name: /all/i }).first().check();
	await expect(page.getByRole("region", { name: "Selected rows" })).toContainText(total);
});

// proves S5-delete-02, S8-toast-15
test("an invoice is deleted only when that is confirmed", async ({ page, site }) => {
	const { invoice_number } = await insertInvoice(site, { client_name: "Delete Me" });
	await openDesk(page, "/admin/invoices");
	const remove = page.getByRole("button", { name: `Delete ${invoice_number}` });
	await remove.click();
	const question = page.getByRole("dialog", { name: "Delete Invoice" });
	await expect(question.getByText("Are you sure you want to delete this invoice?", { exact: true })).toBeVisible();
	await expect(question).toContainText(`${invoice_number} for Delete Me`);
	await page.keyboard.press("Escape");
	await expect(remove).toBeFocused();
	await expect(row(page, "Delete Me")).toBeVisible();
	await remove.click();
	await answerQuestion(page, "Delete Invoice", "Delete");
	await expect(toast(page, "Invoice deleted successfully.")).toBeVisible();
	await expect(row(page, "Delete Me")).toBeHidden();
});

test("a duplicate has no number until it is saved, a known client is filled in, and the list is exported as it is filtered", async ({
	page,
	site,
}) => {
	const { id, invoice_number } = await insertInvoice(site, { client_name: "=cmd|' /C calc'!A0", status: "paid" });
	await insertInvoice(site, { client_name: "Somebody Else" });
	await openDesk(page, `/admin/invoices/${id}`);
	await page.getByRole("link", { name: "Duplicate" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("New Invoice");
	await expect(page.getByLabel("Client Name")).toHaveValue("=cmd|' /C calc'!A0");
	await expect(page.getByLabel("Unit Price").first()).toHaveValue("1800.00");
	const due = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
	await page.getByLabel("Due Date").fill(due);
	await expect(page.getByLabel("Terms")).toHaveValue(/within 1[345] days of invoice date/);
	await page.goto("/admin/invoices/new");
	await page.getByLabel("Client Name").fill("somebody else");
	await expect(page.getByLabel("Address")).toHaveValue("12 Mill Lane\nHudson, NY 12534");
	await page.goto("/admin/invoices?q=cmd");
	await expect(row(page, invoice_number)).toBeVisible();
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export CSV" }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe("invoices.csv");
	const csv = (await (await download.createReadStream()).toArray()).join("");
	expect(csv).toContain(`"'=cmd|' /C calc'!A0"`);
	expect(csv).not.toContain("Somebody Else");
});

test("an invoice's screen prints the sheet alone, saves the PDF under its number, and deletes it", async ({
	page,
	site,
}) => {
	const other = await insertInvoice(site);
	const { id, invoice_number } = await insertInvoice(site, { notes: "Secret margin" });
	await openDesk(page, `/admin/invoices/${id}`);
	await expect(page.getByText("Secret margin")).toBeVisible();
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("article")).toBeVisible();
	for (const text of ["Secret margin", "Content Manager", "Dashboard"]) {
		await expect(page.getByText(text).first()).toBeHidden();
	}
	await expect(page.getByRole("contentinfo")).toBeHidden();
	await page.emulateMedia({ media: null });

	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download PDF" }).click();
	expect((await downloading).suggestedFilename()).toBe(`${invoice_number}.pdf`);

	await page.getByRole("button", { name: "Delete" }).click();
	await answerQuestion(page, "Delete Invoice", "Delete");
	await expect(toast(page, "Invoice deleted successfully.")).toBeVisible();
	await expect(page).toHaveURL("/admin/invoices");
	await expect(row(page, other.invoice_number)).toBeVisible();
	await expect(row(page, invoice_number)).toHaveCount(0);
});

test("whoever calls public invoices too often has to wait", async ({ ownSite }) => {
	const strict = await ownSite({ RATE_LIMITS: "on" });
	const call = () => fetch(`${strict.url}/invoice/${"A".repeat(43)}/pdf`);
	const answers = await Promise.all(Array.from({ length: 61 }, call));
	expect(answers.filter((answer) => answer.status === 404)).toHaveLength(60);
	const refusal = answers.find((answer) => answer.status === 429);
	expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await refusal?.text()).toBe("Too many requests. Please wait a moment and try again.");
});

// proves S2-guard-04
test("who is no admin sees no invoices", async ({ page, site }) => {
	const user = await insertAccount(site, "user");
	await openDesk(page, "/admin/invoices", user);
	await expect(page).toHaveURL("/");
});
