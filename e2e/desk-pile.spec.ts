import type { Page } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { addOverHttp, bookingsPath, contactsPath, openDesk, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

/** As many as somebody finds on a Monday, where there is time for it; the fifth is the last that the list is tried with. */
const piled = process.env.TEST_ALL === "1" ? 10 : 5;
const details = (page: Page) => page.getByRole("dialog", { name: "Contact Inquiry Details" });
const notes = (page: Page) => details(page).getByLabel("Internal Notes");

/** Inquiries of a name that no other test has, oldest first. */
async function pileUp(site: SiteServer): Promise<string> {
	const pile = uniqueName("Pile");
	const rows = Array.from({ length: piled }, (_, n) => buildContact({ name: `${pile} no. ${n + 1}.` }));
	await addOverHttp(site, "contacts", ...rows);
	return pile;
}

async function openPile(page: Page, pile: string): Promise<void> {
	await page.goto(`${contactsPath}?status=new&q=${encodeURIComponent(pile)}`);
	await expect(page.getByRole("row")).toHaveCount(piled + 1);
	await expect(page.getByRole("row").nth(1)).toContainText("no. 1.");
}

async function expectWorked(site: SiteServer, pile: string): Promise<void> {
	const worked = async () => {
		const rows = (await listAsStaff(site, "contacts")).filter(({ name }) => String(name).startsWith(pile));
		return rows.map(({ status, notes }) => `${status} ${notes}`);
	};
	await expect.poll(worked).toEqual(Array(piled).fill("resolved Rang back."));
}

test("a pile of inquiries is read, noted, and resolved with four keys or three clicks each", async ({ page, site }) => {
	test.slow();
	let used = 0;
	const press = async (key: string) => {
		used += 1;
		await page.keyboard.press(key);
	};
	const keyboardPile = await pileUp(site);
	await openDesk(page, "/admin");
	await openPile(page, keyboardPile);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	for (let n = 1; n <= piled; n++) {
		used = 0;
		await expect(details(page)).toContainText(`${keyboardPile} no. ${n}.`);
		await expect(details(page).getByRole("status").first()).toHaveText(new RegExp(`no. ${n}., 1 of ${piled + 1 - n}`));
		await press("3");
		await expect(details(page).getByRole("button", { name: "Resolved" })).toHaveAttribute("aria-pressed", "true");
		await press("n");
		await page.keyboard.type("Rang back.");
		await press(n < piled ? "Control+Shift+Enter" : "Control+Enter");
		expect(used).toBeLessThanOrEqual(4);
	}
	await expect(notes(page)).not.toBeFocused();
	await page.keyboard.press("Escape");
	await expect(details(page)).toBeHidden();
	await expectWorked(site, keyboardPile);

	const mousePile = await pileUp(site);
	await openPile(page, mousePile);
	await page.getByRole("button", { name: `Details of ${mousePile} no. 1.` }).click();
	for (let n = 1; n <= piled; n++) {
		await expect(details(page)).toContainText(`${mousePile} no. ${n}.`);
		await details(page).getByRole("button", { name: "Resolved" }).click();
		await notes(page).click();
		await page.keyboard.type("Rang back.");
		await details(page)
			.getByRole("button", { name: n < piled ? "Save and Next" : "Save Notes" })
			.click();
	}
	await expect(notes(page)).toHaveValue("Rang back.");
	await page.goBack();
	await expect(details(page)).toBeHidden();
	await expectWorked(site, mousePile);

	// In the list itself: the focus goes to the neighbor, which a held key leaves as it is, and one key takes the change back.
	const listPile = await pileUp(site);
	await openPile(page, listPile);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("j");
	await expect(page.locator("tr:focus")).toContainText("no. 2.");
	await page.keyboard.down("4");
	await expect(page.getByRole("row")).toHaveCount(piled);
	await expect(page.locator("tr:focus")).toContainText("no. 3.");
	await page.keyboard.down("4");
	await page.keyboard.up("4");
	await page.keyboard.press("Control+z");
	await expect(page.getByRole("row")).toHaveCount(piled + 1);
	// What waits for its day stands at the end, and an unsaved note is marked.
	await page.keyboard.press("Enter");
	await expect(details(page)).toContainText("no. 3.");
	await page.keyboard.press("n");
	await page.keyboard.type("Not saved");
	await page.keyboard.press("Escape");
	await expect(details(page)).toBeHidden();
	await page.reload();
	const third = page.getByRole("row").filter({ hasText: "no. 3." });
	await expect(third).toContainText("Unsaved note");
	await third.getByRole("button", { name: /^Details/ }).click();
	await expect(notes(page)).toHaveValue("Not saved");
	await details(page).getByRole("button", { name: "Next", exact: true }).click();
	await expect(details(page)).toContainText("no. 4.");
	await page.keyboard.press("s");
	await expect(page.getByRole("dialog", { name: "Snooze" }).getByRole("button", { name: /^Tomorrow/ })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(details(page)).toContainText("no. 5.");
	await expect(toast(page, "Contact Snoozed")).toContainText("no. 4. will be back in place on");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("row").last()).toContainText(/no\. 4\..*Until /);
	await expect(page.locator("tr:focus")).toContainText("no. 5.");
	// Ended by mistake, it goes on until the same day.
	await page.getByRole("button", { name: `Details of ${listPile} no. 4.` }).click();
	const end = details(page).getByRole("button", { name: "end the snooze" });
	await end.click();
	await toast(page, "Snooze Ended").getByRole("button", { name: "Undo" }).click();
	await expect(end).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(details(page)).toBeHidden();
	await page.keyboard.press("Control+z");
	await expect(toast(page, "Snooze Undone")).toBeVisible();
	await expect(page.getByRole("row").filter({ hasText: "no. 4." })).not.toContainText("Until ");
});

test("from the notes of a record, the next one without a message opens in its notes", async ({ page, site }) => {
	const pile = uniqueName("Wordless");
	await addOverHttp(site, "bookings", ...[1, 2].map((n) => buildBooking({ name: `${pile} no. ${n}.`, message: null })));
	await openDesk(page, `${bookingsPath}?q=${encodeURIComponent(pile)}`);
	await page.getByRole("row").nth(1).focus();
	await page.keyboard.press("Enter");
	const booking = page.getByRole("dialog", { name: "Booking Details" });
	await expect(booking.getByRole("status").first()).toHaveText(/1 of 2$/);
	await page.keyboard.press("n");
	await page.keyboard.type("Rang back.");
	await page.keyboard.press("Control+Shift+Enter");
	await expect(booking.getByRole("status").first()).toHaveText(/2 of 2$/);
	await expect(booking.getByLabel("Internal Notes")).toBeFocused();
	await expect(booking.getByLabel("Internal Notes")).toHaveValue("");
});

test("from record to record, the buttons stay where the mouse is", async ({ page, site }) => {
	const pile = uniqueName("Steady");
	const contacts = ["Short.", "Line.\n".repeat(8), "The last."].map((message, n) =>
		buildContact({ name: `${pile} no. ${n}.`, email: `${pile.slice(-8)}-${n}@example.com`, message }),
	);
	await addOverHttp(site, "contacts", ...contacts);
	await page.setViewportSize({ width: 1440, height: 1000 });
	await openDesk(page, `${contactsPath}?status=new&q=${encodeURIComponent(pile)}`);
	await page.getByRole("button", { name: `Details of ${pile} no. 0.` }).click();
	const button = details(page).getByRole("button", { name: "Save and Next" });
	await expect(details(page)).toContainText("Nothing else from this email address.");
	const before = await button.boundingBox();
	await button.click();
	await expect(details(page)).toContainText("no. 1.");
	await expect(details(page)).toContainText("Nothing else from this email address.");
	expect(before).not.toBeNull();
	await expect.poll(async () => Math.abs(((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
});
