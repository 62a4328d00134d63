import type { Locator } from "@playwright/test";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { endSessions, insertAccount, logOut, signIn } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { buildTitle } from "./blog-desk.ts";
import { savePost } from "./blog-posts.ts";
import { addOverHttp, bookingsPath, contactsPath, openDesk, rowOf, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import { signInOverHttp } from "./staff.ts";

const headersOf = (table: Locator) => table.getByRole("columnheader").allTextContents();

test("every specified column stays on a tablet, and nothing reaches beyond its edge", async ({
	page,
	site,
	request,
}) => {
	const title = buildTitle("Narrow");
	await savePost(site, request, { title, content: "<p>Some text.</p>", tags: ["Press"], excerpt: "Shortly" });
	const invoice = await insertInvoice(site, { client_name: uniqueName("Ada Byron") });
	await page.setViewportSize({ width: 768, height: 900 });
	await openDesk(page, "/admin/blogs");
	const posts = page.getByRole("table", { name: "Blog Posts" });
	await expect(posts.getByRole("row").filter({ hasText: title })).toContainText("Some text.");
	await expect(posts.getByRole("list", { name: "Tags" }).first()).toBeVisible();
	const named = (await headersOf(posts)).filter(Boolean);
	expect(named).toEqual(["Title", "Content Preview", "Status", "Tags", "Updated", "Actions"]);
	for (const header of named) await expect(posts.getByRole("columnheader", { name: header })).toBeVisible();
	await page.goto("/admin/invoices");
	const invoices = page.getByRole("table", { name: "Invoices" });
	const row = invoices.getByRole("row").filter({ hasText: invoice.invoice_number });
	for (const cell of [invoice.invoice_number, "Ada Byron"]) await expect(row).toContainText(cell);
	expect((await headersOf(invoices)).filter(Boolean)).toEqual([
		"Number",
		"Client",
		"Issued",
		"Due",
		"Total",
		"Status",
		"Actions",
	]);
	for (const button of await row.getByRole("link").all()) await expect(button).toBeInViewport({ ratio: 1 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
	const number = row.getByRole("link", { name: invoice.invoice_number, exact: true });
	for (const unbroken of [number, row.getByTitle(/^[A-Z][a-z]{2} \d\d, \d{4}$/).first()]) {
		const [first, last] = await unbroken.evaluate((element) => {
			const rects = [...element.getClientRects()];
			return [rects.at(0)?.top, rects.at(-1)?.top];
		});
		expect(first).toBe(last);
	}
	await row.getByRole("link", { name: /^Ada Byron/ }).click();
	await expect(page).toHaveURL(`/admin/invoices/${invoice.id}`);
});

test("on a phone the back office has one bar, a tap selects while there are boxes, and else opens", async ({
	browser,
	site,
}) => {
	const context = await browser.newContext({
		baseURL: site.url,
		viewport: { width: 390, height: 800 },
		hasTouch: true,
		isMobile: true,
	});
	const page = await context.newPage();
	const pile = uniqueName("Touched");
	await addOverHttp(site, "contacts", ...[1, 2].map((n) => buildContact({ name: `${pile} no. ${n}.` })));
	await openDesk(page, `${contactsPath}?q=${encodeURIComponent(pile)}`);
	await expect(page.getByRole("button", { name: "Open menu" })).toHaveCount(0);
	await expect(page.getByRole("banner")).toBeHidden();
	await page.getByRole("button", { name: "Sections" }).tap();
	await expect(page.getByRole("dialog").getByRole("link", { name: "View Website" })).toHaveAttribute("href", "/");
	await page.getByRole("button", { name: "Close menu" }).tap();
	await expect(page.getByRole("dialog")).toBeHidden();

	const card = (n: number) => page.getByRole("row").filter({ hasText: `no. ${n}.` });
	await page.getByRole("button", { name: "Select", exact: true }).tap();
	await card(1).getByText(buildContact().message).tap();
	const bar = page.getByRole("region", { name: "Selected rows" });
	await expect(bar).toContainText("1 selected");
	expect((await bar.boundingBox())?.height).toBeLessThan(120);
	const box = page.getByRole("checkbox", { name: `Select ${pile} no. 1.` });
	await expect(box).toBeChecked();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Select", exact: true }).tap();
	await expect(box).toHaveCount(0);
	await card(1).getByText(buildContact().message).tap();
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await details.getByRole("button", { name: "Reply", exact: true }).tap();
	// What is answered stays in sight above the keyboard.
	const reply = details.getByRole("region", { name: "Reply" });
	await expect(reply.getByRole("textbox", { name: "Reply" })).toBeFocused();
	await page.setViewportSize({ width: 390, height: 450 });
	await expect(reply.getByText(buildContact().message)).toBeInViewport({ ratio: 1 });
	await expect(reply.getByLabel("Cc")).toBeHidden();
	await reply.getByText(/^To /).tap();
	await expect(reply.getByLabel("Cc")).toBeVisible();
	await expectAccessible(page);
	await context.close();
});

test("the header of the bookings says how fast they were answered", async ({ page, site }) => {
	const database = await site.openDatabase();
	for (const days of [7, 14]) {
		await database.query(
			`insert into bookings (name, email, promised_minutes, created_at, first_answered_at, status) values ('Quick', 'q@example.com', 5, now() - interval '${days} days', now() - interval '${days} days', 'closed')`,
		);
	}
	await database.close();
	await openDesk(page, bookingsPath);
	await expect(page.getByText("within 5 minutes during business hours")).toBeVisible();
	await expect(page.getByRole("img", { name: /^12 weeks: .*\d+%/ })).toBeVisible();
});

test("an inquiry leads to the form for a booking, filled in with its person", async ({ page, site }) => {
	const contact = buildContact({ name: uniqueName("Ada Byron"), phone: "(512) 555-0199" });
	await addOverHttp(site, "contacts", contact);
	await openDesk(page, contactsPath);
	await page.getByRole("button", { name: `Details of ${contact.name}` }).click();
	const inquiry = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await inquiry.getByRole("link", { name: "Add Booking" }).click();
	const form = page.getByRole("dialog", { name: "Add Booking" });
	await expect(form.getByLabel("Name")).toHaveValue(contact.name);
	await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue(contact.email);
	await expect(form.getByLabel("Phone")).toHaveValue("(512) 555-0199");
	await form.getByRole("button", { name: "Cancel" }).click();
	await expect(page).toHaveURL(bookingsPath);
	await page.goto("/admin/people");
	await expect(page.getByText("Whose page?")).toBeVisible();
	await page.goto(`/admin/people?email=${encodeURIComponent(contact.email)}`);
	await page.getByRole("link", { name: "Add Booking" }).click();
	await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue(contact.email);
});

test("on a tablet a toast stays over the title of a dialog, between its buttons", async ({ page, site }) => {
	const name = uniqueName("Covered");
	await addOverHttp(site, "contacts", buildContact({ name }));
	await page.setViewportSize({ width: 768, height: 700 });
	await openDesk(page, contactsPath);
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	const dialog = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await dialog.getByRole("button", { name: "Resolved" }).click();
	const shown = page.getByRole("listitem").filter({ hasText: "Status Updated" });
	const toastBox = await shown.boundingBox();
	const title = await dialog.getByRole("heading", { name: "Contact Inquiry Details" }).boundingBox();
	const facts = await dialog.getByText("Received", { exact: true }).boundingBox();
	const next = await dialog.getByRole("button", { name: /next/i }).first().boundingBox();
	if (!toastBox || !title || !facts || !next) throw new Error("one of them is not on the screen");
	expect(toastBox.y + toastBox.height).toBeLessThan(facts.y);
	expect(toastBox.x + toastBox.width).toBeLessThan(next.x);
});

test("on a phone a toast stays above the sheet", async ({ page, site }) => {
	const name = uniqueName("Above");
	await addOverHttp(site, "contacts", buildContact({ name }));
	await page.setViewportSize({ width: 390, height: 844 });
	await openDesk(page, `${contactsPath}?q=${encodeURIComponent(name)}`);
	await page.getByRole("row").getByText(name).click();
	const dialog = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await dialog.getByRole("button", { name: "Resolved" }).click();
	const shown = await page.getByRole("listitem").filter({ hasText: "Status Updated" }).boundingBox();
	const title = await dialog.getByRole("heading", { name: "Contact Inquiry Details" }).boundingBox();
	if (!shown || !title) throw new Error("one of them is not on the screen");
	expect(shown.y).toBeGreaterThanOrEqual(0);
	expect(shown.y + shown.height).toBeLessThanOrEqual(title.y);
	// What is decided by sending stands with the buttons that send.
	await dialog.getByRole("button", { name: "Reply", exact: true }).click();
	await expect(dialog.getByLabel("Set status to")).toBeInViewport({ ratio: 1 });
});

test("a link to a record that is gone says so, and can be dismissed", async ({ page }) => {
	await openDesk(page, `${bookingsPath}?id=00000000-0000-4000-8000-000000000000`);
	const notice = page.getByRole("status").filter({ hasText: "no longer exists" });
	await expect(notice).toContainText("The booking in this link no longer exists");
	await notice.getByRole("button", { name: "Dismiss" }).click();
	await expect(notice).toHaveCount(0);
	await expect(page).toHaveURL(bookingsPath);
});

test.describe("somebody who is no admin", () => {
	test.use({ expectedErrors: /403|Only admins/ });

	test("is offered nothing on /bookings that leads nowhere", async ({ page, site }) => {
		const account = await insertAccount(site, "user");
		await openDesk(page, "/bookings", account);
		await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
		await expect(page.getByRole("button", { name: "Add Booking" })).toHaveCount(0);
		await page.getByRole("button", { name: /My Account/ }).click();
		await expect(page.getByRole("menuitem")).toHaveText([/^Security/, "Log out"]);
	});
});

test("posts that are selected can be published and withdrawn together, and not archived", async ({
	page,
	site,
	request,
}) => {
	const title = buildTitle("In bulk");
	await savePost(site, request, { title, content: "<p>Text.</p>" });
	await openDesk(page, "/admin/blogs");
	await page.getByRole("checkbox", { name: `Select ${title}` }).click();
	const statuses = page.getByRole("region", { name: "Selected rows" }).getByRole("group", { name: "Set status" });
	await expect(statuses.getByRole("button")).toHaveText(["Draft", "Published"]);
});

test("a form held back for more than a day is urgent in the sidebar, on the dashboard and in its list", async ({
	page,
	site,
}) => {
	const { db, close } = await site.openDatabase();
	const [held] = await db
		.insert(quarantineTable)
		.values({
			form: "booking",
			fields: { firstName: "Ada", lastName: uniqueName("Byron"), email: "ada@example.com" },
			reasons: ["trap"],
			received_at: new Date(Date.now() - 25 * 60 * 60_000),
		})
		.returning();
	await close();
	await openDesk(page, "/admin");
	const sidebar = page.getByRole("navigation", { name: "Admin Panel" });
	await expect(sidebar.getByRole("listitem").filter({ hasText: "Bookings" })).toContainText("on hold, urgent");
	await page.getByRole("link", { name: /submissions? (is|are) on hold.*Urgent: .* 1 day ago/ }).click();
	const card = page.getByRole("listitem").filter({ hasText: String(held?.fields.lastName) });
	await expect(card.getByText("Urgent", { exact: true })).toBeVisible();
	await expectAccessible(page);
});

test.describe("a session that ended elsewhere", () => {
	test.use({ expectedErrors: /40[13]|Please sign in/ });

	test("goes on at the sign-in at once: live, and without the rows that were deleted meanwhile", async ({
		page,
		site,
	}) => {
		const { db, close } = await site.openDatabase();
		const [gone, kept] = [uniqueName("Gone"), uniqueName("Kept")];
		const { id } = await insertApplication(db, { applicant_name: gone });
		const account = await insertAccount(site, "admin");
		await page.clock.install();
		await openDesk(page, "/admin/applications", account);
		await expect(rowOf(page, gone)).toBeVisible();
		await endSessions(site, account);
		// The pauses between the tries of the stream grow to half a minute.
		for (let pause = 0; pause < 10; pause++) await page.clock.fastForward(30_000);
		await expect(page.getByRole("dialog", { name: "Your Session Has Ended" })).toBeVisible();
		await expect(page.getByText("Reconnecting...")).toBeAttached();
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		await fetch(`${site.url}/api/applications/${id}`, { method: "DELETE", headers });
		await insertApplication(db, { applicant_name: kept });
		await close();
		await signIn(page, account);
		await expect(rowOf(page, kept)).toBeVisible();
		await expect(rowOf(page, gone)).toHaveCount(0);
		await expect(page.getByText("Reconnecting...")).toHaveCount(0);
	});

	test("is no one else's, and leaving it asks before it deletes what isn't saved", async ({ page, site }) => {
		const account = await insertAccount(site, "admin");
		await openDesk(page, "/admin/blogs/new", account);
		const title = page.getByRole("textbox", { name: "Title", exact: true });
		await title.fill("Not saved yet");
		await endSessions(site, account);
		await page.keyboard.press("ControlOrMeta+s");
		const dialog = page.getByRole("dialog", { name: "Your Session Has Ended" });
		await expect(dialog).toBeVisible();
		// The words that follow belong to the title.
		await page.keyboard.type("a word");
		await expect(dialog.getByLabel("Password")).toHaveValue("");
		await expect(dialog.getByLabel("Password")).toBeFocused();
		await expect(dialog.getByLabel("Email")).toHaveValue(account.email);
		await expect(dialog.getByLabel("Email")).not.toBeEditable();
		await dialog.getByRole("button", { name: "Leave This Screen" }).click();
		const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
		await expect(question).toContainText("If you leave, it will be deleted.");
		await question.getByRole("button", { name: "Stay" }).click();
		await signIn(page, account);
		await expect(dialog).toBeHidden();
		await expect(title).toHaveValue("Not saved yet");
	});

	test("leaves what wasn't saved to whom it belongs, though someone else signs in", async ({ page, context, site }) => {
		const [account, colleague] = await Promise.all([insertAccount(site, "admin"), insertAccount(site, "admin")]);
		await openDesk(page, "/admin/blogs/new", account);
		const title = page.getByRole("textbox", { name: "Title", exact: true });
		await title.fill("Not saved yet");
		await endSessions(site, account);
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page.getByRole("dialog", { name: "Your Session Has Ended" })).toBeVisible();
		const other = await context.newPage();
		await other.goto("/auth");
		await signIn(other, colleague);
		await expect(other.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
		await expect(title).toHaveValue("");
		await expect(page.getByRole("dialog")).toBeHidden();
		await logOut(other);
		await expect(other).toHaveURL("/auth");
		await page.close();
		await signIn(other, account);
		await expect(other).not.toHaveURL("/auth");
		await other.goto("/admin/blogs");
		await other.getByRole("link", { name: "Unsaved: Not saved yet" }).click();
		await expect(other.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Not saved yet");
	});
});

test("whoever goes into the search as a dialog closes stays there", async ({ page, site }) => {
	const name = uniqueName("Quick Hand");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await openDesk(page, bookingsPath);
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	// Right after the dialog has left the page, which no click of a test hits.
	await page.evaluate(() => {
		new MutationObserver((_, observer) => {
			if (document.querySelector("[role=dialog]")) return;
			observer.disconnect();
			document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
		}).observe(document.body, { childList: true, subtree: true });
	});
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	// Until what was to be done at once after that is done.
	await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))));
	await expect(page.getByRole("searchbox")).toBeFocused();
});
