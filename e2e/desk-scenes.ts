import type { Page } from "@playwright/test";
import { ownItems } from "#features/dashboard/make-it-yours.schema.ts";
import { titleField } from "./blog-desk.ts";
import { press, type Scene, stallAnswers } from "./scene.ts";

/** `last`: what comes last on the screen, and would move it under a check. */
const lists: { name: string; path: string; api: string; last?: RegExp }[] = [
	{ name: "bookings", path: "/admin/bookings", api: "**/api/bookings?*", last: /within 5 minutes/ },
	{ name: "contacts", path: "/admin/contacts", api: "**/api/contacts?*", last: /within 24 hours/ },
	{ name: "applications", path: "/admin/applications", api: "**/api/applications?*" },
	{ name: "jobs", path: "/admin/applications/jobs", api: "**/api/jobs*" },
	{ name: "posts", path: "/admin/blogs", api: "**/api/posts?*" },
	{ name: "invoices", path: "/admin/invoices", api: "**/functions/v1/manage-invoices*" },
	{ name: "retainers", path: "/admin/invoices/retainers", api: "**/api/retainers?*" },
	{ name: "users", path: "/admin/users", api: "**/api/users*" },
	{ name: "mail", path: "/admin/mail", api: "**/api/mails?*" },
	{ name: "quarantine", path: "/admin/quarantine", api: "**/api/quarantine" },
	{ name: "activity", path: "/admin/activity", api: "**/api/activity?*" },
	{ name: "dashboard", path: "/admin", api: "**/api/dashboard*" },
];

const rows = (page: Page) => page.getByRole("main").getByText("@", { exact: false }).first().waitFor();
const dialog = (page: Page) => page.getByRole("dialog").waitFor();
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();
/** With its rows, or the words that stand in their place. */
async function loaded(page: Page): Promise<void> {
	await heading(page);
	await page.getByRole("main").getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "detached" });
}

/** Lets the server find that what is saved began from another version than the newest. */
const outdate = (address: string, expected: object) => (page: Page) =>
	page.route(address, (route) =>
		route.request().method() !== "GET" && route.request().postDataJSON()?.version
			? route.continue({ postData: { ...route.request().postDataJSON(), ...expected } })
			: route.fallback(),
	);

/** The same of a post, in which a colleague has written another title meanwhile. */
const outdatePost = (page: Page) =>
	page.route("**/api/posts/*", async (route) => {
		if (route.request().method() !== "PATCH") return route.fallback();
		const response = await route.fetch({ postData: { ...route.request().postDataJSON(), version: 9_999 } });
		const { current, ...answer } = await response.json();
		const json = { ...answer, current: { ...current, title: "Theirs", version: current.version + 1 } };
		await route.fulfill({ response, json });
	});

/** What another tab of the browser says when someone logs out in it. */
const logOutElsewhere = (page: Page) =>
	page.evaluate(() => new BroadcastChannel("pilcrow-session").postMessage({ event: "SIGNED_OUT", session: null }));

/** As someone who is limited to the desk sees it, with this text. */
async function limit(page: Page, text: string): Promise<void> {
	const mine = { areas: ["desk"], giver: "Grace Hopper" };
	await page.route("**/api/profile", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), ...mine } });
	});
	await page.route("**/api/dashboard{,/trends}", async (route) => {
		const response = await route.fetch();
		const { bookings, contacts, newBookings, newContacts } = await response.json();
		await route.fulfill({ response, json: { bookings, contacts, newBookings, newContacts } });
	});
	await page.route("**/api/dashboard/oldest", async (route) => {
		const response = await route.fetch();
		const { rows } = await response.json();
		await route.fulfill({
			response,
			json: { rows: rows.filter(({ kind }: { kind: string }) => kind !== "application") },
		});
	});
	await page.reload();
	await page.getByText(text).first().waitFor();
}

/** A dialog behind a button of a screen. */
const behind = (name: string, path: Scene["path"], button: string | RegExp): Scene => ({
	name,
	path,
	windowOnly: true,
	async prepare(page) {
		await press(page, button);
		await dialog(page);
	},
});

