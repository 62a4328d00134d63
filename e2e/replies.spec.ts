import type { Page } from "@playwright/test";
import { cannedRepliesTable } from "#features/threads/threads.table.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import {
	addOverHttp,
	answerQuestion,
	contactsPath,
	inDatabase,
	openDesk,
	openLiveDesk,
	rowOf,
	toast,
	uniqueName,
} from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { tabTo } from "./keyboard.ts";

test.use({ expectedErrors: /409 \(Conflict\)/ });

test("the keyboard alone opens an inquiry, inserts a canned reply, attaches, sends, and takes it back", async ({
	page,
	ownSite,
}) => {
	// Time enough to look at the reply before it is taken back.
	const site = await ownSite({ REPLY_UNDO_SECONDS: "60" });
	const name = uniqueName("Hanne Solberg");
	const title = uniqueName("Thanks");
	await addOverHttp(site, "contacts", buildContact({ name, subject: "Rolls" }));
	await inDatabase(site, (db) =>
		db.insert(cannedRepliesTable).values({ title, text: "Dear {first_name},\n\nthank you. We meet on {date}.\n\n- " }),
	);
	await openDesk(page, `${site.url}${contactsPath}`);
	await rowOf(page, name).focus();
	await page.keyboard.press("r");
	const dialog = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	const composer = dialog.getByRole("region", { name: "Reply" });
	const text = composer.getByRole("textbox", { name: "Reply", exact: true });
	await expect(text).toBeFocused();
	await expect(composer.getByLabel("Subject")).toHaveValue("Re: Rolls");
	await expect(composer.getByLabel("Set status to")).toHaveValue("in_progress");
	await expect(composer).toContainText("Answers go to hello@pilcrow.example. They do not come back to this desk.");

	await page.keyboard.press("Alt+c");
	await expect(composer.getByRole("combobox", { name: "Search canned replies" })).toBeFocused();
	await page.keyboard.type(title.slice(0, 12).toLowerCase());
	await expect(composer.getByRole("option", { name: title })).toHaveAttribute("aria-selected", "true");
	await page.keyboard.press("Enter");
	// The field without a value is selected: typing fills it in.
	await expect(text).toBeFocused();
	await page.keyboard.type("Monday");
	// An item of a list that no one has filled in isn't sent.
	await page.keyboard.press("Control+Enter");
	await expect(text).toHaveAccessibleDescription("Please fill in or remove the empty list items.");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.type("The offer");
	await expect(text).toHaveValue(/^Dear Hanne,\n\nthank you. We meet on Monday.\n\n- The offer\n\nBest regards,/);
	await expectAccessible(page);

	// A file, without a pointer: the button opens the system's own dialog.
	page.on("filechooser", () => {});
	await tabTo(page, composer.getByRole("button", { name: "Attach" }));
	const chooser = page.waitForEvent("filechooser");
	await page.keyboard.press("Enter");
	await (await chooser).setFiles({ name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
	await expect(composer.getByRole("list", { name: "Files" })).toContainText("offer.pdf");

	// The draft survives a reload, wherever that comes from.
	await expect
		.poll(() => draftsOf(site))
		.toContainEqual({ text: expect.stringContaining("We meet on Monday."), files: ["offer.pdf"] });
	// While it is written, sending comes next; in the list it has its mark.
	await expect(composer.getByRole("button", { name: "Send", exact: true })).toBeInViewport();
	await page.reload();
	const mark = page.locator("tr", { hasText: name }).getByText("Draft", { exact: true });
	await expect(mark).toBeVisible();
	await expect(dialog.getByRole("button", { name: "Continue Draft" })).toBeVisible();
	await page.keyboard.press("r");
	await expect(text).toHaveValue(/We meet on Monday\./);
	await expect(composer.getByRole("list", { name: "Files" })).toContainText("offer.pdf");

	await composer.getByLabel("Set status to").selectOption("Resolved");
	await text.press("Control+Enter");
	// These sites have no mail server.
	await expect(toast(page, "Reply Kept as a File")).toContainText(
		"so theo@marchettibakes.example won't get this email.",
	);
	await expect(toast(page, "Reply Kept as a File").getByRole("button", { name: "Undo" })).toBeVisible();
	await expect(composer).toBeHidden();
	await expect(mark).toHaveCount(0);
	// Keys go on to work, and no ring is drawn around the whole dialog.
	await expect(dialog).not.toBeFocused();
	await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
	await expect(dialog.getByRole("article")).toContainText("thank you. We meet on Monday.");
	await expect(dialog.getByRole("article")).toContainText("Not sent yet");
	await expect(dialog.getByLabel("Assigned To")).not.toHaveValue("");
	await expectAccessible(page);
	await page.keyboard.press("Control+z");
	await expect(text).toHaveValue(/We meet on Monday\./);
	await expect(dialog.getByRole("article")).toHaveCount(0);
	await expect(composer.getByRole("list", { name: "Files" })).toContainText("offer.pdf");
	await expect(composer.getByLabel("Set status to")).toHaveValue("resolved");
	await expect(dialog.getByLabel("Assigned To")).toHaveValue("");
	// What is written isn't discarded without a question.
	await composer.getByRole("button", { name: "Discard" }).click();
	await answerQuestion(page, "Discard Draft", "Cancel");
	await expect(text).toHaveValue(/We meet on Monday\./);
	// Escape keeps the draft and the dialog.
	await page.keyboard.press("Escape");
	await expect(composer).toBeHidden();
	await expect(dialog.getByRole("button", { name: "Continue Draft" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(rowOf(page, name)).toContainText("New");
});

/** To the second member, while the first step is still being saved, and undone again. */
async function assignByArrowKeys(page: Page): Promise<void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/threads/contact_inquiries/*", async (route) => {
		if (route.request().method() === "PATCH") await released;
		await route.continue();
	});
	const select = page.getByRole("dialog").getByLabel("Assigned To");
	await page.keyboard.press("2");
	await expect(toast(page, "Status Updated")).toContainText("Contact status changed to In Progress");
	await select.focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	release();
	const member = await select.getByRole("option").nth(2).textContent();
	await expect(toast(page, "Assigned")).toContainText(`Inquiry assigned to ${member}`);
	await expect(select.locator("option:checked")).toHaveText(member ?? "");
	await expect(select).toBeFocused();
	await page.keyboard.press("Control+z");
	await expect(toast(page, "Assignment Undone")).toBeVisible();
	await expect(select).toHaveValue("");
	// And then the change before it.
	await page.keyboard.press("Control+z");
	await expect(page.getByRole("group", { name: "Status" }).getByRole("button", { name: "New" })).toHaveAttribute(
		"aria-pressed",
		"true",
	);
	await page.unroute("**/api/threads/contact_inquiries/*");
	// In a selector, letters choose an option.
	await select.blur();
}

async function draftsOf(site: Parameters<typeof inDatabase>[0]): Promise<unknown[]> {
	const database = await site.openDatabase();
	const { rows } = await database.query(`select text,
		array(select name from thread_attachments where draft_id = thread_drafts.id) as files from thread_drafts`);
	await database.close();
	return rows;
}

test("two people see each other, the second to send is asked, and the list knows whose it is", async ({
	page,
	browser,
	site,
}) => {
	const name = uniqueName("Theo Marchetti");
	const colleague = uniqueName("Grace Hopper");
	await addOverHttp(site, "contacts", buildContact({ name }));
	const grace = await insertAccount(site, "admin", colleague);
	await openLiveDesk(page, contactsPath);
	const second = await (await browser.newContext()).newPage();
	await openDesk(second, `${site.url}${contactsPath}`, grace);
	await rowOf(page, name).getByRole("button", { name: "Details" }).click();
	await rowOf(second, name).getByRole("button", { name: "Details" }).click();
	await expect(page.getByRole("dialog")).toContainText(`${colleague} is looking at this`, { timeout: 5000 });
	await assignByArrowKeys(page);
	for (const [staff, words] of [
		[page, "From the first. "],
		[second, "From Grace. "],
	] as const) {
		await staff.keyboard.press("r");
		await expect(staff.getByRole("textbox", { name: "Reply", exact: true })).toBeFocused();
		await staff.keyboard.type(words);
	}
	await expect(page.getByRole("dialog")).toContainText(`${colleague} is writing a reply`, { timeout: 5000 });

	await second.keyboard.press("Control+Enter");
	// The first is still writing: whoever sends meanwhile is asked.
	await second.getByRole("button", { name: "Send Anyway" }).click();
	await expect(toast(second, "Reply Kept as a File")).toBeVisible();
	await expect(page.getByRole("dialog")).toContainText(`${colleague} is looking at this`, { timeout: 5000 });
	await page.keyboard.press("Control+Enter");
	const asked = page.getByRole("alert").filter({ hasText: colleague });
	await expect(asked).toContainText(`${colleague} has written here since you opened this. Read it before you send.`);
	await expect(asked).toContainText("From Grace.");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Keep Writing" }).click();
	await expect(page.getByRole("textbox", { name: "Reply", exact: true })).toHaveValue(/^From the first\./);
	// What is written after a refusal is kept, too.
	await page.getByRole("textbox", { name: "Reply", exact: true }).pressSequentially("And more.");
	await expect
		.poll(() => draftsOf(site))
		.toContainEqual({ text: expect.stringContaining("From the first. And more."), files: [] });
	await page.keyboard.press("Control+Enter");
	// While hers is held, the first is asked again.
	const anyway = page.getByRole("button", { name: "Send Anyway" });
	await expect(anyway.or(toast(page, "Reply Kept as a File"))).toBeVisible();
	if (await anyway.isVisible()) await anyway.click();
	await expect(page.getByRole("article")).toHaveCount(2);
	await page.keyboard.press("Escape");
	await page.getByLabel("Assignment").selectOption({ label: colleague });
	await expect(rowOf(page, name)).toContainText(`Assigned to ${colleague}`);
	await page.getByLabel("Assignment").selectOption({ label: "Assigned to me" });
	await expect(rowOf(page, name)).toHaveCount(0);
	await page.getByLabel("Assignment").selectOption({ label: "Unassigned" });
	await expect(rowOf(page, name)).toHaveCount(0);
	await page.getByLabel("Assignment").selectOption({ label: "Everyone" });
	await page.getByRole("searchbox", { name: "Search" }).fill("from grac");
	const found = page.getByRole("region", { name: "Also in conversations (1)" });
	await expect(found.getByRole("link")).toContainText("From Grace.");
	// The palette finds the same from any screen, and opens the record.
	await page.goto("/admin/users");
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("dialog", { name: "Find or go to" }).getByRole("combobox")).toBeFocused();
	await page.keyboard.type("from grac");
	const conversations = page.getByRole("group", { name: "Conversations" });
	await expect(conversations.getByRole("option")).toContainText("From Grace.");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Contact Inquiry Details" })).toContainText(name);
	await second.context().close();
});
