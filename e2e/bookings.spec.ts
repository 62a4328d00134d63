import { buildBooking } from "#tests/factories/bookings.ts";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import {
	addOverHttp,
	bookingsPath,
	lostConnection,
	openDesk,
	openLiveDesk,
	openSecondDesk,
	rowOf,
	toast,
	uniqueName,
} from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

// proves S4-live-01, S8-toast-01
test("a visitor's booking is on top of every open screen within a second, with a toast", async ({
	page,
	browser,
	site,
}) => {
	await addOverHttp(site, "bookings", buildBooking());
	await openLiveDesk(page, bookingsPath);
	const second = await openSecondDesk(browser, bookingsPath);
	const visitor = await (await browser.newContext()).newPage();
	const lastName = uniqueName("Byron");
	await visitor.goto("/book-call");
	await visitor.getByLabel("First Name").fill("Ada");
	await visitor.getByLabel("Last Name").fill(lastName);
	await visitor.getByLabel("Email").fill("ada@example.com");
	await visitor.getByLabel("Phone").fill("(555) 010-0199");
	await visitor.getByLabel(/Project/).fill("An engine.");
	const answered = visitor.waitForResponse((response) => response.request().method() === "POST");
	await visitor
		.getByRole("button", { name: /Schedule|Book/ })
		.last()
		.click();
	await answered;
	for (const staff of [page, second]) {
		await expect(staff.getByRole("row").nth(1)).toContainText(`Ada ${lastName}`);
		await expect(toast(staff, "New Booking!")).toContainText(`New consultation request from Ada ${lastName}`);
	}
	await second.context().close();
	await visitor.context().close();
});

// proves S2-bookings-06, S2-bookings-08, S2-bookings-09, S2-bookings-12, S9-dates-01, S9-dates-02
test("shows each booking with its service, wishes, age, status and actions", async ({ page, site }) => {
	const flexible = uniqueName("Theo Marchetti");
	const dated = uniqueName("Dana Whitfield");
	await addOverHttp(
		site,
		"bookings",
		buildBooking({ name: flexible, phone: null, preferred_date: null, preferred_time: null }),
		buildBooking({ name: dated, preferred_date: "2026-11-24", preferred_time: "14:30", message: "Hello\nthere" }),
	);
	await openDesk(page, bookingsPath);
	await expect(page.getByRole("columnheader")).toHaveText([
		"Client",
		"Service",
		"Preferred Date/Time",
		"Submitted",
		"Status",
		"Actions",
	]);
	await expect(rowOf(page, flexible)).toContainText("Flexible");
	await expect(rowOf(page, dated)).toContainText("Nov 24, 2026");
	await expect(rowOf(page, dated)).toContainText("2:30 PM");
	await expect(rowOf(page, dated)).toContainText("less than a minute ago");

	await rowOf(page, dated).getByRole("button", { name: "Details" }).click();
	const dialog = page.getByRole("dialog", { name: "Booking Details" });
	for (const text of ["November 24, 2026", "2:30 PM", "Public Relations", "New", "Hello\nthere"]) {
		await expect(dialog).toContainText(text);
	}
	await expect(dialog).toContainText(/Submitted \w{3} \d\d, \d{4} at \d{1,2}:\d\d [AP]M/);
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
});