/** Every screen of the back office, with rows. */
export const deskScreens: Scene[] = [
	...lists.map(({ name, path, last }) => ({
		name,
		path,
		async prepare(page: Page) {
			await loaded(page);
			if (last) await page.getByText(last).waitFor();
		},
	})),
	{ name: "post-new", path: "/admin/blogs/new", prepare: heading },
	{ name: "post-edit", path: (data) => data.postPath, prepare: (page) => page.getByLabel("Slug").waitFor() },
	{ name: "invoice-new", path: "/admin/invoices/new", prepare: heading },
	{ name: "invoice-detail", path: (data) => data.invoicePath, prepare: loaded },
	{ name: "invoice-edit", path: (data) => `${data.invoicePath}/edit`, prepare: heading },
	{ name: "retainer-new", path: "/admin/invoices/retainers/new", prepare: heading },
	{ name: "retainer-edit", path: (data) => data.retainerPath, prepare: heading },
	{ name: "job-edit", path: (data) => data.jobEditPath, prepare: (page) => page.getByLabel("Title").waitFor() },
	{ name: "job-new", path: "/admin/applications/jobs/new", prepare: heading },
	{ name: "bookings-of-staff", path: "/bookings", prepare: rows },
	{ name: "privacy", path: "/admin/privacy", prepare: heading },
	{ name: "settings", path: "/admin/settings", prepare: (page) => page.getByText("MAIL_FROM").waitFor() },
	{
		name: "website",
		path: "/admin/site?page=home",
		prepare: (page) => page.getByRole("heading", { name: "Hero" }).waitFor(),
	},
	{ name: "report", path: "/admin/report", prepare: (page) => page.getByText("Median Response Time").waitFor() },
	{ name: "person", path: "/admin/people?email=dana@harborandpine.example", prepare: loaded },
	{ name: "security", path: "/account/security", prepare: (page) => page.getByText("This device").waitFor() },
	{ name: "busy-times", path: "/account/busy-times", prepare: (page) => page.getByLabel("Takes calls").waitFor() },
	{ name: "call-hours", path: "/admin/bookings/hours", prepare: (page) => page.getByLabel("Monday").waitFor() },
	{
		name: "call-calendar",
		path: "/admin/bookings/calendar",
		prepare: (page) => page.getByRole("button", { name: "Next week" }).waitFor(),
	},
	{ name: "desk-not-found", path: "/admin/no-such-screen", prepare: heading },
];

