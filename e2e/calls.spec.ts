import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { addOverHttp, openDesk, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { pressWithKeyboard, tabTo } from "./keyboard.ts";
import type { SiteServer } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

async function fillForm(page: Page): Promise<string> {
	const lastName = uniqueName("Byron");
	await page.getByLabel("First Name").fill("Ada");
	await page.getByLabel("Last Name").fill(lastName);
	await page.getByLabel("Email").fill(addressOf(lastName));
	await page.getByLabel("Phone").fill("(555) 010-0199");
	await page.getByLabel(/Project/).fill("An engine.");
	return lastName;
}

const addressOf = (lastName: string) => `${lastName.replaceAll(/\W/g, "").toLowerCase()}@example.com`;

async function freeSlots(site: SiteServer): Promise<string[]> {
	const answer = await fetch(`${site.url}/api/call-slots?days=62`);
	const { days }: { days: { slots: string[] }[] } = await answer.json();
	return days.flatMap(({ slots }) => slots);
}

/** The address in the link of the guest's newest email. */
async function linkOf(site: SiteServer, lastName: string): Promise<string> {
	let path: string | undefined;
	await expect
		.poll(async () => {
			const mails = (await site.mails()).map((mail) => mail.replaceAll(/=\r?\n/g, ""));
			const guests = mails.filter((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.includes(addressOf(lastName)));
			path = /\/call\/[\w-]{43}/.exec(guests.at(-1) ?? "")?.[0];
			return path;
		})
		.toBeDefined();
	return path ?? "";
}

/** The day first, then its time. */
async function choose(page: Page, slot: string | undefined): Promise<void> {
	await dayChoice(page, slot, "America/New_York").check();
	await page.locator(`input[name=slot][value="${slot}"]`).last().check();
}

function dayChoice(page: Page, slot: string | undefined, timeZone: string) {
	const format = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", month: "short", day: "numeric" });
	const name = format.format(new Date(slot ?? "")).replace(",", "");
	return page.getByRole("radiogroup", { name: "Day" }).getByRole("radio", { name, exact: true });
}

const chosenTime = (page: Page) => page.locator("input[name=slot]:checked");

const bookedStart = (page: Page) => page.locator("time[data-call-start]");

/** Someone else books this time meanwhile. */
async function takeSlot(site: SiteServer, slot: string | undefined): Promise<void> {
	const fields = {
		firstName: "Grace",
		lastName: uniqueName("H"),
		phone: "(555) 010-0198",
		projectDescription: "A ship.",
	};
	const body = new URLSearchParams({ ...fields, email: addressOf(fields.lastName), slot: slot ?? "" });
	const answer = await fetch(`${site.url}/book-call`, { method: "POST", body });
	expect(answer.status).toBe(201);
}

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /409/ });

	test("books a time, meets one that was taken meanwhile, and moves and cancels by the link", async ({
		page,
		site,
	}) => {
		// Not the first, which may become too near to be booked while this runs.
		const slots = await freeSlots(site);
		const [, taken, , , , , , next] = slots;
		const otherDay = slots.find((slot) => Date.parse(slot) > Date.parse(next ?? "") + 24 * 60 * 60_000);
		await page.goto("/book-call");
		await expect(page.getByText("Times are New York time (E")).toBeVisible();
		const lastName = await fillForm(page);
		await choose(page, taken);
		// Looking at another day, what is chosen stays in view.
		await dayChoice(page, otherDay, "America/New_York").check();
		await expect(chosenTime(page)).toHaveAttribute("value", taken ?? "");
		await expect(chosenTime(page)).toBeVisible();
		await expect(page.locator(`[name=slot][value="${next}"]`)).toBeHidden();
		await takeSlot(site, taken);
		await page.getByRole("button", { name: "Book a Strategy Call" }).click();
		await expect(page.getByRole("alert")).toContainText(
			"That time has just been taken. These are the nearest free times:",
		);
		await expect(page.getByLabel("Last Name")).toHaveValue(lastName);
		await expect(page.getByRole("alert").getByRole("radio")).toHaveCount(6);
		await expect(chosenTime(page)).toHaveCount(0);
		await page.getByRole("alert").getByRole("radio").last().check();
		await page.getByRole("button", { name: "Book a Strategy Call" }).click();
		await expect(page.getByText("Your call is booked for")).toBeVisible();
		const first = await bookedStart(page).getAttribute("datetime");

		await page.goto(await linkOf(site, lastName));
		await expect(page.getByRole("heading", { name: "Your call", exact: true })).toBeVisible();
		await expect(bookedStart(page)).toHaveAttribute("datetime", first ?? "");
		await choose(page, next);
		await page.getByRole("button", { name: "Move the call" }).click();
		await expect(page.getByRole("heading", { name: "Your call is moved." })).toBeVisible();
		await expect(bookedStart(page)).toHaveAttribute("datetime", next ?? "");
		await page.getByLabel("Reason (optional)").fill("We have moved.");
		await page.getByRole("button", { name: "Cancel the call" }).click();
		await expect(page.getByRole("heading", { name: "Your call is cancelled." })).toBeVisible();
		const row = (await listAsStaff(site, "bookings")).find(({ name }) => name === `Ada ${lastName}`);
		expect(row).toMatchObject({ status: "closed", call: { state: "cancelled", cancelled_by: "guest" } });
	});
});

