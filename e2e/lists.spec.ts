import type { Locator, Page } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { savePost } from "./blog-posts.ts";
import { addOverHttp, openDesk, openSection, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

// What the four lists of people's requests and posts have in common, and the words in their rows and details.

async function apply(site: SiteServer, lastName: string, overrides: Record<string, string> = {}): Promise<void> {
	const body = buildApplicationForm({ job_id: "general-application", lastName, ...overrides });
	expect((await fetch(`${site.url}/api/applications`, { method: "POST", body })).status).toBe(201);
}

async function insertInvoice(site: SiteServer, client_name: string): Promise<{ id: string; invoice_number: string }> {
	const answer = await fetch(`${site.url}/functions/v1/manage-invoices`, {
		method: "POST",
		headers: { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" },
		body: JSON.stringify(buildInvoice({ client_name, due_date: "2099-01-01" })),
	});
	return (await answer.json()).invoice;
}

/** Of a person who has sent nothing else: details show what came from the same address. */
const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

const optionsOf = (select: Locator) => select.getByRole("option").allTextContents();
/** How many lines of a text are shown at most. */
const linesOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).webkitLineClamp);
const listFilter = (page: Page) => page.getByRole("search").getByRole("combobox", { name: "Status" });

async function addressAfterLeaving(search: Element): Promise<string> {
	if (search instanceof HTMLElement) search.blur();
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
	return location.search;
}

// proves S2-bookings-02, S2-contacts-02, S2-applications-02, S2-posts-02
test("counts what is listed, and those that wait", async ({ page, playwright, ownSite }) => {
	test.slow();
	// Of its own, because the second number is of all rows, whatever is listed.
	const site = await ownSite();
	const request = await playwright.request.newContext({ baseURL: site.url });
	const name = uniqueName("Counted");
	const rows = [{ status: "new" }, { status: "new" }, { status: "closed" }] as const;
	await addOverHttp(
		site,
		"bookings",
		buildBooking({ name: "Other" }),
		...rows.map((row) => buildBooking({ name, ...row })),
	);
	await addOverHttp(
		site,
		"contacts",
		buildContact({ name: "Other" }),
		...rows.map((row) => buildContact({ name, ...row })),
	);
	await apply(site, "Other");
	for (let count = 0; count < 3; count++) {
		await apply(site, `${name} ${count}`);
		await savePost(site, request, { title: `${name} ${count}`, publish: count > 0 });
	}
	await openDesk(page, `${site.url}/admin/bookings`);
	for (const [section, all, waiting] of [
		["Bookings", 4, "3 new"],
		["Contacts", 4, "3 new"],
		["Applications", 4, "4 pending"],
		["Blog Posts", 3, "2 published"],
	] as const) {
		await openSection(page, section);
		const badges = page.getByRole("heading", { level: 1 }).locator("..");
		await expect(badges.getByText(String(all), { exact: true })).toBeVisible();
		await page.getByRole("searchbox").fill(section === "Blog Posts" ? `${name} 1` : name);
		// Whoever leaves the search has the address at once: if it came later, it would call off what they open next.
		expect(await page.getByRole("searchbox").evaluate(addressAfterLeaving)).toContain("?q=Counted");
		const listed = section === "Blog Posts" ? 1 : 3;
		await expect(page.getByRole("row")).toHaveCount(listed + 1);
		await expect(badges.getByText(String(listed), { exact: true })).toBeVisible();
		await expect(badges.getByText(waiting, { exact: true })).toBeVisible();
	}
	await request.dispose();
});

