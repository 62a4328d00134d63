import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { expectAccessible } from "./axe.ts";
import { addOverHttp, bookingsPath, exported, lostConnection, openDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { adminAccount } from "./site-server.ts";

const statusOf = (page: Page, name: string) => rowOf(page, name).getByRole("combobox");
const bar = (page: Page) => page.getByRole("region", { name: "Selected rows" });
const search = (page: Page, text: string) => page.getByRole("searchbox", { name: "Search" }).fill(text);

/** The toast's button by keys alone: F8 leads to the notifications. */
async function pressUndo(page: Page): Promise<void> {
	await page.keyboard.press("F8");
	// The toast itself, then its button.
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
	await page.keyboard.press("Enter");
}

test("a change is undone from its toast or by Ctrl+Z, which then leaves the search behind a dialog as it is", async ({
	page,
	site,
}) => {
	const name = uniqueName("Priya Raman");
	await addOverHttp(site, "bookings", buildBooking({ name, status: "in_progress", preferred_time: null }));
	await openDesk(page, bookingsPath);
	await statusOf(page, name).selectOption("Closed");
	await expect(toast(page, "Status Updated")).toContainText("Booking status changed to Closed");
	await pressUndo(page);
	await expect(toast(page, "Status Updated")).toContainText(`Booking status of ${name} changed back to In Progress`);
	await expect(statusOf(page, name)).toHaveValue("in_progress");
	await page.reload();
	await expect(statusOf(page, name)).toHaveValue("in_progress");

	const searchBox = page.getByRole("searchbox", { name: "Search" });
	await searchBox.focus();
	await page.keyboard.type(name);
	await expect(page.getByRole("row")).toHaveCount(2);
	// A click in the toast leaves the focus in the list.
	await statusOf(page, name).focus();
	await statusOf(page, name).selectOption("Closed");
	await expect(toast(page, "Status Updated")).toContainText("Booking status changed to Closed");
	await toast(page, "Status Updated").getByRole("button", { name: "Undo" }).click();
	await expect(toast(page, "Status Updated")).toContainText("changed back");
	await expect(statusOf(page, name)).toBeFocused();
	// By Ctrl+Z also while the selector has the focus.
	await statusOf(page, name).selectOption("Closed");
	await expect(toast(page, "Status Updated")).toContainText("Booking status changed to Closed");
	await statusOf(page, name).focus();
	await page.keyboard.press("Control+z");
	await expect(toast(page, "Status Updated")).toContainText(`Booking status of ${name} changed back to In Progress`);
	await rowOf(page, name).getByRole("button", { name: "Details" }).click();
	const details = page.getByRole("dialog", { name: "Booking Details" });
	await details.getByRole("button", { name: "Change date and time" }).click();
	await details.getByLabel("Date", { exact: true }).fill("2026-12-24");
	await page.keyboard.press("Enter");
	await expect(toast(page, "Booking Updated")).toContainText("Date and time have been saved.");
	await expect(details).toContainText("December 24, 2026");
	await page.keyboard.press("Control+z");
	await expect(toast(page, "Booking Updated")).toContainText("The earlier date and time have been restored.");
	await expect(details).toContainText("November 24, 2026");
	await page.keyboard.press("Control+z");
	await details.getByLabel("Internal Notes").focus();
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Escape");
	await expect(details).toBeHidden();
	await expect(searchBox).toHaveValue(name);
});

test("rows are selected and changed together by keyboard alone; the undo gives each its own status back", async ({
	page,
	site,
}) => {
	const group = uniqueName("Group");
	const statuses = ["new", "in_progress", "resolved"] as const;
	for (const status of statuses)
		await addOverHttp(site, "bookings", buildBooking({ name: `${group} ${status}`, status }));
	await openDesk(page, bookingsPath);
	await search(page, group);
	await expect(page.getByRole("row")).toHaveCount(4);
	await page.keyboard.press("ArrowDown");
	// Inside of the row and above its neighbors: outside, the table cuts the ring off and the next row covers it.
	const focused = page.locator("tr:focus");
	for (const forcedColors of ["none", "active"] as const) {
		await page.emulateMedia({ forcedColors });
		await expect(focused).toHaveCSS("outline-style", "solid");
		await expect(focused).toHaveCSS("outline-offset", "-2px");
		await expect(focused).toHaveCSS("z-index", "1");
	}
	await page.emulateMedia({ forcedColors: "none" });
	await page.keyboard.press("x");
	await expect(page.getByRole("checkbox", { name: `Select ${group} resolved` })).toBeChecked();
	await page.keyboard.press("End");
	await page.keyboard.press("Shift+X");
	await expect(page.getByRole("status").filter({ hasText: "3 selected" })).toBeAttached();
	await expect(page.getByRole("checkbox", { name: "Select all listed rows" })).toBeChecked();
	await bar(page).getByRole("button", { name: "Closed" }).focus();
	await page.keyboard.press("Enter");
	await expect(toast(page, "Status Updated")).toContainText("3 booking statuses changed to Closed");
	await expect(bar(page)).toBeHidden();
	for (const status of statuses) await expect(statusOf(page, `${group} ${status}`)).toHaveValue("closed");
	await pressUndo(page);
	await expect(toast(page, "Status Updated")).toContainText("3 booking statuses changed back");
	for (const status of statuses) await expect(statusOf(page, `${group} ${status}`)).toHaveValue(status);
	await page.reload();
	for (const status of statuses) await expect(statusOf(page, `${group} ${status}`)).toHaveValue(status);
	// A status key changes the selected rows, and the next one the row that has the focus.
	await rowOf(page, `${group} new`).focus();
	await page.keyboard.press("x");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("x");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("4");
	await expect(toast(page, "Status Updated")).toContainText("2 booking statuses changed to Closed");
	await expect(bar(page)).toBeHidden();
	await page.keyboard.press("1");
	await expect(statusOf(page, `${group} resolved`)).toHaveValue("new");
	await expect(statusOf(page, `${group} new`)).toHaveValue("closed");
});

test("a click with Shift selects all between; what the filter hides is not selected", async ({ page, site }) => {
	const group = uniqueName("Range");
	for (const n of [1, 2, 3, 4]) await addOverHttp(site, "contacts", buildContact({ name: `${group} ${n}` }));
	await openDesk(page, "/admin/contacts");
	await search(page, group);
	await expect(page.getByRole("row")).toHaveCount(5);
	const box = (n: number) => page.getByRole("checkbox", { name: `Select ${group} ${n}` });
	await box(4).click();
	await box(2).click({ modifiers: ["Shift"] });
	await expect(box(3)).toBeChecked();
	await expect(box(1)).not.toBeChecked();
	await expect(bar(page)).toContainText("3 selected");
	await search(page, `${group} 3`);
	await expect(bar(page)).toContainText("1 selected");
	await bar(page).getByRole("button", { name: "Clear selection" }).click();
	await expect(bar(page)).toBeHidden();
	await search(page, group);
	await page.getByRole("checkbox", { name: "Select all listed rows" }).click();
	let requests = 0;
	page.on("request", (request) => {
		if (request.url().includes("/api/threads/") && request.method() !== "GET") requests += 1;
	});
	await bar(page).getByRole("button", { name: "Assign To" }).focus();
	await page.keyboard.press("Enter");
	// The keys go past the members without assigning anything to them.
	await expect(page.getByRole("menuitem").first()).toBeFocused();
	await page.keyboard.press("End");
	await expect(page.getByRole("menuitem", { name: "Unassigned" })).toBeFocused();
	expect(requests).toBe(0);
	await page.keyboard.type(adminAccount.email);
	await expect(page.getByRole("menuitem", { name: adminAccount.email })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(toast(page, "Assigned")).toContainText("4 assigned to");
	await expect(bar(page)).toBeHidden();
	const mine = page.getByText("Assigned to ", { exact: false });
	await expect(page.getByRole("row").filter({ has: mine })).toHaveCount(4);
	await pressUndo(page);
	await expect(toast(page, "Assignment Undone")).toBeVisible();
	await expect(page.getByRole("row").filter({ has: mine })).toHaveCount(0);
	expect(requests).toBe(2);
	await page.getByRole("checkbox", { name: "Select all listed rows" }).click();
	await bar(page).getByRole("button", { name: "Resolved" }).click();
	await expect(toast(page, "Status Updated")).toContainText("4 contact statuses changed to Resolved");
});

test.describe("without an answer", () => {
	test.use({ expectedErrors: lostConnection });

	test("a change of many rows that fails is taken back on screen and told", async ({ page, site }) => {
		const name = uniqueName("Marcus Bell");
		await addOverHttp(site, "bookings", buildBooking({ name }));
		await openDesk(page, bookingsPath);
		await page.route("**/api/bookings/statuses", (route) => route.abort());
		await page.getByRole("checkbox", { name: `Select ${name}` }).click();
		await bar(page).getByRole("button", { name: "Resolved" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to update booking status");
		await expect(statusOf(page, name)).toHaveValue("new");
		await expect(bar(page)).toContainText("1 selected");
	});
});

test("exports what the filter lists, safe for spreadsheets", async ({ page, site }) => {
	const group = uniqueName("Export");
	await addOverHttp(
		site,
		"bookings",
		buildBooking({ name: `${group} Ana`, message: "=1+1" }),
		buildBooking({ name: `${group} Bea`, status: "closed" }),
	);
	await openDesk(page, bookingsPath);
	await search(page, group);
	await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("New");
	await expect(page.getByRole("row")).toHaveCount(2);
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export CSV" }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe("bookings.csv");
	const text = await readFile(await file.path(), "utf8");
	expect(text).toMatch(/^\uFEFFName,Email,Phone,Service,/);
	expect(text).toContain(`${group} Ana`);
	expect(text).toContain(`"'=1+1"`);
	expect(text).not.toContain("Bea");
});

test("a record shows what else came from its person, and who changed it", async ({ page, site }) => {
	const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
	const name = uniqueName("Ada Byron");
	const subject = uniqueName("Opening night");
	await addOverHttp(site, "bookings", buildBooking({ name, email: email.toUpperCase() }));
	await addOverHttp(site, "contacts", buildContact({ name, email, subject }));
	await openDesk(page, bookingsPath);
	await rowOf(page, name).getByRole("combobox").selectOption("Resolved");
	await expect(toast(page, "Status Updated")).toBeVisible();
	await rowOf(page, name).getByRole("button", { name: "Details" }).click();
	const booking = page.getByRole("dialog", { name: "Booking Details" });
	await booking.getByText("Activity", { exact: true }).focus();
	await page.keyboard.press("Enter");
	await expect(booking).toContainText(`${adminAccount.email} changed status from New to Resolved`);
	await expect(booking).toContainText(`${adminAccount.email} created this booking`);
	await booking.getByRole("link", { name: `Inquiry: ${subject}` }).click();
	const contact = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await expect(contact).toContainText(subject);
	await contact.getByRole("link", { name: "Booking: Public Relations" }).focus();
	await page.keyboard.press("Enter");
	await expect(booking).toContainText(name);

	// A reply in staff's own mail program leaves a line, and offers to say so. The program itself stays closed here.
	await booking.getByRole("group", { name: "Status" }).getByRole("button", { name: "In Progress" }).click();
	// Before the next toast, which it would take the place of.
	await expect(toast(page, "Status Updated")).toContainText("Booking status changed to In Progress");
	await page.goBack();
	await page.evaluate(() => {
		window.addEventListener("click", (event) => {
			if (event.target instanceof Element && event.target.closest("a[href^='mailto:']")) event.preventDefault();
		});
	});
	await contact.getByRole("link", { name: "Reply via Email" }).click();
	await toast(page, "Reply Started").getByRole("button", { name: "Set to In Progress" }).click();
	await expect(contact.getByRole("button", { name: "In Progress" })).toHaveAttribute("aria-pressed", "true");
	await contact.getByText("Activity", { exact: true }).click();
	await expect(contact).toContainText(`${adminAccount.email} began a reply by email`);

	await contact.getByLabel("Internal Notes").fill("Prefers the phone.");
	await contact.getByRole("button", { name: "Save Notes" }).click();
	await expect(toast(page, "Notes Saved")).toBeVisible();
	await contact.getByRole("link", { name: "Full History and Emails" }).click();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	const history = page.getByRole("list", { name: "History" });
	await expect(history).toContainText(`Inquiry: ${subject}`);
	await expect(history).toContainText("Prefers the phone.");
	await expect(history.getByRole("link", { name: /^Booking: / })).toBeVisible();
	await expectAccessible(page);
	// The palette leads back to the person, and says its keys.
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog", { name: "Find or go to" })).toBeHidden();
	await page.keyboard.press("?");
	await expect(page.getByRole("dialog", { name: "Keyboard Shortcuts" })).toContainText("Undo the last change or reply");
	await expectAccessible(page);
});

test("on a phone rows are selected after Select, by finger or by key, and changed together", async ({ page, site }) => {
	const group = uniqueName("Phone");
	for (const n of [1, 2, 3]) await addOverHttp(site, "contacts", buildContact({ name: `${group} ${n}` }));
	await page.setViewportSize({ width: 360, height: 740 });
	await openDesk(page, "/admin/contacts");
	await search(page, group);
	const box = (n: number) => page.getByRole("checkbox", { name: `Select ${group} ${n}` });
	const select = page.getByRole("button", { name: "Select", exact: true });
	await expect(rowOf(page, `${group} 1`)).toBeVisible();
	await expect(page.getByRole("checkbox")).toHaveCount(0);
	await select.click();
	await expect(select).toHaveAttribute("aria-pressed", "true");
	// Anywhere in the strip at the left of the card, which is wider than the least of 24 px.
	await rowOf(page, `${group} 1`).click({ position: { x: 12, y: 12 } });
	await expect(box(1)).toBeChecked();
	await box(3).focus();
	await page.keyboard.press("Space");
	await expect(bar(page)).toContainText("2 selected");
	for (const button of await bar(page).getByRole("button").all()) {
		// The statuses are a strip that scrolls to the side; the rest of the page stays where it is.
		await button.scrollIntoViewIfNeeded();
		await expect(button).toBeInViewport({ ratio: 0.98 });
		expect(await page.evaluate(() => document.documentElement.scrollLeft)).toBe(0);
		expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);
	}
	await bar(page).getByRole("button", { name: "Resolved" }).click();
	await expect(toast(page, "Status Updated")).toContainText("2 contact statuses changed to Resolved");
	await expect(bar(page)).toBeHidden();
	await expect(page.getByRole("checkbox")).toHaveCount(0);
	for (const [place, status] of ["resolved", "new", "resolved"].entries()) {
		await expect(statusOf(page, `${group} ${place + 1}`)).toHaveValue(status);
	}
	await select.click();
	await bar(page).getByRole("button", { name: "Select All 3" }).click();
	await expect(bar(page)).toContainText("3 selected");
	await select.click();
	await expect(bar(page)).toBeHidden();
});

/** Rows 'Row 1' (the newest) to 'Row 10000', and what can be done with all of them. */
const longLists = [
	{
		name: "bookings",
		path: bookingsPath,
		insert: `insert into bookings (name, email, created_at)
			select 'Row ' || n, 'row' || n || '@example.com', now() - n * interval '1 minute' from generate_series(1, 10000) n`,
		change: { to: "Closed", subject: "booking" },
		former: ",New,",
	},
	{
		name: "jobs",
		path: "/admin/applications/jobs",
		insert: `delete from jobs; insert into jobs (title, slug, location, type, description, created_at)
			select 'Row ' || n, 'row-' || n, 'Remote', 'Full-time', 'You find the news.', now() - n * interval '1 minute'
			from generate_series(1, 10000) n`,
		change: { to: "Closed", subject: "job" },
		former: ",Open,",
	},
	{
		name: "invoices",
		path: "/admin/invoices",
		insert: `insert into invoices (invoice_number, client_name, client_email, issue_date, due_date, tax_rate, subtotal,
				tax_amount, total_amount, created_at)
			select 'INV-1999-' || n, 'Row ' || n, 'row' || n || '@example.com', now(), now(), 0, 10, 0, 10,
				now() - n * interval '1 minute'
			from generate_series(1, 10000) n`,
		change: { to: "Paid", subject: "invoice" },
		former: ",Draft",
	},
	{
		name: "users",
		path: "/admin/users",
		// With the admin there are 10,000.
		insert: `with added as (
				insert into users (email, confirmed_at, created_at, updated_at)
				select 'row' || n || '@example.com', now(), now() - n * interval '1 minute', now() from generate_series(1, 9999) n
				returning *
			)
			insert into profiles (user_id, email, full_name, created_at)
			select id, email, 'Row ' || substring(email from '\\d+'), created_at from added`,
		change: undefined,
		former: ",Confirmed,",
	},
];

for (const { name, path, insert, change, former } of longLists) {
	test(`10,000 ${name}: searched, selected, changed, undone and exported`, { tag: "@long" }, async ({
		page,
		ownSite,
	}) => {
		test.setTimeout(240_000);
		const site = await ownSite();
		const count = (rows: string) => page.getByText(name === "users" ? `${rows} users` : rows, { exact: true });
		const database = await site.openDatabase();
		// Without a notice for each row.
		await database.query(`begin; set local session_replication_role = replica; ${insert}; commit`);
		await database.close();
		await openDesk(page, `${site.url}${path}`);
		await expect(count("10,000")).toBeVisible({ timeout: 30_000 });
		await search(page, "ROW 9999");
		await expect(page.getByRole("row")).toHaveCount(2);
		await expect(rowOf(page, "Row 9999")).toBeVisible();
		await search(page, "row 123");
		await expect(count("11")).toBeVisible();
		await search(page, "");
		await expect(count("10,000")).toBeVisible();
		// Those in sight, and the last by its key.
		expect(await page.getByRole("row").count()).toBeLessThan(60);
		await page.getByRole("row").nth(1).focus();
		await page.keyboard.press("End");
		await expect(page.locator("tr:focus")).toHaveAttribute("aria-rowindex", "10001");
		await page.getByRole("checkbox", { name: "Select all listed rows" }).click();
		await expect(bar(page)).toContainText("10,000 selected");
		if (change) {
			await bar(page).getByRole("button", { name: change.to }).click();
			const told = `10,000 ${change.subject} statuses changed`;
			await expect(toast(page, "Status Updated")).toContainText(`${told} to ${change.to}`, { timeout: 60_000 });
			await pressUndo(page);
			await expect(toast(page, "Status Updated")).toContainText(`${told} back`, { timeout: 60_000 });
		}
		const lines = (await exported(page, `${name}.csv`)).split("\r\n");
		expect(lines).toHaveLength(10_001);
		expect(lines.filter((line) => line.includes(former))).toHaveLength(10_000);
	});
}
