import type { Page } from "@playwright/test";
import { cannedRepliesTable } from "#features/threads/threads.table.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import {
	addOverHttp,
	answerQuestion,
	bookingsPath,
	contactsPath,
	inDatabase,
	openDesk,
	rowOf,
	toast,
	uniqueName,
} from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import type { SiteServer } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

async function countRows(site: SiteServer, which: string, value: string): Promise<number> {
	const database = await site.openDatabase();
	const { rows } = await database.query(`select count(*)::int as count from ${which}`, [value]);
	await database.close();
	return Number(rows[0]?.count);
}

/** The inquiry's own page of the list, with its row in focus. */
async function openInquiry(page: Page, site: SiteServer) {
	const name = uniqueName("Hanne Solberg");
	await addOverHttp(site, "contacts", buildContact({ name, email: `${crypto.randomUUID()}@example.com` }));
	await openDesk(page, `${contactsPath}?q=${encodeURIComponent(name)}`);
	await rowOf(page, name).focus();
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	const text = details.getByRole("textbox", { name: "Reply", exact: true });
	const search = details.getByRole("combobox", { name: "Search canned replies" });
	/** Nothing has been sent, and nothing else has changed. */
	const expectUnsent = async () => {
		const [row] = (await listAsStaff(site, "contacts")).filter((each) => each.name === name);
		expect(row?.status).toBe("new");
		const sent = await countRows(site, "mails where kind = 'reply' and recipient = $1", String(row?.email));
		expect(sent).toBe(0);
	};
	return { name, details, text, search, expectUnsent };
}

// F40, F45
test("a canned reply that is being written takes the keys, and isn't lost without a question", async ({
	page,
	site,
}) => {
	const { details, text, search, expectUnsent } = await openInquiry(page, site);
	const title = uniqueName("Prices");
	await page.keyboard.press("c");
	await expect(search).toBeFocused();
	await details.getByRole("button", { name: "Add", exact: true }).click();
	const editor = page.getByRole("dialog", { name: "New Canned Reply" });
	await expect(editor.getByLabel("Title")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(editor).toBeHidden();
	await expect(search).toBeFocused();
	await details.getByRole("button", { name: "Add", exact: true }).click();
	await editor.getByLabel("Title").fill(title);
	await page.keyboard.press("Escape");
	const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
	await expect(question).toContainText("This canned reply hasn't been saved.");
	await page.keyboard.press("Escape");
	await expect(editor.getByLabel("Title")).toHaveValue(title);
	await editor.getByRole("button", { name: "Cancel" }).click();
	await answerQuestion(page, "Leave Without Saving?", "Stay");
	await editor.getByLabel("Canned Text").fill("Here are our prices.");
	await page.keyboard.press("Control+Shift+Enter");
	await expect(editor).toBeHidden();
	await expect(search).toBeFocused();
	await page.keyboard.type(title.slice(-8));
	await expect(details.getByRole("option", { name: title })).toBeVisible();
	await expectUnsent();

	// Nor is it by the keys of a question.
	await page.keyboard.press("Enter");
	await expect(text).toHaveValue(/^Here are our prices\./);
	await details.getByRole("button", { name: "Discard" }).click();
	await expect(page.getByRole("dialog", { name: "Discard Draft" })).toBeVisible();
	await page.keyboard.press("Control+Shift+Enter");
	await page.keyboard.press("Escape");
	await expect(text).toHaveValue(/^Here are our prices\./);
	await expectUnsent();
});

// F41
test("a reply without words isn't sent, nor one while its canned reply is still loading", async ({ page, site }) => {
	const title = uniqueName("Thanks");
	await inDatabase(site, (db) => db.insert(cannedRepliesTable).values({ title, text: `Thank you from ${title}.` }));
	const { details, text, search, expectUnsent } = await openInquiry(page, site);
	const refused = "Please write a reply.";
	await page.keyboard.press("r");
	await expect(text).toBeFocused();
	await page.keyboard.type("\u200b \u00a0");
	await page.keyboard.press("Control+Enter");
	await expect(text).toHaveAccessibleDescription(refused);
	await expect(text).toBeFocused();
	await details.getByRole("button", { name: "Send", exact: true }).click();
	await expect(text).toBeFocused();

	// A search without a hit.
	await page.keyboard.press("Alt+c");
	await expect(search).toBeFocused();
	await page.keyboard.type("no such reply");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+Enter");
	await expect(text).toHaveAccessibleDescription(refused);
	await expectUnsent();

	// The list is on its way.
	await page.reload();
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/api/canned-replies", async (route) => {
		await promise;
		await route.continue();
	});
	await expect(details.getByRole("button", { name: /^(Reply|Continue Draft)$/ })).toBeVisible();
	await page.keyboard.press("c");
	await expect(search).toBeFocused();
	await page.keyboard.type(title.slice(-8));
	await page.keyboard.press("Enter");
	await expectUnsent();
	resolve();
	await expect(text).toHaveValue(new RegExp(`Thank you from ${title}\\.`));
	await expect(text).toBeFocused();
	await expect(text).toHaveAccessibleDescription("");
	// What is written isn't sent without what is still to be chosen.
	await page.keyboard.press("Alt+c");
	await page.keyboard.type("no such reply");
	await page.keyboard.press("Control+Enter");
	await expect(text).toHaveAccessibleDescription("Please choose a canned reply or cancel. Then send.");
	await expectUnsent();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+Enter");
	await expect(details.getByRole("article")).toContainText(`Thank you from ${title}.`);
});

