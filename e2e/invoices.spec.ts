import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { type Account, insertAccount, signIn } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { adminAccount, type SiteServer, startSite } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

const admin: Account = { ...adminAccount, name: "Admin" };

async function open(page: Page, path: string, account = admin): Promise<void> {
	await page.goto(path);
	await signIn(page, account);
	await expect(page).toHaveURL(path);
}

/** Stores an invoice as another member of staff would. */
async function insertInvoice(
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

async function readInvoice(
	site: SiteServer,
	id: string,
): Promise<{ client_name: string; first_viewed_at: string | null }> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const answer = await fetch(`${site.url}/functions/v1/manage-invoices?id=${id}`, { headers });
	return (await answer.json()).invoice;
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

// proves S2-routes-12, S2-invoices-02, S2-invoices-04, S5-invoice-03, S8-toast-16, S9-invoice-02, D-invoices-02
test("an invoice is written with live totals", async ({ page }) => {
	await open(page, "/admin/invoices");
	await page.getByRole("link", { name: "New Invoice" }).click();
	await expect(page).toHaveURL("/admin/invoices/new");
	await expect(page.getByLabel("Terms")).toHaveValue("Payment is due within 30 days of invoice date.");
	await expect(page.getByLabel("Tax Rate (%)")).toHaveValue("0");
	await expect(page.getByLabel("Quantity")).toHaveValue("1");
	await expect(page.getByLabel("Status")).toHaveCount(0);
	await expect(page.getByRole("button", { name: /Remove item/ })).toHaveCount(0);

	await page.getByLabel("Client Name").fill("Rosa Okafor");
	await page.getByLabel("Client Email").fill("rosa@okafor.example");
	await page.getByLabel("Description").fill("Press kit");
	await page.getByLabel("Quantity").fill("2.5");
	await page.getByLabel("Unit Price").fill("19.99");
	await page.getByLabel("Tax Rate (%)").fill("10");
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

// proves S2-routes-12, S2-invoices-04, S2-invoices-05, S8-toast-16
test("an invoice is sent, read by the client and paid", async ({ page, site, browser }) => {
	const { id } = await insertInvoice(site, {
		client_email: "rosa@okafor.example",
		items: [{ description: "Press kit", quantity: 1, unit_price: 10 }],
	});
	await open(page, `/admin/invoices/${id}`);
	await page.getByRole("button", { name: "Send", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: /^Send INV-/ });
	await expect(dialog).toContainText("rosa@okafor.example");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Send Invoice" }).click();
	await expect(toast(page, "Invoice Sent")).toBeVisible();
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
	expect(await viewed()).toBeNull();

	const context = await browser.newContext();
	const client = await context.newPage();
	await client.goto(link);
	await expect(client.getByRole("article", { name: /^Invoice INV-/ })).toContainText("Press kit");
	await expect(client.getByText("Sent", { exact: true })).toBeVisible();
	await expectAccessible(client);
	const pdf = await fetch(`${link}/pdf`);
	expect(pdf.headers.get("content-type")).toBe("application/pdf");
	expect(Buffer.from(await pdf.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
	await context.close();

	// By itself: the screen hears of the client's visit.
	await expect(page.getByText(/^First viewed/)).toBeVisible();
	await page.getByRole("link", { name: "Edit" }).click();
	await page.getByLabel("Status").selectOption("Paid");
	await page.getByRole("button", { name: "Update Invoice" }).click();
	await expect(toast(page, "Invoice updated successfully.")).toBeVisible();
	await expect(page.getByText("Paid", { exact: true })).toBeVisible();

	await page.getByRole("button", { name: "Revoke Link" }).click();
	await expect(toast(page, "Link Revoked")).toBeVisible();
	expect((await fetch(link)).status).toBe(404);
	expect((await fetch(`${link}/pdf`)).status).toBe(404);
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

// proves S5-invoice-01, S5-invoice-02, S5-invoice-06
test("what is missing is told, and nothing is sent", async ({ page }) => {
	await open(page, "/admin/invoices/new");
	let sent = 0;
	page.on("request", (request) => {
		if (request.method() === "POST" && request.url().includes("manage-invoices")) sent += 1;
	});
	const submit = page.getByRole("button", { name: "Create Invoice" });
	await submit.click();
	await expect(toast(page, "Validation Error")).toBeVisible();
	await expect(page.getByText("Please fill in all required fields.", { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel("Client Name")).toBeFocused();
	await expectAccessible(page);
	await page.getByLabel("Client Name").fill("Rosa");
	await page.getByLabel("Client Email").fill("rosa@okafor.example");
	await submit.click();
	await expect(page.getByText("Please provide descriptions for all items.", { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel("Description")).toBeFocused();
	expect(sent).toBe(0);
});

// proves S5-invoice-04
test("numbers that are none fall back to 1 and 0", async ({ page }) => {
	await open(page, "/admin/invoices/new");
	for (const [label, fallback] of [
		["Quantity", "1"],
		["Unit Price", "0"],
		["Tax Rate (%)", "0"],
	] as const) {
		await page.getByLabel(label).fill("");
		await page.getByLabel(label).blur();
		await expect(page.getByLabel(label)).toHaveValue(fallback);
	}
});

test("unsaved changes are not lost unasked", async ({ page }) => {
	await open(page, "/admin/invoices/new");
	await page.getByLabel("Client Name").fill("Half an invoice");
	const cancel = page.getByRole("link", { name: "Cancel" });
	// Each question is waited for: the field keeps its value before it is asked, too.
	const refused = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
	await cancel.click();
	await refused;
	await expect(page.getByLabel("Client Name")).toHaveValue("Half an invoice");
	const agreed = page.waitForEvent("dialog").then((dialog) => dialog.accept());
	await cancel.click();
	await agreed;
	await expect(page).toHaveURL("/admin/invoices");
});

// proves S2-invoices-01, D-invoices-06, D-invoices-07
test("the list finds by number, client, email and company, and filters by status", async ({ page, site }) => {
	const one = await insertInvoice(site, { client_name: "Quincy Vale", client_company: "Vale & Sons", status: "sent" });
	const other = await insertInvoice(site, { client_name: "Ilse Brandt", client_email: "ilse@brandt.example" });
	await open(page, "/admin/invoices");
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
	for (const text of ["quincy", "VALE & sons", one.invoice_number]) {
		await search.fill(text);
		await expect(row(page, "Quincy Vale")).toBeVisible();
		await expect(row(page, "Ilse Brandt")).toBeHidden();
	}
	await search.fill("ilse@brandt");
	await expect(row(page, other.invoice_number)).toBeVisible();
	await search.fill("");
	await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Sent");
	await expect(row(page, "Quincy Vale")).toBeVisible();
	await expect(row(page, "Ilse Brandt")).toBeHidden();
	await search.fill("nobody has this name");
	await expect(page.getByText("No invoices found")).toBeVisible();
	await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
});

test("the header adds up what is outstanding and overdue", async ({ page, site }) => {
	await open(page, "/admin/invoices");
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
});

// proves S5-delete-02, S8-toast-15
test("an invoice is deleted only when that is confirmed", async ({ page, site }) => {
	const { invoice_number } = await insertInvoice(site, { client_name: "Delete Me" });
	await open(page, "/admin/invoices");
	const remove = page.getByRole("button", { name: `Delete ${invoice_number}` });
	page.once("dialog", (dialog) => dialog.dismiss());
	await remove.click();
	await expect(row(page, "Delete Me")).toBeVisible();
	page.once("dialog", (dialog) => {
		expect(dialog.message()).toBe("Are you sure you want to delete this invoice?");
		return dialog.accept();
	});
	await remove.click();
	await expect(toast(page, "Invoice deleted successfully.")).toBeVisible();
	await expect(row(page, "Delete Me")).toBeHidden();
});

test("an invoice that is deleted on its own screen leads back to the list", async ({ page, site }) => {
	const other = await insertInvoice(site);
	const { id, invoice_number } = await insertInvoice(site);
	await open(page, `/admin/invoices/${id}`);
	page.once("dialog", (dialog) => dialog.accept());
	await page.getByRole("button", { name: "Delete" }).click();
	await expect(toast(page, "Invoice deleted successfully.")).toBeVisible();
	await expect(page).toHaveURL("/admin/invoices");
	await expect(row(page, other.invoice_number)).toBeVisible();
	await expect(row(page, invoice_number)).toHaveCount(0);
});

test("a duplicate opens as a new draft, and the list is exported as it is filtered", async ({ page, site }) => {
	const { id, invoice_number } = await insertInvoice(site, { client_name: "=cmd|' /C calc'!A0", status: "paid" });
	await insertInvoice(site, { client_name: "Somebody Else" });
	await open(page, `/admin/invoices/${id}`);
	await page.getByRole("button", { name: "Duplicate" }).click();
	await expect(page).toHaveURL(/\/edit$/);
	await expect(page.getByLabel("Status")).toHaveValue("draft");
	await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(`Edit ${invoice_number}`);
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

test("the PDF is saved under the invoice's number", async ({ page, site }) => {
	const { id, invoice_number } = await insertInvoice(site);
	await open(page, `/admin/invoices/${id}`);
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download PDF" }).click();
	expect((await downloading).suggestedFilename()).toBe(`${invoice_number}.pdf`);
});

test("printing shows the sheet without what surrounds it, and without internal notes", async ({ page, site }) => {
	const { id } = await insertInvoice(site, { notes: "Secret margin" });
	await open(page, `/admin/invoices/${id}`);
	await expect(page.getByText("Secret margin")).toBeVisible();
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("article")).toBeVisible();
	for (const text of ["Secret margin", "Content Manager", "Dashboard"]) {
		await expect(page.getByText(text).first()).toBeHidden();
	}
	await expect(page.getByRole("contentinfo")).toBeHidden();
});

test.describe("when it does not exist", () => {
	test.use({ expectedErrors: /404|could not find/ });

	for (const path of ["", "/edit"]) {
		// proves S8-invoices-04
		test(`/admin/invoices/{id}${path} says that the invoice was not found`, async ({ page }) => {
			await open(page, `/admin/invoices/5f0c6c3a-7c0e-4d4e-9a51-0d6f2f0b7c11${path}`);
			await expect(page.getByText("Invoice not found", { exact: true }).first()).toBeVisible();
			await expect(page.getByText("We could not find that invoice.", { exact: true }).first()).toBeVisible();
			await page.getByRole("link", { name: "Back to Invoices" }).click();
			await expect(page).toHaveURL("/admin/invoices");
		});
	}
});

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /500|Failed|Something|full/ });
	const endpoint = "**/functions/v1/manage-invoices*";

	const silent = (page: Page) => page.route(endpoint, (route) => route.fulfill({ status: 500, body: "" }));

	// proves S8-invoices-01, S8-invoices-03
	test("each screen says in its own words what could not be loaded", async ({ page, site }) => {
		const { id } = await insertInvoice(site);
		await silent(page);
		await open(page, "/admin/invoices");
		await expect(toast(page, "Failed to load invoices. Please try again.")).toBeVisible();
		await page.goto(`/admin/invoices/${id}`);
		await expect(toast(page, "Failed to load invoice details")).toBeVisible();
		await page.goto(`/admin/invoices/${id}/edit`);
		await expect(toast(page, "Failed to load invoice. Please try again.")).toBeVisible();
		await page.unroute(endpoint);
		await page.getByRole("button", { name: "Try Again" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Theo Marchetti");
	});

	// proves S8-invoices-07
	test("the server's own reason is told where it gives one, whatever failed", async ({ page, site }) => {
		const { id, invoice_number } = await insertInvoice(site);
		await open(page, "/admin/invoices");
		await expect(row(page, invoice_number)).toBeVisible();
		await page.route(endpoint, (route) => route.fulfill({ status: 500, json: { error: "The ledger is full" } }));
		page.once("dialog", (dialog) => dialog.accept());
		await page.getByRole("button", { name: `Delete ${invoice_number}` }).click();
		await expect(toast(page, "The ledger is full")).toBeVisible();
		for (const path of ["", `/${id}`, `/${id}/edit`]) {
			await page.goto(`/admin/invoices${path}`);
			await expect(toast(page, "The ledger is full")).toBeVisible();
		}
	});

	// proves S8-invoices-05
	test("an invoice that could not be created is still in the form, item by item", async ({ page }) => {
		await open(page, "/admin/invoices/new");
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

	test("an invoice that could not be sent, duplicated or printed says so", async ({ page, site }) => {
		const { id } = await insertInvoice(site);
		await open(page, `/admin/invoices/${id}`);
		await page.route("**/api/invoices/**", (route) => route.fulfill({ status: 500, body: "" }));
		await page.getByRole("button", { name: "Duplicate" }).click();
		await expect(toast(page, "Failed to duplicate invoice. Please try again.")).toBeVisible();
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
		await open(page, `/admin/invoices/${id}/edit`);
		await page.getByLabel("Client Name").fill("Typed in vain");
		await silent(page);
		await page.getByRole("button", { name: "Update Invoice" }).click();
		await expect(toast(page, "Failed to update invoice. Please try again.")).toBeVisible();
		await page.route(endpoint, (route) => route.fulfill({ status: 500, json: { error: "The ledger is full" } }));
		await page.getByRole("button", { name: "Update Invoice" }).click();
		await expect(toast(page, "The ledger is full")).toBeVisible();
		await expect(page.getByLabel("Client Name")).toHaveValue("Typed in vain");
	});

	// proves S8-invoices-02
	test("an invoice that could not be deleted stays listed", async ({ page, site }) => {
		const { invoice_number } = await insertInvoice(site);
		await open(page, "/admin/invoices");
		await expect(row(page, invoice_number)).toBeVisible();
		await silent(page);
		page.once("dialog", (dialog) => dialog.accept());
		await page.getByRole("button", { name: `Delete ${invoice_number}` }).click();
		await expect(toast(page, "Failed to delete invoice. Please try again.")).toBeVisible();
		await expect(row(page, invoice_number)).toBeVisible();
	});
});

test.describe("two members of staff", () => {
	test.use({ expectedErrors: /409|Somebody else/ });

	test("who saves second chooses between both versions", async ({ page, site, browser }) => {
		const { id } = await insertInvoice(site, { client_name: "Before" });
		const context = await browser.newContext();
		const colleague = await context.newPage();
		await open(colleague, `/admin/invoices/${id}/edit`);
		await open(page, `/admin/invoices/${id}/edit`);
		const saveAs = async (who: Page, name: string) => {
			await who.getByLabel("Client Name").fill(name);
			await who.getByRole("button", { name: "Update Invoice" }).click();
		};
		// Begun before: an untouched form would follow the colleague's.
		await page.getByLabel("Client Name").fill("Mine");
		await saveAs(colleague, "Theirs");
		await expect(toast(colleague, "Invoice updated successfully.")).toBeVisible();

		await saveAs(page, "Mine");
		const dialog = page.getByRole("dialog", { name: "This invoice has changed" });
		await expect(dialog).toBeVisible();
		await expectAccessible(page);
		await dialog.getByRole("button", { name: "Keep Editing" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Mine");
		expect((await readInvoice(site, id)).client_name).toBe("Theirs");

		await page.getByRole("button", { name: "Update Invoice" }).click();
		await dialog.getByRole("button", { name: "Use Their Version" }).click();
		await expect(page.getByLabel("Client Name")).toHaveValue("Theirs");

		await colleague.getByRole("link", { name: "Edit" }).click();
		await page.getByLabel("Client Name").fill("Mine after all");
		await saveAs(colleague, "Theirs again");
		await expect(toast(colleague, "Invoice updated successfully.")).toBeVisible();
		await saveAs(page, "Mine after all");
		await dialog.getByRole("button", { name: "Save Mine" }).click();
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
		await open(colleague, `/admin/invoices/${doomed.id}`);
		await expect(colleague.getByRole("article")).toContainText("Goes Away");
		await open(page, "/admin/invoices");
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

test("whoever calls public invoices too often has to wait", async () => {
	const strict = await startSite({ RATE_LIMITS: "on" });
	try {
		const call = () => fetch(`${strict.url}/invoice/${"A".repeat(43)}/pdf`);
		const answers = await Promise.all(Array.from({ length: 61 }, call));
		expect(answers.filter((answer) => answer.status === 404)).toHaveLength(60);
		const refusal = answers.find((answer) => answer.status === 429);
		expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refusal?.text()).toBe("Too many requests. Please wait a moment and try again.");
	} finally {
		await strict.stop();
	}
});

// proves S2-guard-04
test("who is no admin sees no invoices", async ({ page, site }) => {
	const user = await insertAccount(site, "user");
	await page.goto("/admin/invoices");
	await signIn(page, user);
	await expect(page).toHaveURL("/");
});

for (const colorScheme of ["light", "dark"] as const) {
	test.describe(`in ${colorScheme} colours`, () => {
		test.use({ colorScheme });

		test("list, form and detail are accessible", async ({ page, site }) => {
			const { id } = await insertInvoice(site);
			await open(page, "/admin/invoices", await insertAccount(site, "admin"));
			await expect(page.getByRole("row").nth(1)).toBeVisible();
			await expectAccessible(page);
			for (const path of [`/admin/invoices/${id}/edit`, `/admin/invoices/${id}`]) {
				await page.goto(path);
				await expect(page.getByRole("heading", { level: 1 })).toContainText("INV-");
				await expectAccessible(page);
			}
		});
	});
}
