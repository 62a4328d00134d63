import { trapField } from "#lib/submission.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { addOverHttp, openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

test("staff hand out what is kept about an address, and erase it when they have typed it twice", async ({
	page,
	request,
	site,
}) => {
	const email = "leaving@example.com";
	await addOverHttp(site, "bookings", buildBooking({ email }));
	await request.post("/contact", {
		form: { firstName: "Ada", lastName: "Byron", email, message: "Hello", [trapField]: "x" },
	});
	await openDesk(page, "/admin");
	await page.getByRole("button", { name: /^My Account/ }).click();
	await page.getByRole("menuitem", { name: "Settings" }).click();
	await page.getByRole("link", { name: "Privacy", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Privacy" })).toBeVisible();
	await page.getByRole("textbox", { name: "Email Address", exact: true }).fill("unknown@example.com");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Nothing is stored about unknown@example.com.", { exact: true })).toBeVisible();
	await page.getByRole("textbox", { name: "Email Address", exact: true }).fill(email);
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export" }).click();
	expect((await download).suggestedFilename()).toBe(`${email}.tar`);

	await page.getByLabel("Email Address to Erase").fill(email);
	await expect(page.getByText("Will be erased", { exact: true })).toBeVisible();
	await page.getByLabel("Repeat the Email Address").fill("leaving@example.co");
	await page.getByRole("button", { name: "Erase Permanently" }).click();
	await expect(page.getByText("To confirm, type the same address again.")).toBeVisible();
	await page.getByLabel("Repeat the Email Address").fill(email);
	await page.getByRole("button", { name: "Erase Permanently" }).click();
	await expect(page.getByText(`Erased: ${email}`, { exact: true })).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: "Erased" })).toContainText(/Bookings1.*Submissions on hold1/);
	expect((await listAsStaff(site, "bookings")).filter((row) => row.email === email)).toEqual([]);
});