// F42
test("Enter goes on in a form with rows, and Ctrl+Enter sends it", async ({ page }) => {
	await openDesk(page, "/admin/invoices/new");
	const client = page.getByLabel("Client Name");
	await client.fill(uniqueName("Ada Byron"));
	await client.press("Enter");
	await expect(page.getByLabel("Client Email")).toBeFocused();
	await page.keyboard.type("ada@example.com");
	const line = (number: number) => page.getByRole("group", { name: `Item ${number}`, exact: true });
	await line(1).getByLabel("Description").fill("Release");
	await line(1).getByLabel("Unit Price").fill("120");
	await page.keyboard.press("Enter");
	await expect(line(2).getByLabel("Description")).toBeFocused();
	// One empty line is enough.
	await page.keyboard.press("Enter");
	await expect(line(3)).toHaveCount(0);
	await page.keyboard.type("Call");
	await line(1).getByLabel("Quantity").press("Enter");
	await expect(line(2).getByLabel("Description")).toBeFocused();
	await expect(page).toHaveURL("/admin/invoices/new");
	await page.keyboard.press("Control+Enter");
	await expect(page).toHaveURL(/\/admin\/invoices\/[\w-]{36}$/);
	await expect(page.getByRole("row").filter({ hasText: "Call" })).toBeVisible();

	await page.goto("/admin/bookings/hours");
	await page.getByLabel("Monday").press("Enter");
	await expect(page.getByLabel("Tuesday")).toBeFocused();
	await page.getByRole("button", { name: "Add a Date" }).click();
	await page.keyboard.press("Enter");
	const dates = page.getByRole("region", { name: "Special Dates" });
	const rows = await dates.getByLabel("Note").count();
	await dates.getByLabel("Date").last().fill("2098-12-24");
	await dates.getByLabel("Note").last().press("Enter");
	await expect(dates.getByLabel("Date").last()).toBeFocused();
	await expect(dates.getByLabel("Note")).toHaveCount(rows + 1);

	await page.goto("/admin/applications/jobs/new");
	await page.getByLabel("Title").fill("Editor");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("textbox", { name: "Location" })).toBeFocused();
});