// proves S2-bookings-10, S4-live-03, S4-status-04, S8-toast-05, D-forms-03
test("a status shows at once, with its selector disabled until it is saved, is told by a toast, and reaches the other screens", async ({
	page,
	browser,
	site,
}) => {
	const name = uniqueName("Priya Raman");
	await addOverHttp(site, "bookings", buildBooking({ name }));
	await openDesk(page, bookingsPath);
	const second = await openSecondDesk(browser, bookingsPath);
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/bookings/*", async (route) => {
		await released;
		await route.continue();
	});
	const status = rowOf(page, name).getByRole("combobox");
	await status.selectOption("In Progress");
	await expect(status).toBeDisabled();
	await expect(status).toHaveValue("in_progress");
	release();
	await expect(status).toBeEnabled();
	await expect(status).toHaveValue("in_progress");
	await expect(toast(page, "Status Updated")).toContainText("Booking status changed to In Progress");
	await expect(rowOf(second, name).getByRole("combobox")).toHaveValue("in_progress");
	await second.context().close();
});

// proves S2-bookings-04, S2-bookings-14, S5-search-02
test("search and status narrow the list, stand in the address, survive a reload and wait for the return", async ({
	page,
	site,
}) => {
	const name = uniqueName("Hanne Solberg");
	await addOverHttp(site, "bookings", buildBooking({ name, status: "closed" }), buildBooking({ name }));
	await openDesk(page, bookingsPath);
	await page.getByPlaceholder("Search by name, email, or service...").fill(name.toUpperCase());
	await expect(page.getByText("2", { exact: true })).toBeVisible();
	await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Closed");
	await expect(rowOf(page, name)).toHaveCount(1);
	const filtered = /(?=.*q=HANNE)(?=.*status=closed)/;
	await expect(page).toHaveURL(filtered);
	await page.reload();
	await expect(rowOf(page, name)).toHaveCount(1);
	await page.getByRole("link", { name: "Contacts" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Contact Inquiries" })).toBeVisible();
	await page.getByRole("link", { name: "Bookings" }).click();
	await expect(page).toHaveURL(filtered);
	await expect(page.getByRole("searchbox")).toHaveValue(name.toUpperCase());
	await page.getByRole("searchbox").fill("nobody books under this name");
	await expect(page.getByText("No bookings found")).toBeVisible();
	await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
});

test("the keyboard is enough: / searches, arrows and pages move, Enter opens, Escape closes", async ({
	page,
	site,
}) => {
	const name = uniqueName("Yuki Tanabe");
	await addOverHttp(site, "bookings", buildBooking({ name: `${name} one` }), buildBooking({ name: `${name} two` }));
	await openDesk(page, bookingsPath);
	await expect(rowOf(page, `${name} one`)).toBeVisible();
	await page.keyboard.press("/");
	await expect(page.getByRole("searchbox")).toBeFocused();
	await page.keyboard.type(name);
	await expect(page.getByRole("row")).toHaveCount(3);
	await page.keyboard.press("ArrowDown");
	await expect(rowOf(page, `${name} two`)).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(rowOf(page, `${name} one`)).toBeFocused();
	await page.keyboard.press("PageUp");
	await expect(rowOf(page, `${name} two`)).toBeFocused();
	await page.keyboard.press("PageDown");
	await expect(rowOf(page, `${name} one`)).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(`${name} one`);
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(rowOf(page, `${name} one`)).toBeFocused();
});

test.describe("adding a booking", () => {
	test.describe("when something is missing, and when the request fails", () => {
		test.use({ expectedErrors: lostConnection });

		// proves S5-booking-01, S8-bookings-02
		test("asks for what is missing and sends nothing; says that it failed and keeps what was typed", async ({
			page,
		}) => {
			await openDesk(page, bookingsPath);
			let sent = 0;
			page.on("request", (request) => {
				if (request.method() === "POST" && request.url().includes("/api/bookings")) sent++;
			});
			await page.getByRole("button", { name: "Add Booking" }).click();
			const dialog = page.getByRole("dialog", { name: "Add Booking" });
			await dialog.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
			await dialog.getByRole("button", { name: "Add Booking" }).click();
			await expect(toast(page, "Missing Information")).toContainText("Please fill in name, email, and service type.");
			await expect(dialog.getByLabel("Name")).toBeFocused();
			await expect(dialog.getByLabel("Service Type")).toHaveAccessibleDescription("Please choose a service type.");
			expect(sent).toBe(0);

			await page.route("**/api/bookings", (route) =>
				route.request().method() === "POST" ? route.abort() : route.fallback(),
			);
			await dialog.getByLabel("Name").fill("Ada Byron");
			await dialog.getByLabel("Service Type").selectOption("Photography");
			await dialog.getByLabel("Message").fill("A portrait.");
			await dialog.getByRole("button", { name: "Add Booking" }).click();
			await expect(toast(page, "Error")).toContainText("Failed to add new booking");
			await expect(dialog.getByLabel("Name")).toHaveValue("Ada Byron");
			await expect(dialog.getByLabel("Message")).toHaveValue("A portrait.");
			await expect(dialog.getByRole("button", { name: "Add Booking" })).toBeEnabled();

			const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
			await page.keyboard.press("Escape");
			await expect(question).toContainText("This booking hasn't been added.");
			await page.keyboard.press("Escape");
			await expect(question).toBeHidden();
			await expect(dialog.getByLabel("Name")).toHaveValue("Ada Byron");
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await question.getByRole("button", { name: "Leave" }).click();
			await expect(dialog).toBeHidden();
			await page.getByRole("button", { name: "Add Booking" }).click();
			await expect(dialog.getByLabel("Name")).toBeFocused();
			await page.keyboard.press("Escape");
			await expect(dialog).toBeHidden();
		});
	});

	// proves S2-bookings-03, S4-status-02, S5-booking-02, S6-roles-07, S8-toast-03, D-bookings-03
	test("puts it on top, with its own toast and not with that of a visitor's booking", async ({ page, browser }) => {
		await openDesk(page, bookingsPath);
		const second = await openSecondDesk(browser, bookingsPath);
		const name = uniqueName("Studio, do not book");
		await page.getByRole("button", { name: "Add Booking" }).click();
		const dialog = page.getByRole("dialog", { name: "Add Booking" });
		await dialog.getByLabel("Name").fill(name);
		await dialog.getByRole("textbox", { name: "Email" }).fill("desk@pilcrow.example");
		await dialog.getByLabel("Service Type").selectOption("Blocked Time");
		const sent = page.waitForRequest((request) => request.method() === "POST");
		await dialog.getByRole("button", { name: "Add Booking" }).click();
		expect((await sent).postDataJSON()).toEqual({
			name,
			email: "desk@pilcrow.example",
			phone: null,
			service_type: "Blocked Time",
			preferred_date: null,
			preferred_time: null,
			message: null,
			status: "new",
			invite: true,
		});
		await expect(toast(page, "Booking Added")).toContainText("New booking has been created successfully");
		await expect(toast(second, "New Booking!")).toContainText(name);
		await expect(page.getByRole("row").nth(1)).toContainText(name);
		await expect(rowOf(page, name).getByRole("combobox")).toHaveValue("new");
		await expect(toast(page, "Booking Added")).toBeVisible();
		await second.context().close();
		await page.keyboard.press("Control+z");
		await expect(toast(page, "Booking Removed")).toBeVisible();
		await expect(rowOf(page, name)).toHaveCount(0);
	});
});

