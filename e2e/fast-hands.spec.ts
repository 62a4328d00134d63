import type { CDPSession, Page } from "@playwright/test";
import { cannedRepliesTable } from "#features/threads/threads.table.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { addOverHttp, bookingsPath, contactsPath, inDatabase, openDesk, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";

/** Keys as fast as the browser takes them: none waits for what the one before it does. */
async function pressAtOnce(page: Page, keys: string[]): Promise<void> {
	const browser = await page.context().newCDPSession(page);
	await Promise.all(keys.map((key) => press(browser, key)));
}

const codes: Record<string, number> = { Enter: 13, Escape: 27 };

async function press(browser: CDPSession, combination: string): Promise<void> {
	const names = combination.split("+");
	const key = names.pop() ?? "";
	const modifiers = names.reduce((sum, name) => sum + ({ Alt: 1, Control: 2, Shift: 8 }[name] ?? 0), 0);
	const letter = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
	const text = modifiers === 0 && letter ? { text: letter } : {};
	const event = { key, modifiers, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), ...text };
	const down = browser.send("Input.dispatchKeyEvent", { type: "text" in text ? "keyDown" : "rawKeyDown", ...event });
	await Promise.all([down, browser.send("Input.dispatchKeyEvent", { type: "keyUp", ...event })]);
}

async function read(site: SiteServer, query: string): Promise<Record<string, unknown>[]> {
	const database = await site.openDatabase();
	const { rows } = await database.query(query, []);
	await database.close();
	return rows;
}

/** Three inquiries and a canned reply, with the first row in focus. */
async function openPile(page: Page, site: SiteServer): Promise<string> {
	const firm = uniqueName("Firm").replace(" ", "");
	await inDatabase(site, async (db) => {
		await db
			.insert(cannedRepliesTable)
			.values({ title: `Thanks ${firm}`, text: `Hello {name}, thank you from ${firm}.` });
		for (const name of ["One", "Two", "Three"]) {
			await insertContact(db, { name: `${name} ${firm}`, email: `${name}@${firm}.example`.toLowerCase() });
		}
	});
	await openDesk(page, `${contactsPath}?q=${firm}`);
	await page.getByRole("row").nth(1).focus();
	return firm;
}

test("keys that come while the next inquiry, its composer, and its canned replies load are done in order", async ({
	page,
	site,
}) => {
	const firm = await openPile(page, site);
	const pick = ["c", ...firm, "Enter"];
	await pressAtOnce(page, [
		"Enter",
		...pick,
		"Control+Alt+Enter",
		...pick,
		"Control+Alt+Enter",
		...pick,
		"Control+Alt+Enter",
	]);
	const replies = () =>
		read(
			site,
			`select c.name, c.status, m.recipient, t.text from mails m join thread_messages t on t.mail_id = m.id
			join contact_inquiries c on c.id = m.record_id where m.kind = 'reply' and c.name like '%${firm}' order by c.created_at`,
		);
	await expect.poll(replies).toEqual(
		["One", "Two", "Three"].map((name) => ({
			name: `${name} ${firm}`,
			status: "resolved",
			recipient: `${name}@${firm}.example`.toLowerCase(),
			text: expect.stringContaining(`Hello ${name} ${firm}, thank you from ${firm}.`),
		})),
	);

	// One step after the other is taken back, and then there is nothing more.
	await pressAtOnce(page, ["Control+z", "Control+z", "Control+z", "Control+z"]);
	await expect(toast(page, "Undo").filter({ hasText: "Nothing more to undo." })).toBeVisible();
	await expect.poll(replies).toEqual([]);
});

test("the status that someone chooses for a reply is proposed for the next one", async ({ page, site }) => {
	await openPile(page, site);
	const composer = page.getByRole("dialog").getByRole("region", { name: "Reply" });
	await page.keyboard.press("r");
	await expect(composer.getByLabel("Set status to")).toHaveValue("in_progress");
	await page.keyboard.type("Thank you.");
	await composer.getByLabel("Set status to").selectOption("Resolved");
	await composer.getByRole("textbox", { name: "Reply", exact: true }).press("Control+Shift+Enter");
	await page.keyboard.press("r");
	await expect(page.getByRole("dialog")).toContainText("Two ");
	await expect(composer.getByLabel("Set status to")).toHaveValue("resolved");
});

test.describe("where the conversation fails to load", () => {
	test.use({ expectedErrors: /Failed to load resource|no longer exists/ });

	test("keys for something that doesn't load are dropped with a word, and nothing is sent", async ({ page, site }) => {
		const firm = await openPile(page, site);
		await page.route("**/api/threads/contact_inquiries/*", (route) =>
			route.request().method() === "GET"
				? route.fulfill({ status: 404, json: { error: "This inquiry no longer exists." } })
				: route.continue(),
		);
		await pressAtOnce(page, ["Enter", "c", "Enter", "Control+Enter", "2"]);
		await expect(toast(page, "Keys Not Used")).toBeVisible();
		expect(
			await read(site, `select status from contact_inquiries where name like '%${firm}' and status <> 'new'`),
		).toEqual([]);
	});
});

test("a name and Enter at once open the first record that the palette finds, words in any order", async ({
	page,
	site,
}) => {
	const firm = await openPile(page, site);
	await pressAtOnce(page, ["Control+k", ...`${firm} tw`, "Enter", "a"]);
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await expect(details).toContainText(`Two ${firm}`);
	await expect(toast(page, "Assigned")).toBeVisible();
	await expect(details.getByLabel("Assigned To")).not.toHaveValue("");
});

test("a booking is moved by keys alone, and the next one after it", async ({ page, site }) => {
	const name = uniqueName("Moved");
	const call = { service_type: "Photography", email: "moved@example.com", preferred_date: "2097-11-05", invite: false };
	for (const preferred_time of ["09:00", "11:00"])
		await addOverHttp(site, "bookings", { ...call, name, preferred_time });
	await openDesk(page, `${bookingsPath}?q=${encodeURIComponent(name)}`);
	await page.getByRole("row").nth(1).focus();
	await pressAtOnce(page, ["Enter", "m", ..."12032097", "Enter", "j", "m", ..."12042097", "Enter"]);
	await expect
		.poll(() => read(site, `select preferred_date::text from bookings where name = '${name}' order by preferred_date`))
		.toEqual([{ preferred_date: "2097-12-03" }, { preferred_date: "2097-12-04" }]);
});