// F43
test("an invoice that is marked as sent says that no email went out, and can be sent from there", async ({
	page,
	site,
}) => {
	const client = uniqueName("Studio");
	const email = `${crypto.randomUUID()}@example.com`;
	await insertInvoice(site, { client_name: client, client_email: email });
	await insertInvoice(site, { client_name: client, client_email: email });
	await openDesk(page, `/admin/invoices?q=${encodeURIComponent(client)}`);
	const rows = page.getByRole("row").filter({ hasText: client });
	await rows.first().focus();
	await page.keyboard.press("2");
	const told = toast(page, "Status Updated");
	await expect(told).toContainText("Marked as sent. No email went out.");
	await expect(told.getByRole("button")).toHaveText(["Undo", "Send Now", ""]);
	await told.getByRole("button", { name: "Undo" }).click();
	await expect(rows.first().getByRole("combobox")).toHaveValue("draft");
	// The undo's own toast would take the next one's place.
	await expect(told).not.toContainText("Marked as sent");

	// By its selector, and all at once.
	await rows.first().getByRole("combobox").selectOption("Sent");
	await expect(told).toContainText("Marked as sent. No email went out.");
	await page.keyboard.press("Control+z");
	await expect(rows.first().getByRole("combobox")).toHaveValue("draft");
	await page.getByRole("checkbox", { name: "Select all listed rows" }).click();
	await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Sent" }).click();
	await expect(told).toContainText("2 marked as sent. No email went out.");
	await told.getByRole("button", { name: "Send Now" }).click();
	// These sites have no mail server.
	await expect(toast(page, "Email Kept as a File")).toContainText(email);
	const sent = "invoices where client_name = $1 and status = 'sent' and sent_at is not null";
	expect(await countRows(site, sent, client)).toBe(2);
	// An email has gone out before.
	await rows.first().getByRole("combobox").selectOption("Draft");
	await rows.first().getByRole("combobox").selectOption("Sent");
	await expect(told).toContainText("Invoice status changed to Sent");
});

test.describe("with answers that refuse", () => {
	test.use({ expectedErrors: /409|Outside call hours/ });

	// F44, F45
	test("a call outside of the hours is asked about, with the free times of that day", async ({ page, site }) => {
		const name = uniqueName("Sleepless");
		const booking = {
			name,
			service_type: "Photography" as const,
			preferred_date: "2098-04-08",
			preferred_time: "10:00",
			invite: false,
		};
		await addOverHttp(site, "bookings", buildBooking(booking));
		await openDesk(page, `${bookingsPath}?q=${encodeURIComponent(name)}`);
		await rowOf(page, name).getByRole("button", { name: "Details" }).click();
		const details = page.getByRole("dialog", { name: "Booking Details" });
		await details.getByRole("button", { name: "Change date and time" }).click();
		// A Wednesday.
		await details.getByLabel("Date", { exact: true }).fill("2098-04-09");
		await details.getByLabel("Time", { exact: true }).fill("03:00");
		await page.keyboard.press("Escape");
		await expect(page.getByRole("dialog", { name: "Leave Without Saving?" })).toContainText(
			"The date and time haven't been saved.",
		);
		await answerQuestion(page, "Leave Without Saving?", "Stay");
		await details.getByRole("button", { name: "Save", exact: true }).click();
		const question = page.getByRole("dialog", { name: "Move Anyway?" });
		await expect(question).toContainText("Outside call hours. Move anyway?");
		await question.getByRole("button", { name: "Choose Another Time" }).click();
		await expect(details.getByLabel("Time", { exact: true })).toHaveValue("03:00");
		await details.getByRole("button", { name: "Save", exact: true }).click();
		await question.getByRole("button", { name: "2:30 PM", exact: true }).click();
		await expect(toast(page, "Booking Updated")).toBeVisible();
		await expect(details).toContainText("Confirmed for Wednesday, April 9, 2098, at 2:30 PM");
		// A Sunday.
		await details.getByRole("button", { name: "Change date and time" }).click();
		await details.getByLabel("Date", { exact: true }).fill("2098-04-13");
		await details.getByLabel("Time", { exact: true }).fill("03:00");
		await page.keyboard.press("Enter");
		await expect(question).toContainText("There are no free times on that day.");
		await question.getByRole("button", { name: "Move anyway" }).click();
		await expect(details).toContainText("Confirmed for Sunday, April 13, 2098, at 3:00 AM");
		// An undo asks nothing.
		await page.keyboard.press("Control+z");
		await expect(details).toContainText("Confirmed for Wednesday, April 9, 2098, at 2:30 PM");
	});

	// F44
	test("a call that is added outside of the hours can take a free time of that day", async ({ page }) => {
		const name = uniqueName("Early");
		await openDesk(page, bookingsPath);
		await page.getByRole("button", { name: "Add Booking" }).click();
		const dialog = page.getByRole("dialog", { name: "Add Booking" });
		await dialog.getByLabel("Name").fill(name);
		await dialog.getByRole("textbox", { name: "Email" }).fill("early@example.com");
		await dialog.getByLabel("Service Type").selectOption("Photography");
		await dialog.getByLabel("Preferred Date").fill("2098-04-10");
		await dialog.getByLabel("Preferred Time").fill("05:00");
		await page.keyboard.press("Enter");
		const question = page.getByRole("dialog", { name: "Book Anyway?" });
		await expect(question).toContainText("Outside call hours. Book anyway?");
		await question.getByRole("button", { name: "9:00 AM", exact: true }).click();
		await expect(toast(page, "Booking Added")).toBeVisible();
		await expect(rowOf(page, name)).toContainText("9:00 AM");
	});
});