test.describe("in Tokyo, on a phone", () => {
	test.use({ timezoneId: "Asia/Tokyo", viewport: { width: 360, height: 740 }, expectedErrors: /409/ });

	test("chooses a time by the keyboard, in both zones, and another one after it was taken", async ({ page, site }) => {
		const slot = (await freeSlots(site))[3];
		await page.goto("/book-call");
		const times = page.getByRole("group", { name: "Choose a time (optional)" });
		await times.scrollIntoViewIfNeeded();
		await expect(times).toContainText("Times are shown in your time zone (Tokyo). Our office keeps New York time.");
		const inTokyo = new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Tokyo", hour: "numeric", minute: "2-digit" });
		await expect(page.locator(`label:has([value="${slot}"])`)).toContainText(
			inTokyo.format(new Date(slot ?? "")).replaceAll(/\s/g, " "),
		);
		const lastName = await fillForm(page);
		await page.getByLabel(/Project/).press("Tab");
		await expect(times.getByRole("radio").first()).toBeFocused();
		const day = dayChoice(page, slot, "Asia/Tokyo");
		for (let presses = 0; presses < 3 && !(await day.isChecked()); presses++) await page.keyboard.press("ArrowRight");
		await page.keyboard.press("Tab");
		await expect(times.getByRole("radio", { name: "No particular time: call me back" })).toBeFocused();
		const isChosen = () => page.locator(`input[value="${slot}"]`).isChecked();
		for (let presses = 0; presses < 40 && !(await isChosen()); presses++) await page.keyboard.press("ArrowDown");
		expect(await isChosen()).toBe(true);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		await takeSlot(site, slot);
		await page.keyboard.press("Enter");
		const alert = page.locator("[data-slot-taken]");
		// First what goes after five seconds.
		await expect(page.getByRole("status").filter({ hasText: "Time No Longer Available" })).toBeVisible();
		await expect(alert).toContainText("That time has just been taken.");
		await expect(page.getByLabel("Last Name")).toHaveValue(lastName);
		await expectAccessible(page);
		const nearest = alert.getByRole("radio").first();
		await expect(nearest).toBeFocused();
		const after = await nearest.getAttribute("value");
		await page.keyboard.press("Space");
		await page.keyboard.press("Enter");
		await expect(page.getByText("Your call is booked for")).toContainText(
			`${inTokyo.format(new Date(after ?? ""))} GMT+9`,
		);
		await expect(bookedStart(page)).toHaveAttribute("datetime", after ?? "");
		await expectAccessible(page);
		await page.getByRole("link", { name: "Book Another Call" }).click();
		await expect(page.getByLabel("Last Name")).toHaveValue("");
		await times.getByRole("radio").first().focus();
		await expect(page.locator(`input[value="${after}"]`)).toHaveCount(0);

		await page.goto(await linkOf(site, lastName));
		await expect(page.getByText("Times are shown in your time zone (Tokyo).")).toBeVisible();
		await expectAccessible(page);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		await tabTo(page, page.locator("input[name=slot]").first());
		await page.keyboard.press("Space");
		const moved = await chosenTime(page).getAttribute("value");
		await pressWithKeyboard(page, page.getByRole("button", { name: "Move the call" }));
		await expect(page.getByRole("heading", { name: "Your call is moved." })).toBeVisible();
		await expect(bookedStart(page)).toHaveAttribute("datetime", moved ?? "");
		await pressWithKeyboard(page, page.getByRole("button", { name: "Cancel the call" }));
		await expect(page.getByRole("heading", { name: "Your call is cancelled." })).toBeVisible();
	});

	test("keeps the choice and the focus when the times change to the browser's zone", async ({ page }) => {
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route("**/assets/hydrate*.js", async (route) => {
			await released;
			await route.continue();
		});
		await page.goto("/book-call");
		await page.getByRole("radiogroup", { name: "Day" }).getByRole("radio").last().check();
		const wish = page.locator("input[name=slot]").last();
		await wish.check();
		const value = await wish.inputValue();
		release();
		await expect(page.getByText("Times are shown in your time zone (Tokyo)")).toBeVisible();
		await expect(page.locator(`input[value="${value}"]`)).toBeChecked();
		await expect(page.locator(`input[value="${value}"]`)).toBeFocused();
	});
});

