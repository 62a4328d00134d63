import { insertRetainer } from "#tests/factories/retainers.ts";
import { openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { toast } from "./invoice-desk.ts";

test.use({ expectedErrors: /422|check the marked fields/ });

test("staff create a retainer, see its next dates, and pause, resume, and change it", async ({ page }) => {
	await openDesk(page, "/admin/invoices");
	await page.getByRole("link", { name: "Retainers" }).click();
	await page.getByRole("link", { name: "New Retainer" }).click();
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Press office");
	await page.getByLabel("First Invoice").fill("2098-12-31");
	await page.getByLabel("Due In (Days)").fill("10");
	await expect(page.getByLabel("Terms")).toHaveValue(/within 10 days/);
	// A client who is known would be filled in, while the email address is being typed.
	await page.getByLabel("Client Name").fill(uniqueName("Ada"));
	await page.getByLabel("Client Email").fill("ada@example.com");
	await page.getByLabel("Description").fill("Press office, {monht}");
	await page.getByLabel("Unit Price").fill("1500");
	const create = page.getByRole("button", { name: "Create Retainer" });
	await create.click();
	await expect(page.getByLabel("Description")).toHaveAccessibleDescription(
		"There is no placeholder {monht}. You can use {month}, {period} and {n}.",
	);
	await page.getByLabel("Description").fill("Press office, {month}");
	await expect(page.getByRole("region", { name: "Next Invoices" }).getByRole("listitem")).toHaveText([
		"Dec 31, 2098Press office, December 2098",
		"Jan 31, 2099Press office, January 2099",
		"Feb 28, 2099Press office, February 2099",
		"Mar 31, 2099Press office, March 2099",
		"Apr 30, 2099Press office, April 2099",
	]);
	// The server knows what is due.
	await page.getByLabel("First Invoice").fill("2020-01-01");
	await create.click();
	await expect(page.getByLabel("First Invoice")).toHaveAccessibleDescription(/^This start would write \d+ invoices/);
	await page.getByLabel("First Invoice").fill("2098-12-31");
	await create.click();
	await expect(toast(page, "Retainer Created")).toBeVisible();

	const row = page.getByRole("row", { name: "Press office" });
	await expect(row).toContainText("Dec 31, 2098");
	await row.getByRole("button", { name: "Pause Press office" }).click();
	await expect(toast(page, "Retainer Paused")).toBeVisible();
	await expect(row).toContainText("Paused");
	await row.getByRole("link", { name: "Press office", exact: true }).click();
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Press office and events");
	await page.getByRole("button", { name: "Resume Press office" }).click();
	await expect(toast(page, "Retainer Resumed")).toBeVisible();
	await page.getByRole("button", { name: "Update Retainer" }).click();
	await expect(toast(page, "Retainer Updated")).toBeVisible();
	await expect(page.getByRole("row", { name: "Press office and events" })).toContainText("Active");
});

test("after the first invoice, the dates are fixed and the rest can change; one that has ended only shows", async ({
	page,
	site,
}) => {
	const database = await site.openDatabase();
	const { id } = await insertRetainer(database.db, new Date(), { name: "Gala", starts_on: "2098-12-31" });
	await database.query("update retainers set next_n = 2 where id = $1", [id]);
	await database.close();
	await openDesk(page, `/admin/invoices/retainers/${id}`);
	await expect(page.getByLabel("Frequency")).toBeDisabled();
	await expect(page.getByLabel("First Invoice")).toBeDisabled();
	await page.getByLabel("Unit Price").fill("2000");
	await page.getByRole("button", { name: "Update Retainer" }).click();
	await expect(toast(page, "Retainer Updated")).toBeVisible();
	const row = page.getByRole("row", { name: "Gala" });
	await expect(row).toContainText("Jan 31, 2099");
	await expect(row).toContainText("$2,000.00");

	await row.getByRole("link", { name: "Gala", exact: true }).click();
	await page.getByRole("button", { name: "End", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
	await expect(toast(page, "Retainer Ended")).toBeVisible();
	await expect(page.getByLabel("Unit Price")).toBeDisabled();
	await expect(page.getByRole("button", { name: "Update Retainer" })).toHaveCount(0);
});