// proves S2-bookings-05, S2-applications-04, S2-posts-05
// proves S5-search-01, S5-search-03, S5-search-04, S5-search-05, S5-search-06
test("searches what is loaded, in every specified field, without asking the server, and filters by every status", async ({
	page,
	request,
	site,
}) => {
	test.slow();
	const word = () => `w${crypto.randomUUID().slice(0, 8)}`;
	const name = uniqueName("Sought");
	const [mail, subject, message, content, tag] = [word(), word(), word(), word(), word()];
	const email = `${mail}@example.com`;
	await addOverHttp(site, "bookings", buildBooking({ name, email, service_type: "Videography" }));
	await addOverHttp(site, "contacts", buildContact({ name, email, subject, message }));
	await apply(site, name, { email });
	await savePost(site, request, { title: name, content: `<p>a <b>${content}</b></p>`, tags: ["One", tag] });
	await openDesk(page, "/admin/bookings");
	const answered = ["New", "In Progress", "Resolved", "Closed"];
	for (const [section, texts, statuses] of [
		["Bookings", [name, mail, "videogra"], answered],
		["Contacts", [name, mail, subject, message], answered],
		["Applications", [name, mail, "general-appl"], ["Pending", "Reviewing", "Interviewed", "Accepted", "Rejected"]],
		["Blog Posts", [name, content, tag], ["Draft", "Published", "Archived"]],
	] as const) {
		await openSection(page, section);
		expect(await optionsOf(listFilter(page))).toEqual(["All Status", ...statuses]);
		const row = rowOf(page, name);
		await expect(row).toBeVisible();
		const asked: string[] = [];
		page.on("request", (call) => {
			const url = decodeURIComponent(call.url()).toLowerCase();
			// What was said with clients is not loaded, and is searched beside the list.
			if (url.includes("/api/threads/search")) return;
			if (url.includes("/api/") && texts.some((text) => url.includes(text.toLowerCase()))) asked.push(url);
		});
		for (const text of texts) {
			await page.getByRole("searchbox").fill("finds nothing at all");
			await expect(row).toHaveCount(0);
			await page.getByRole("searchbox").fill(text.toUpperCase());
			await expect(row).toBeVisible();
		}
		expect(asked).toEqual([]);
		page.removeAllListeners("request");
	}
});

// proves S2-bookings-07, S2-bookings-11, S2-bookings-12
test("a booking's row and details say who, what and when", async ({ page, site }) => {
	const name = uniqueName("Flexible");
	const email = uniqueEmail();
	await addOverHttp(site, "bookings", buildBooking({ name, email, preferred_date: null, preferred_time: null }));
	await openDesk(page, "/admin/bookings");
	const row = rowOf(page, name);
	for (const text of [email, "(555) 010-0177", "Public Relations"]) {
		await expect(row.getByText(text)).toBeVisible();
	}
	await row.getByRole("button", { name: "Details" }).click();
	const dialog = page.getByRole("dialog", { name: "Booking Details" });
	await expect(dialog).toContainText(name);
	await expect(dialog.getByRole("link", { name: email })).toBeVisible();
	await expect(dialog.getByRole("link", { name: "(555) 010-0177" })).toBeVisible();
	for (const text of ["Public Relations", "Date: Flexible", "Time: Flexible"]) await expect(dialog).toContainText(text);
	await expect(dialog.getByText("New", { exact: true })).toBeVisible();
	await expect(dialog.getByText("We open our second shop in December.")).toBeVisible();
	await expect(dialog.getByLabel("Internal Notes")).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Save Notes" })).toBeEnabled();
});

// proves S2-contacts-08, S2-contacts-09, S2-contacts-10
test("an inquiry's row shows two lines of its message, its details all, in a box that scrolls", async ({
	page,
	site,
}) => {
	const name = uniqueName("Detailed");
	const email = uniqueEmail();
	const message = "A line of many.\n".repeat(60);
	await addOverHttp(site, "contacts", buildContact({ name, email, subject: "Rolls", message }));
	await openDesk(page, "/admin/contacts");
	expect(await linesOf(rowOf(page, name).getByText(/^A line of many/))).toBe("2");
	await rowOf(page, name).getByRole("button", { name: "Details" }).click();
	const dialog = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	for (const text of [name, email, "(555) 010-0131", "Rolls", "New"]) {
		await expect(dialog.getByText(text, { exact: true })).toBeVisible();
	}
	await expect(dialog).toContainText(/[A-Z][a-z]{2} \d\d, \d{4} at \d{1,2}:\d\d [AP]M/);
	const box = dialog.getByText("A line of many.");
	await expect(box).toHaveCSS("overflow-y", "auto");
	expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
});