const dayOf = (slot: string | undefined) => slot?.slice(0, 10) ?? "";

test.describe("with answers that refuse", () => {
	test.use({ expectedErrors: /409|422|This overlaps|Please check/ });

	test("staff block whole days from the calendar, move the end, and nobody can book into them", async ({
		page,
		site,
	}) => {
		const days = [...new Set((await freeSlots(site)).map(dayOf))];
		const [dayBefore, last] = [days.at(-2) ?? "", days.at(-1) ?? ""];
		await openDesk(page, "/admin/bookings/calendar");
		await page.getByRole("button", { name: "Block time" }).click();
		const block = page.getByRole("dialog", { name: "Block time" });
		await block.getByLabel("From Date").fill(last);
		await block.getByLabel("Until Date").fill(last);
		await block.getByRole("button", { name: "Block time" }).click();
		await expect(toast(page, "Time Blocked")).toBeVisible();
		await expect(page).toHaveURL("/admin/bookings/calendar");
		const free = async () => new Set((await freeSlots(site)).map(dayOf));
		expect(await free()).not.toContain(last);
		await page.getByRole("button", { name: "Add Booking" }).click();
		await expect(page.getByRole("dialog", { name: "Add Booking" }).getByLabel("Name")).toBeFocused();
		await page.keyboard.press("Escape");
		await page.getByRole("link", { name: "Bookings", exact: true }).last().click();
		await page.getByRole("button", { name: "Details of Blocked Time" }).first().click();
		await page.getByRole("button", { name: "Change date and time" }).click();
		// What is typed now is a date, not a shortcut, and Escape ends the change alone.
		await expect(page.getByLabel("Date", { exact: true })).toBeFocused();
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Change date and time" }).click();
		await expect(page.getByLabel("Blocked Until Date")).toHaveValue(last);
		await page.getByLabel("Date", { exact: true }).fill(dayBefore);
		await page.getByLabel("Blocked Until Date").fill(dayOf("2000-01-01"));
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await expect(page.getByLabel("Blocked Until Time")).toHaveAccessibleDescription(
			"Please choose an end after the start.",
		);
		await page.getByLabel("Blocked Until Date").fill(dayBefore);
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await expect(toast(page, "Booking Updated")).toBeVisible();
		expect(await free()).not.toContain(dayBefore);
		expect(await free()).toContain(last);
		// What it would lie over is said before.
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Add Booking" }).click();
		const dialog = page.getByRole("dialog", { name: "Add Booking" });
		await dialog.getByLabel("Name").fill("Ada Byron");
		await dialog.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
		await dialog.getByLabel("Service Type").selectOption("Photography");
		await dialog.getByLabel("Preferred Date").fill(dayBefore);
		await dialog.getByLabel("Preferred Time").fill("12:00");
		await dialog.getByRole("button", { name: "Add Booking" }).click();
		const question = page.getByRole("dialog", { name: "Book Anyway?" });
		await expect(question).toContainText("This overlaps Blocked Time");
		await question.getByRole("button", { name: "Choose Another Time" }).click();
		await expect(dialog.getByLabel("Preferred Time")).toHaveValue("12:00");
		await expect(dialog.getByLabel("Preferred Time")).toBeFocused();
		await dialog.getByRole("button", { name: "Add Booking" }).click();
		await question.getByRole("button", { name: "Book anyway" }).click();
		await expect(toast(page, "Booking Added")).toBeVisible();
	});

	test("staff drag a call to another day of the calendar, and are asked before it overlaps another", async ({
		page,
		site,
	}) => {
		const name = uniqueName("Dragged");
		const other = uniqueName("Other");
		// A week that no other test uses, and that cannot be booked online yet.
		const [monday, tuesday] = ["2098-03-03", "2098-03-04"];
		const call = { service_type: "Photography", email: "dragged@example.com", preferred_time: "09:00", invite: false };
		await addOverHttp(
			site,
			"bookings",
			{ ...call, name, preferred_date: monday },
			{ ...call, name: other, preferred_date: tuesday },
		);
		await openDesk(page, `/admin/bookings/calendar?week=${monday}`);
		const entry = page.getByRole("listitem").filter({ hasText: name });
		await expect(entry).toContainText("9:00 AM–9:45 AM");
		await entry.dragTo(page.getByRole("heading", { name: "Tue, Mar 4" }));
		const dialog = page.getByRole("dialog", { name: `Move the Call with ${name}` });
		await expect(dialog.getByLabel("Date", { exact: true })).toHaveValue(tuesday);
		await dialog.getByRole("button", { name: "Save" }).click();
		const question = page.getByRole("dialog", { name: "Move Anyway?" });
		await expect(question).toContainText(`This overlaps ${other}`);
		await question.getByRole("button", { name: "Choose Another Time" }).click();
		await expect(dialog.getByLabel("Time", { exact: true })).toBeFocused();
		await dialog.getByRole("button", { name: "Cancel" }).click();
		// Down the grid, where an hour is 3.25rem high, held half an hour below its top.
		const later = { x: 20, y: 4 * 52 + 26 };
		await entry.dragTo(entry, { sourcePosition: { x: 20, y: 26 }, targetPosition: later, force: true });
		await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("13:00");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(toast(page, "Booking Updated")).toBeVisible();
		await expect(dialog).toBeHidden();
		await expect(entry).toContainText("1:00 PM–1:45 PM");
	});

	test("a call opens over its week, and a click on a free hour adds a booking there", async ({ page, site }) => {
		const name = uniqueName("Opened");
		const monday = "2098-03-10";
		await addOverHttp(site, "bookings", {
			...{ name, service_type: "Photography", email: "opened@example.com", invite: false },
			...{ preferred_date: monday, preferred_time: "09:00" },
		});
		const week = `/admin/bookings/calendar?week=${monday}`;
		await openDesk(page, week);
		const entry = page.getByRole("listitem").filter({ hasText: name });
		await entry.getByRole("link").click();
		await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(name);
		await page.keyboard.press("Escape");
		await expect(page).toHaveURL(week);
		await expect(entry.getByRole("link")).toBeFocused();
		// An hour is 52 pixels high: two and a half hours after the call begins.
		await entry.click({ position: { x: 20, y: 2.5 * 52 + 10 }, force: true });
		const dialog = page.getByRole("dialog", { name: "Add Booking" });
		await expect(dialog.getByLabel("Preferred Date")).toHaveValue(monday);
		await expect(dialog.getByLabel("Preferred Time")).toHaveValue("11:30");
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
		await expect(page).toHaveURL(week);
	});
});