// F45
test("what was typed in a small dialog over the desk isn't lost without a question", async ({ page, site }) => {
	const { details } = await openInquiry(page, site);
	await page.keyboard.press("Enter");
	await details.getByRole("button", { name: "Snooze" }).click();
	const snooze = page.getByRole("dialog", { name: "Snooze" });
	await snooze.getByLabel("Another Day").fill("2098-01-01");
	await page.keyboard.press("Escape");
	await answerQuestion(page, "Leave Without Saving?", "Leave");
	await expect(snooze).toBeHidden();
	await expect(details).toBeVisible();

	await page.goto("/admin/users");
	await page.getByRole("button", { name: "Invite" }).click();
	const invitation = page.getByRole("dialog", { name: "Invite Someone" });
	await invitation.getByLabel("Email").fill("new@example.com");
	await invitation.getByRole("button", { name: "Close" }).click();
	await answerQuestion(page, "Leave Without Saving?", "Stay");
	await expect(invitation.getByLabel("Email")).toHaveValue("new@example.com");
	await invitation.getByRole("button", { name: "Cancel" }).click();
	await answerQuestion(page, "Leave Without Saving?", "Leave");
	await expect(invitation).toBeHidden();
	await page.getByRole("button", { name: "Invite" }).click();
	await page.keyboard.press("Escape");
	await expect(invitation).toBeHidden();
});

// F45
test("a form that is saved while it is asked about takes the question with it", async ({ page }) => {
	const name = uniqueName("Slow");
	await openDesk(page, contactsPath);
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/api/contacts", async (route) => {
		if (route.request().method() === "POST") await promise;
		await route.fallback();
	});
	await page.getByRole("button", { name: "Add Contact" }).click();
	const dialog = page.getByRole("dialog", { name: "Add Contact" });
	await dialog.getByLabel("Name").fill(name);
	await dialog.getByRole("textbox", { name: "Email" }).fill("slow@example.com");
	await dialog.getByLabel("Subject").fill("Rolls");
	await dialog.getByLabel("Message").fill("Hello");
	await page.keyboard.press("Control+Enter");
	await expect(dialog.getByRole("button", { name: "Adding..." })).toBeVisible();
	await page.keyboard.press("Escape");
	const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
	await expect(question).toContainText("This contact hasn't been added.");
	resolve();
	await expect(rowOf(page, name)).toBeVisible();
	await expect(question).toBeHidden();
});