// proves S2-applications-05, S2-applications-08, S2-applications-12, S9-skeleton-01
test("an application's row, after five that wait, and its details say who applied, for what and when", async ({
	page,
	site,
}) => {
	const lastName = uniqueName("Row");
	const name = `Ada ${lastName}`;
	const email = uniqueEmail();
	await apply(site, lastName, { email, phone: "(555) 010-0142", coverLetter: "Dear firm" });
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/applications?*", async (route) => {
		await released;
		await route.continue();
	});
	await openDesk(page, "/admin/applications");
	const waiting = page.getByRole("status").filter({ hasText: "Loading" });
	await expect(waiting.locator("tbody tr")).toHaveCount(5);
	release();
	await expect(waiting).toHaveCount(0);
	await expect(page.getByRole("columnheader")).toHaveText(["Applicant", "Position", "Applied", "Status", "Actions"]);
	const row = rowOf(page, name);
	for (const text of [email, "(555) 010-0142", "General Application"]) {
		await expect(row.getByText(text)).toBeVisible();
	}
	await expect(row).toContainText("ago");
	await row.getByRole("button", { name: "Details" }).click();
	const dialog = page.getByRole("dialog", { name: "Application Details" });
	await expect(dialog.getByText("Contact Information")).toBeVisible();
	for (const text of [email, "(555) 010-0142", "general-application", "Pending", "Dear firm"]) {
		await expect(dialog.getByText(text, { exact: true })).toBeVisible();
	}
	await expect(dialog).toContainText(/[A-Z][a-z]{2} \d\d, \d{4} at \d{1,2}:\d\d [AP]M/);
});