test("staff see what hours would offer before they save them", async ({ page, site }) => {
	const slots = await freeSlots(site);
	await openDesk(page, "/admin/bookings/hours");
	const preview = page.getByRole("region", { name: "Preview" });
	const sundays = preview.getByRole("listitem").filter({ hasText: "Sun, " });
	await expect(preview.getByRole("listitem").first()).toBeVisible();
	await expect(sundays).toHaveCount(0);
	await page.getByLabel("Sunday").fill("9-10:45");
	// The last one: where today is a Sunday, its first times may have passed.
	await expect(sundays.last()).toHaveText(/3 times9:00 AM, 9:30 AM, 10:00 AM$/);
	const listed = await sundays.count();
	// Until it makes sense again, what stood there stays.
	await page.getByLabel("Sunday").fill("9-");
	await expect(sundays).toHaveCount(listed);
	// The first may have become too near to be booked meanwhile.
	expect((await freeSlots(site)).slice(-20)).toEqual(slots.slice(-20));
	await page.getByLabel("Sunday").fill("");
	await expect(sundays).toHaveCount(0);

	// What can't be read is marked where it stands. A saved form keeps the focus.
	const friday = page.getByLabel("Friday");
	const hours = await friday.inputValue();
	await friday.fill("8 to noon");
	await page.getByLabel("Monday").press("Control+Enter");
	await expect(friday).toBeFocused();
	await expect(friday).toHaveAccessibleDescription("Please enter times like 08:00, in steps of five minutes.");
	await friday.fill(hours);
	await friday.press("Control+Enter");
	await expect(toast(page, "Hours Saved")).toBeVisible();
	await expect(friday).toBeFocused();
	await expect(friday).toHaveAccessibleDescription("");
});