/** Their dialogs, menus and failures. */
export const deskStates: Scene[] = [
	...lists.flatMap(({ name, path, api }): Scene[] => [
		{ name: `${name}-loading`, path, before: stallAnswers(api), prepare: heading },
		{
			name: `${name}-lost`,
			path,
			before: (page: Page) => page.route(api, (route) => route.abort()),
			prepare: (page) => page.getByRole("button", { name: "Try Again" }).waitFor(),
		},
	]),
	...lists
		.slice(0, 3)
		.map(({ name, path }) => ({ name: `${name}-none-found`, path: `${path}?q=nothing-like-it`, prepare: loaded })),
	behind("booking-details", "/admin/bookings", /^Details of/),
	behind("add-booking", "/admin/bookings", "Add Booking"),
	{
		name: "add-booking-errors",
		path: "/admin/bookings",
		windowOnly: true,
		async prepare(page) {
			await press(page, "Add Booking");
			await page.getByRole("dialog").getByRole("button", { name: "Add Booking" }).click();
			await page
				.getByText(/Missing Information|Validation Error/)
				.first()
				.waitFor();
		},
	},
	behind("contact-details", "/admin/contacts", /^Details of/),
	{
		name: "snooze",
		path: "/admin/contacts",
		windowOnly: true,
		async prepare(page) {
			await press(page, /^Details of/);
			await press(page, "Snooze");
			await page.getByLabel("Another Day").waitFor();
		},
	},
	{
		name: "keys",
		path: "/admin/contacts",
		windowOnly: true,
		async prepare(page) {
			await loaded(page);
			await page.keyboard.press("?");
			await dialog(page);
		},
	},
	{
		name: "reply-composer",
		path: "/admin/contacts",
		windowOnly: true,
		async prepare(page) {
			await press(page, /^Details of/);
			await page.getByRole("button", { name: "Reply", exact: true }).click();
			await page.getByRole("region", { name: "Reply" }).waitFor();
		},
	},
	{
		name: "reply-undo",
		path: "/admin/contacts",
		windowOnly: true,
		async prepare(page) {
			await press(page, /^Details of/);
			await page.getByRole("button", { name: "Reply", exact: true }).click();
			await page
				.getByRole("textbox", { name: "Reply", exact: true })
				.fill("Dear Ada,\n\nYes, **we can**. When would it suit you?\n\n- Monday\n- Tuesday");
			await page.keyboard.press("Control+Enter");
			await page.getByText("Reply Kept as a File").first().waitFor();
			await page.getByRole("article").first().waitFor();
		},
	},
	behind("add-contact", "/admin/contacts", "Add Contact"),
	behind("application-details", "/admin/applications", /^Details of/),
	behind("users-access", "/admin/users", /^Access of/),
	{ name: "foreign-section", path: "/admin/invoices", prepare: (page) => limit(page, "You don't have access") },
	{ name: "dashboard-desk", path: "/admin", prepare: (page) => limit(page, "Quick Actions") },
	{
		name: "dashboard-make-it-yours",
		path: "/admin",
		before: (page) =>
			page.route("**/api/dashboard/make-it-yours", (route) =>
				route.fulfill({
					json: {
						items: ownItems.map((item, place) => ({ item, found: place === 1, ticked: place === 6 })),
					},
				}),
			),
		async prepare(page) {
			await loaded(page);
			await page.getByRole("heading", { name: "Make It Yours" }).waitFor();
		},
	},
	behind("users-invite", "/admin/users", "Invite"),
	behind("sign-out-everywhere", "/admin/users", /^Log out .* everywhere$/),
	behind("delete-invoice", (data) => data.draftInvoicePath, "Delete"),
	behind("send-invoice", (data) => data.invoicePath, /^Send/),
	behind("record-payment", (data) => data.invoicePath, "Record Payment"),
	behind("take-back", (data) => data.invoicePath, "Take Back"),
	behind("invoice-paid", (data) => data.invoicePath, "Mark as Paid"),
	behind("deactivate-account", "/admin/users", /^Deactivate /),
	behind("post-revisions", (data) => data.postPath, "History"),
	behind("post-preview-link", (data) => data.postPath, "Preview Link"),
	behind("post-link", (data) => data.postPath, /^Link$/),
	behind("post-image", (data) => data.postPath, "Image"),
	behind("post-video", (data) => data.postPath, "Video"),
	// Not one that another scene has caused: its text is kept, in a sandboxed frame that axe cannot enter.
	behind("mail-details", "/admin/mail", /^Details of the email to dana@/),
	{
		name: "invoice-errors",
		path: "/admin/invoices/new",
		async prepare(page) {
			await press(page, "Create Invoice");
			await page
				.getByText(/Missing Information|Validation Error/)
				.first()
				.waitFor();
		},
	},
	{
		name: "invoice-conflict",
		path: (data) => `${data.invoicePath}/edit`,
		windowOnly: true,
		before: outdate("**/functions/v1/manage-invoices*", { version: 9_999 }),
		async prepare(page) {
			await press(page, "Update Invoice");
			await dialog(page);
		},
	},
	{
		name: "post-conflict",
		path: (data) => data.postPath,
		windowOnly: true,
		before: outdatePost,
		async prepare(page) {
			await titleField(page).fill("Mine");
			await press(page, "Save");
			await dialog(page);
		},
	},
	{
		name: "post-recovery",
		path: "/admin/blogs/new",
		windowOnly: true,
		async prepare(page) {
			await titleField(page).fill("Half a thought");
			await page.reload();
			await page.getByText("Restored unsaved changes.").waitFor();
		},
	},
	{
		name: "session-ended",
		path: "/admin/bookings",
		windowOnly: true,
		async prepare(page) {
			await loaded(page);
			await logOutElsewhere(page);
			await dialog(page);
		},
	},
	{
		name: "selection",
		path: "/admin/bookings",
		windowOnly: true,
		from: 768,
		prepare: (page) => page.getByRole("row").getByRole("checkbox").nth(1).click(),
	},
	behind("palette", "/admin/bookings", /Find or go to/),
	{
		name: "palette-found",
		path: "/admin/bookings",
		windowOnly: true,
		async prepare(page) {
			await press(page, /Find or go to/);
			await page.getByRole("dialog").getByRole("combobox").fill("Whitfield");
			await page
				.getByRole("option", { name: /Whitfield/ })
				.first()
				.waitFor();
		},
	},
	{ name: "account-menu", path: "/admin/bookings", windowOnly: true, prepare: (page) => press(page, /^My Account/) },
	{
		name: "drawer",
		path: "/admin/bookings",
		to: 1023,
		windowOnly: true,
		prepare: (page) => page.getByRole("button", { name: "Sections" }).click(),
	},
	{
		name: "text-style-menu",
		path: (data) => data.postPath,
		windowOnly: true,
		prepare: (page) => press(page, /^Text style/),
	},
	{ name: "post-more-tools", path: (data) => data.postPath, windowOnly: true, prepare: (page) => press(page, "More") },
];

/** The lists of a site where nothing has happened yet. */
export const emptyDeskScreens: Scene[] = lists.map(({ name, path }) => ({
	name: `${name}-empty`,
	path,
	prepare: loaded,
}));
