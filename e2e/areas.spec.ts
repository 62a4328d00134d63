import { applicationsTable } from "#features/applications/applications.table.ts";
import { buildApplication } from "#tests/factories/applications.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { addOverHttp, inDatabase, openDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import { signInOverHttp } from "./staff.ts";

test.use({ expectedErrors: /status of 40[34]|ApiError|You don't have access/ });

test("a receptionist works at the desk, without a trace of resumes, invoices, and users, until access changes", async ({
	page,
	site,
}) => {
	const name = uniqueName("Hanne Solberg");
	const caller = uniqueName("Dana Whitfield");
	await addOverHttp(site, "bookings", buildBooking({ name: caller, email: `${crypto.randomUUID()}@example.com` }));
	const email = `${crypto.randomUUID()}@example.com`;
	await addOverHttp(site, "contacts", buildContact({ name, email }));
	await inDatabase(site, (db) =>
		db.insert(applicationsTable).values(buildApplication({ applicant_name: name, applicant_email: email })),
	);
	await insertInvoice(site, { client_name: name, client_email: email });
	const giver = await insertAccount(site, "admin", "Grace Hopper");
	const receptionist = await insertAccount(site, "admin", "Rita Desk", ["desk"]);
	const authorization = `Bearer ${await signInOverHttp(site, giver)}`;
	const traces = /resume|invoice|applica|users|candidate|blog|posts|revenue/i;

	// Everything with the keyboard: the palette leads to the section, the section to the person.
	await openDesk(page, "/admin", receptionist);
	await expect(page.getByRole("heading", { name: "Quick Actions" })).toBeVisible();
	const sections = page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");
	await expect(sections.filter({ hasText: /\w/ })).toContainText(["Dashboard", "Contacts", "Bookings"]);
	await expect(page.getByRole("list", { name: "Statistics" }).getByRole("listitem")).toHaveCount(2);
	expect(await page.locator("[data-desk]").innerText()).not.toMatch(traces);
	await expectAccessible(page);

	await page.keyboard.press("Control+k");
	const palette = page.getByRole("dialog", { name: "Find or go to" });
	for (const word of ["invoice", "users", "privacy", "activity", "jobs", "website", "call hours"]) {
		await palette.getByRole("combobox").fill(word);
		await expect(palette.getByText("No results")).toBeVisible();
	}
	await palette.getByRole("combobox").fill(name);
	await expect(palette.getByRole("option")).toHaveText([/Inquiry/]);
	await page.keyboard.press("Enter");
	const details = page.getByRole("dialog", { name: "Contact Inquiry Details" });
	await expect(details.getByText("Nothing else from this email address.")).toBeVisible();
	await details.getByRole("link", { name: "Full History and Emails" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveCount(1);

	// Nor does a call's own window lead to an invoice.
	await page.goto(`/admin/bookings?q=${encodeURIComponent(caller)}`);
	await rowOf(page, caller).focus();
	await page.keyboard.press("Enter");
	const booking = page.getByRole("dialog", { name: "Booking Details" });
	await expect(booking.getByText("Nothing else from this email address.")).toBeVisible();
	expect(await booking.innerText()).not.toMatch(traces);

	// What others may have of someone isn't said to be nothing.
	await page.goto("/admin/people?email=nobody@example.com");
	await expect(page.getByText("Nothing that you have access to is stored under this email address")).toBeVisible();

	// The account's menu has what is everyone's own, and settings have no more than that.
	await page.goto("/admin/settings");
	await expect(page.getByRole("heading", { name: "Signature" })).toBeVisible();
	expect(await page.locator("[data-desk]").innerText()).not.toMatch(traces);

	// On a phone, a foreign address says who can help.
	await page.setViewportSize({ width: 390, height: 800 });
	const refused = page.getByText("You don't have access to this section. Grace Hopper can give it to you.");
	for (const address of ["/admin/invoices", "/admin/applications", "/admin/users", "/admin/activity"]) {
		await page.goto(address);
		await expect(refused).toBeVisible();
	}
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sections" }).click();
	await expect(page.getByRole("dialog").getByRole("link", { name: "Contacts" })).toBeVisible();
	expect(await page.getByRole("dialog").innerText()).not.toMatch(traces);
	await page.keyboard.press("Escape");

	// Someone changes the access meanwhile.
	await page.goto(`/admin/contacts?q=${encodeURIComponent(name)}`);
	await page.getByRole("button", { name: "Details" }).click();
	await expect(details).toBeVisible();
	await page.keyboard.press("Escape");
	const profile = await (await fetch(`${site.url}/api/users?limit=500`, { headers: { authorization } })).json();
	const { user_id } = profile.rows.find((row: { email: string }) => row.email === receptionist.email);
	const headers = { authorization, "content-type": "application/json" };
	const limitTo = async (area: string) =>
		fetch(`${site.url}/api/users/${user_id}/areas`, { method: "PATCH", headers, body: `{"areas":["${area}"]}` });
	expect((await limitTo("money")).status).toBe(200);
	await expect(toast(page, "Your access has changed")).toBeVisible();
	await expect(page).toHaveURL(/\/admin$/);
	await page.getByRole("button", { name: "Sections" }).click();
	await expect(page.getByRole("dialog").getByRole("link", { name: "Invoices" })).toBeVisible();
	await expect(page.getByRole("dialog").getByRole("link", { name: "Contacts" })).toBeHidden();
	await page.keyboard.press("Escape");
	// Whose records were opened isn't said any more.
	await page.keyboard.press("Control+k");
	await expect(palette.getByRole("option", { name: "Invoices" })).toBeVisible();
	await expect(palette).not.toContainText(name);
	await page.keyboard.press("Escape");
	// No request ever appears for a bookkeeper.
	await expect(page.getByRole("region", { name: "Recent Activity" })).toHaveCount(0);

	expect((await limitTo("writing")).status).toBe(200);
	await page.goto("/admin/settings");
	await page.getByRole("link", { name: "Edit the Website" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Website" })).toBeVisible();
});

test("an admin limits a colleague with the keyboard, and the list says to what", async ({ page, site }) => {
	const admin = await insertAccount(site, "admin", "Ruth Kessler");
	const colleague = await insertAccount(site, "admin", uniqueName("Omar Khatib"));
	await openDesk(page, `/admin/users?q=${encodeURIComponent(colleague.email)}`, admin);
	const button = page.getByRole("button", { name: `Access of ${colleague.name}: Everything` });
	await button.focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Change Access" });
	await expect(dialog.getByRole("checkbox", { name: "Everything" })).toBeFocused();
	await page.keyboard.press("Space");
	await expect(dialog.getByText("Please choose at least one area, or Everything.")).toBeVisible();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await expectAccessible(page);
	await page.keyboard.press("Control+Enter");
	await expect(toast(page, "Access Updated")).toBeVisible();
	await expect(page.getByRole("button", { name: `Access of ${colleague.name}: Desk` })).toBeFocused();
});