test.describe("when requests fail", () => {
	test.use({ expectedErrors: lostConnection });

	// proves S8-bookings-01, S8-bookings-03
	test("the list says so, and can be asked again in place, and a status goes back to what it was", async ({
		page,
		site,
	}) => {
		const name = uniqueName("Marcus Bell");
		await addOverHttp(site, "bookings", buildBooking({ name, status: "resolved" }));
		await page.route("**/api/bookings?*", (route) => route.fulfill({ status: 500, json: {} }));
		await openDesk(page, bookingsPath);
		await expect(toast(page, "Error")).toContainText("Failed to load bookings");
		await page.unroute("**/api/bookings?*");
		await page.getByRole("button", { name: "Try Again" }).click();
		await expect(rowOf(page, name)).toBeVisible();
		await page.route("**/api/bookings/*", (route) => route.abort());
		const status = rowOf(page, name).getByRole("combobox");
		await status.selectOption("Closed");
		await expect(toast(page, "Error")).toContainText("Failed to update booking status");
		await expect(status).toHaveValue("resolved");
		await expect(status).toBeEnabled();
	});

	test("a link opens a booking's details, and notes there that were not saved stay when they are closed", async ({
		page,
		site,
	}) => {
		const name = uniqueName("Theo Marchetti");
		await addOverHttp(site, "bookings", buildBooking({ name }));
		const booking = (await listAsStaff(site, "bookings")).find((row) => row.name === name);
		await openDesk(page, `${bookingsPath}?id=${booking?.id}`);
		await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(name);
		await page.route("**/api/bookings/*", (route) => route.abort());
		const notes = page.getByLabel("Internal Notes");
		await notes.fill("Called back");
		await page.getByRole("button", { name: "Save Notes" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to save notes");
		await page.keyboard.press("Escape");
		await rowOf(page, name).getByRole("button", { name: "Details" }).click();
		await expect(notes).toHaveValue("Called back");
	});
});

test.describe("at /bookings", () => {
	test.use({ expectedErrors: /403|Only admins/ });

	// proves S2-routes-03, D-pages-07, D-pages-08
	test("an admin sees the same screen, anybody else the load error and no data", async ({ page, browser, site }) => {
		const name = uniqueName("Private");
		await addOverHttp(site, "bookings", buildBooking({ name }));
		const user = await insertAccount(site, "user");
		await openDesk(page, "/bookings", user);
		await expect(toast(page, "Error")).toContainText("Failed to load bookings");
		await expect(page.getByText(name)).toHaveCount(0);
		const admin = await openSecondDesk(browser, "/bookings");
		await expect(rowOf(admin, name)).toBeVisible();
		await admin.context().close();
	});
});

test("on a phone every booking is a card with the same controls", async ({ page, site }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const name = uniqueName("Card");
	const email = "dana@harborandpine.example";
	const phone = "(555) 010-0177";
	await addOverHttp(site, "bookings", buildBooking({ name, email, phone }));
	await openDesk(page, bookingsPath);
	const card = rowOf(page, name);
	await expect(card.getByRole("combobox")).toBeVisible();
	await expect(card).toContainText("Public Relations");
	for (const [text, href] of [
		[email, `mailto:${email}`],
		[phone, "tel:5550100177"],
	] as const) {
		const link = card.getByRole("link", { name: text });
		await expect(link).toHaveAttribute("href", href);
		expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
	await card.getByRole("button", { name: "Details" }).click();
	await expect(page.getByRole("dialog", { name: "Booking Details" })).toBeVisible();
	await expectAccessible(page);
});