// proves S4-applications-02
test("the selector of an application is disabled while its status is being saved", async ({ page, site }) => {
	const lastName = uniqueName("Saving");
	await apply(site, lastName);
	await openDesk(page, "/admin/applications");
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/applications/*", async (route) => {
		await released;
		await route.continue();
	});
	const status = page.getByLabel(`Status of Ada ${lastName}`);
	await status.selectOption("Accepted");
	await expect(status).toBeDisabled();
	release();
	await expect(status).toBeEnabled();
	await expect(status).toHaveValue("accepted");
});

// proves S2-bookings-16, S4-status-02
test("the dialogs to add offer the specified services and begin as new", async ({ page }) => {
	await openDesk(page, "/admin/bookings");
	await page.getByRole("button", { name: "Add Booking" }).click();
	const booking = page.getByRole("dialog", { name: "Add Booking" });
	await expect(booking.getByLabel("Status")).toHaveValue("new");
	expect((await optionsOf(booking.getByLabel("Service Type"))).slice(1)).toEqual([
		"Corporate Communications",
		"Brand Development",
		"Public Relations",
		"Contact Center Services",
		"Photography",
		"Videography",
		"Graphic Design",
		"General Consultation",
		"Blocked Time",
	]);
	for (const label of ["Phone", "Preferred Date", "Preferred Time", "Message"]) {
		await expect(booking.getByLabel(label)).not.toHaveAttribute("required");
	}
	await page.keyboard.press("Escape");
	await openSection(page, "Contacts");
	await page.getByRole("button", { name: "Add Contact" }).click();
	await expect(page.getByRole("dialog", { name: "Add Contact" }).getByLabel("Status")).toHaveValue("new");
});

// proves S2-posts-01, S2-posts-03, S2-posts-07, S2-posts-08, S2-posts-09, S2-posts-11, S2-posts-12, S4-posts-05
// proves S4-posts-07, S8-toast-11, S9-preview-01
test("a post's row shows excerpt, preview, date, age and ways on, none to archive, and a few lines of what is long", async ({
	page,
	request,
	site,
}) => {
	const title = uniqueName("Rowed");
	const { id } = await savePost(site, request, {
		title,
		excerpt: "In short.",
		content: `<h2>${"y".repeat(149)}</h2><p><em>z</em>and more</p>`,
		status: "published",
		published_at: "2026-03-05T12:00:00Z",
	});
	const name = uniqueName("Clamped");
	const long = `${name} ${"many words ".repeat(25)}`;
	await savePost(site, request, {
		title: long.slice(0, 190),
		excerpt: `excerpt ${long}`,
		content: `<p>text ${long}</p>`,
		status: "archived",
	});
	await openDesk(page, "/admin/blogs");
	await expect(page.getByText("Create and manage blog content for your website", { exact: true })).toBeVisible();
	await expect(page.getByRole("link", { name: "New Post" })).toHaveAttribute("href", "/admin/blogs/new");
	const row = rowOf(page, title);
	await expect(row.getByText("In short.", { exact: true })).toBeVisible();
	await expect(row.getByText(/^y{149} ?\.\.\.$/)).toBeVisible();
	await expect(row.getByText("Published", { exact: true })).toBeVisible();
	await expect(row.getByText("Mar 05, 2026", { exact: true })).toBeVisible();
	await expect(row).toContainText("ago");
	for (const name of [title, `Edit ${title}`]) {
		await expect(row.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/admin/blogs/edit/${id}`);
	}
	await expect(row.getByRole("button", { name: "Unpublish" })).toBeVisible();
	await expect(row.getByRole("button", { name: "Delete" })).toBeVisible();
	await expect(row.getByRole("button", { name: /archive/i })).toHaveCount(0);
	await expect(row.getByRole("combobox")).toHaveCount(0);

	const other = rowOf(page, name);
	expect(await linesOf(other.getByRole("paragraph").filter({ has: page.getByRole("link") }))).toBe("2");
	expect(await linesOf(other.getByText(/^excerpt /))).toBe("1");
	expect(await linesOf(other.getByText(/^text /))).toBe("3");
	await expect(other.getByText("Archived", { exact: true })).toBeVisible();
	await other.getByRole("button", { name: "Publish" }).click();
	await expect(toast(page, "Blog Published")).toContainText("Blog post is now Published");
	await expect(other.getByText("Published", { exact: true })).toBeVisible();
});

// proves S2-invoices-03, S2-invoices-05, S4-invoices-02
test("an invoice's row leads to view, edit and delete, and any status can be chosen", async ({ page, site }) => {
	const client = uniqueName("Billed");
	const { id, invoice_number } = await insertInvoice(site, client);
	await openDesk(page, "/admin/invoices");
	const row = page.getByRole("row").filter({ hasText: invoice_number });
	for (const name of [invoice_number, `View ${invoice_number}`]) {
		await expect(row.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/admin/invoices/${id}`);
	}
	await expect(row.getByRole("button", { name: `Delete ${invoice_number}` })).toBeVisible();
	await row.getByRole("link", { name: `Edit ${invoice_number}` }).click();
	await expect(page).toHaveURL(`/admin/invoices/${id}/edit`);
	await expect(page.getByLabel("Status", { exact: true })).toHaveValue("draft");
	expect(await optionsOf(page.getByLabel("Status", { exact: true }))).toEqual([
		"Draft",
		"Sent",
		"Paid",
		"Overdue",
		"Cancelled",
	]);
	await page.goBack();
	await row.getByRole("link", { name: `View ${invoice_number}` }).click();
	await expect(page).toHaveURL(`/admin/invoices/${id}`);
	const sheet = page.getByRole("article", { name: `Invoice ${invoice_number}` });
	await expect(sheet).toContainText(client);
	await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
	await expect(page.getByRole("link", { name: "Edit" })).toHaveAttribute("href", `/admin/invoices/${id}/edit`);
});

test.describe("far from the firm", () => {
	test.use({ timezoneId: "Pacific/Auckland" });

	// proves S5-invoice-05, S9-invoice-01, S9-invoice-02, S9-invoice-03, D-time-03
	test("a new invoice proposes its due date, terms and numbers", async ({ page }) => {
		/** 30 days after today in New York; the browser's own day is another one for most of the time. */
		const due = () => {
			const today = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });
			return new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10);
		};
		const before = due();
		await openDesk(page, "/admin/invoices/new");
		await expect(page.getByLabel("Due Date")).toHaveValue(/./);
		// Midnight may pass in between.
		expect([before, due()]).toContain(await page.getByLabel("Due Date").inputValue());
		for (const [label, value] of [
			["Terms", "Payment is due within 30 days of invoice date."],
			["Tax Rate (%)", "0"],
			["Quantity", "1"],
			["Unit Price", "0.00"],
		] as const) {
			await expect(page.getByLabel(label)).toHaveValue(value);
		}
		for (const label of ["Unit Price", "Tax Rate (%)"]) {
			await expect(page.getByLabel(label)).toHaveAttribute("step", "0.01");
		}
		await expect(page.getByLabel("Client Email")).toHaveAttribute("type", "email");
	});
});
