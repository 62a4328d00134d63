import { cannedRepliesTable } from "#features/threads/threads.table.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { addOverHttp, contactsPath, inDatabase, openDesk, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

const answered = process.env.TEST_ALL === "1" ? 40 : 3;

test("a pile of inquiries is answered without the mouse, with three keys each besides typing", async ({
	page,
	site,
}) => {
	test.setTimeout(30_000 + answered * 3_000);
	const pile = uniqueName("Pile");
	const title = uniqueName("Meeting");
	// One more, which no one opens.
	const contacts = Array.from({ length: answered + 1 }, (_, n) => buildContact({ name: `${pile} no. ${n}.` }));
	await addOverHttp(site, "contacts", ...contacts);
	await inDatabase(site, (db) =>
		db.insert(cannedRepliesTable).values({ title, text: "Dear {name},\n\nwe can meet on {date}." }),
	);
	await openDesk(page, "/admin");
	await page.goto(`${contactsPath}?status=new&q=${encodeURIComponent(pile)}`);
	await expect(page.getByRole("row").nth(1)).toContainText("no. 0.");
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	const text = details.getByRole("textbox", { name: "Reply", exact: true });
	let used = 0;
	const press = async (key: string) => {
		used += 1;
		await page.keyboard.press(key);
	};

	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	for (let n = 1; n <= answered; n++) {
		used = 0;
		await expect(details).toContainText(`${pile} no. ${n}.`);
		await expect(details.getByRole("status").first()).toHaveText(new RegExp(`2 of ${answered + 2 - n}$`));
		await expect(details.getByRole("button", { name: "Reply", exact: true })).toBeVisible();
		await press("c");
		await expect(details.getByRole("combobox", { name: "Search canned replies" })).toBeFocused();
		await page.keyboard.type(title.slice(-8));
		await expect(details.getByRole("option", { name: title })).toHaveAttribute("aria-selected", "true");
		await press("Enter");
		// The field that no one else can fill in is selected.
		await page.keyboard.type("Monday");
		await expect(text).toHaveValue(new RegExp(`^Dear ${pile} no. ${n}.,\n\nwe can meet on Monday.\n\nBest regards,`));
		await press(n < answered ? "Control+Shift+Enter" : "Control+Enter");
		expect(used).toBeLessThanOrEqual(3);
	}
	await expect(text).toBeHidden();
	await expect(details.getByRole("article")).toContainText("we can meet on Monday.");
	await page.keyboard.press("Escape");
	await expect(details).toBeHidden();
	await expect(page).toHaveURL(new RegExp(`status=new&q=${pile.slice(0, 4)}`));
	await expect(page.getByRole("row")).toHaveCount(2);
	await expect(page.locator("tr:focus")).toContainText("no. 0.");

	const rows = (await listAsStaff(site, "contacts")).filter(({ name }) => String(name).startsWith(pile));
	expect(rows.map(({ status }) => status).sort()).toEqual([...Array(answered).fill("in_progress"), "new"]);
	const database = await site.openDatabase();
	const { rows: sent } = await database.query(
		`select text from thread_messages where text like 'Dear ${pile} no. %we can meet on Monday.%'`,
	);
	await database.close();
	expect(new Set(sent.map((row) => row.text)).size).toBe(answered);
	expect(sent).toHaveLength(answered);
});

test("canned replies are all in view when they open, and begin a paragraph after what is written", async ({
	page,
	site,
}) => {
	const name = uniqueName("Canned");
	const titles = [1, 2].map((n) => `${name} ${n}`);
	await addOverHttp(site, "contacts", buildContact({ name }));
	await inDatabase(site, (db) =>
		db.insert(cannedRepliesTable).values(titles.map((title) => ({ title, text: "We can." }))),
	);
	await openDesk(page, `${contactsPath}?q=${encodeURIComponent(name)}`);
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	await details.getByRole("button", { name: "Reply", exact: true }).click();
	await page.keyboard.type("Hello.");
	await details.getByRole("button", { name: "Canned Replies" }).click();
	await page.keyboard.type(name);
	const option = details.getByRole("option", { name: titles[1] ?? "" });
	await expect(option).toBeVisible();
	await page.keyboard.press("ArrowDown");
	await expect(option).toHaveAttribute("aria-selected", "true");
	const send = details.getByRole("button", { name: "Send", exact: true });
	await expect
		.poll(async () => {
			const [choice, bar] = [await option.boundingBox(), await send.boundingBox()];
			return choice && bar && choice.y + choice.height <= bar.y;
		})
		.toBe(true);
	await page.keyboard.press("Enter");
	await expect(details.getByRole("textbox", { name: "Reply", exact: true })).toHaveValue(
		/^Hello\.\n\nWe can\.\n\nBest regards,/,
	);
});

test("Undo after Send and Next opens the reply again, in the list as it was filtered", async ({ page, site }) => {
	const pile = uniqueName("Undone");
	await addOverHttp(site, "contacts", ...[1, 2, 3].map((n) => buildContact({ name: `${pile} no. ${n}.` })));
	const list = `${contactsPath}?status=new&q=${encodeURIComponent(pile)}`;
	await openDesk(page, list);
	await page.getByRole("button", { name: `Details of ${pile} no. 1.` }).click();
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	const text = details.getByRole("textbox", { name: "Reply", exact: true });
	await details.getByRole("button", { name: "Reply", exact: true }).click();
	await page.keyboard.type("Too early.");
	await details.getByRole("button", { name: "Send and Next" }).click();
	await expect(details).toContainText("no. 2.");
	await page.keyboard.press("Control+z");
	await expect(details).toContainText("no. 1.");
	await expect(text).toHaveValue(/^Too early\./);
	await expect(text).toBeFocused();
	await expect(details.getByRole("status").first()).toHaveText(/1 of 3$/);
	await expect(toast(page, "Reply Undone")).toContainText("It's a draft again.");
});
