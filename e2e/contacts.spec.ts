import { buildContact } from "#tests/factories/contacts.ts";
import {
	addOverHttp,
	contactsPath,
	lostConnection,
	openDesk,
	openLiveDesk,
	openSecondDesk,
	rowOf,
	toast,
	uniqueName,
} from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// proves S4-live-02, S7-contacts-05, S8-toast-02
test("a visitor's message is on top of every open screen within a second, with a toast", async ({
	page,
	browser,
	site,
}) => {
	await addOverHttp(site, "contacts", buildContact());
	await openLiveDesk(page, contactsPath);
	const second = await openSecondDesk(browser, contactsPath);
	const visitor = await (await browser.newContext()).newPage();
	const lastName = uniqueName("Byron");
	await visitor.goto("/contact");
	await visitor.getByLabel("First Name").fill("Ada");
	await visitor.getByLabel("Last Name").fill(lastName);
	await visitor.getByLabel("Email").fill("ada@example.com");
	await visitor.getByLabel("Message").fill("Hello");
	const answered = visitor.waitForResponse((response) => response.request().method() === "POST");
	await visitor.getByRole("button", { name: "Send Message" }).click();
	await answered;
	for (const staff of [page, second]) {
		await expect(staff.getByRole("row").nth(1)).toContainText(`Ada ${lastName}`);
		await expect(toast(staff, "New Contact Inquiry!")).toContainText(`New message from Ada ${lastName}`);
	}
	await second.context().close();
	await visitor.context().close();
});

// proves S2-contacts-05, S2-contacts-06, S2-contacts-07, S2-contacts-11, S9-preview-01, S9-dates-02, D-forms-04
test("shows each inquiry with subject, preview, age, status and actions", async ({ page, site }) => {
	const name = uniqueName("Hanne Solberg");
	const message = `${"x".repeat(119)}yz`;
	await addOverHttp(site, "contacts", buildContact({ name, subject: null, message }));
	await openDesk(page, contactsPath);
	await expect(page.getByRole("columnheader")).toHaveText([
		"Contact",
		"Subject",
		"Message Preview",
		"Received",
		"Status",
		"Actions",
	]);
	const row = rowOf(page, name);
	await expect(row.getByRole("emphasis")).toHaveText("No subject");
	await expect(row).toContainText(`${"x".repeat(119)}y...`);
	await expect(row).toContainText("less than a minute ago");

	await row.getByRole("button", { name: "Details" }).click();
	const dialog = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await expect(dialog).toContainText(message);
	await expect(dialog).toContainText(/\w{3} \d\d, \d{4} at \d{1,2}:\d\d [AP]M/);
	await expect(dialog.getByRole("link", { name: "Reply via Email" })).toHaveAttribute(
		"href",
		/^mailto:theo@marchettibakes\.example\?subject=Re%3A%20Your%20inquiry&body=/,
	);
	await dialog.getByLabel("Internal Notes").fill("Rang her");
	await dialog.getByRole("button", { name: "Save Notes" }).click();
	await expect(toast(page, "Notes Saved")).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Save Notes" })).toBeFocused();
	await page.reload();
	await expect(dialog.getByLabel("Internal Notes")).toHaveValue("Rang her");
});

// proves S2-contacts-04, S2-contacts-12, S2-contacts-13, S5-search-02, S8-toast-06
test("an inquiry is found by any part of its message, answered from its row with its own subject, and resolved", async ({
	page,
	site,
}) => {
	const word = crypto.randomUUID();
	const name = uniqueName("Theo Marchetti");
	const message = `long before it says ${word}`;
	await addOverHttp(site, "contacts", buildContact({ name, subject: "Rolls & more", message }));
	await openDesk(page, contactsPath);
	await page.getByPlaceholder("Search by name, email, subject, or message...").fill(word.toUpperCase());
	await expect(page.getByRole("row")).toHaveCount(2);
	await expect(rowOf(page, name).getByRole("link", { name: `Reply to ${name} by email` })).toHaveAttribute(
		"href",
		/subject=Re%3A%20Rolls%20%26%20more&/,
	);
	const filter = page.getByRole("combobox", { name: "Status", exact: true });
	await filter.selectOption("Resolved");
	await expect(page.getByText("No contact inquiries found")).toBeVisible();
	await filter.selectOption("All Status");
	await rowOf(page, name).getByRole("combobox").selectOption("Resolved");
	await expect(toast(page, "Status Updated")).toContainText("Contact status changed to Resolved");
});

test.describe("adding a contact", () => {
	// proves S2-contacts-03, S5-addcontact-01, S5-addcontact-02, S6-roles-07, S8-toast-04
	test("asks for what is missing, then adds it", async ({ page }) => {
		await openDesk(page, contactsPath);
		await page.getByRole("button", { name: "Add Contact" }).click();
		const dialog = page.getByRole("dialog", { name: "Add Contact" });
		const name = uniqueName("Grace");
		await dialog.getByLabel("Name").fill(name);
		await dialog.getByLabel("Email").fill("grace@example.com");
		await dialog.getByRole("button", { name: "Add Contact" }).click();
		await expect(toast(page, "Missing Information")).toContainText("Please fill in name, email, and message.");
		await expect(dialog.getByLabel("Message")).toBeFocused();
		await dialog.getByLabel("Message").fill("She rang us.");
		const sent = page.waitForRequest((request) => request.method() === "POST");
		await dialog.getByRole("button", { name: "Add Contact" }).click();
		expect((await sent).postDataJSON()).toEqual({
			name,
			email: "grace@example.com",
			phone: null,
			subject: null,
			message: "She rang us.",
			status: "new",
		});
		await expect(toast(page, "Contact Added")).toContainText("New contact inquiry has been created successfully");
		await expect(page.getByRole("row").nth(1)).toContainText(name);
	});
});

test.describe("when requests fail", () => {
	test.use({ expectedErrors: lostConnection });

	// proves S8-contacts-01, S8-contacts-02, S8-contacts-03
	test("the list, the form and the status each say so", async ({ page, site }) => {
		const name = uniqueName("Ines Duarte");
		await addOverHttp(site, "contacts", buildContact({ name }));
		await page.route("**/api/contacts?*", (route) => route.abort());
		await openDesk(page, contactsPath);
		await expect(toast(page, "Error")).toContainText("Failed to load contact inquiries");
		await page.unroute("**/api/contacts?*");
		await page.getByRole("button", { name: "Try Again" }).click();
		await page.route(/\/api\/contacts(\/|$)/, (route) => route.fulfill({ status: 500, json: {} }));
		await rowOf(page, name).getByRole("combobox").selectOption("Closed");
		await expect(toast(page, "Error")).toContainText("Failed to update contact status");
		await expect(rowOf(page, name).getByRole("combobox")).toHaveValue("new");
		await page.getByRole("button", { name: "Add Contact" }).click();
		const dialog = page.getByRole("dialog", { name: "Add Contact" });
		await dialog.getByLabel("Name").fill("Grace");
		await dialog.getByLabel("Email").fill("grace@example.com");
		await dialog.getByLabel("Message").fill("She rang us.");
		await dialog.getByRole("button", { name: "Add Contact" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to add new contact");
		await expect(dialog.getByLabel("Message")).toHaveValue("She rang us.");
	});
});
