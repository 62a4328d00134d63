import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

test("the owner changes their name, makes a backup, and exports the report", async ({ page, ownSite }) => {
	const site = await ownSite({ BACKUP_DIR: join(mkdtempSync(join(tmpdir(), "settings-")), "backups") });
	await openDesk(page, `${site.url}/admin`);
	await page.getByRole("button", { name: /^My Account/ }).click();
	await page.getByRole("menuitem", { name: "Settings" }).click();
	await page.getByLabel("Full Name").fill(" Ruth Kessler");
	await page.keyboard.press("Enter");
	await expect(toast(page, "Name Saved")).toBeVisible();
	// As stored, and the keyboard stays where it was.
	await expect(page.getByLabel("Full Name")).toHaveValue("Ruth Kessler");
	await expect(page.getByLabel("Full Name")).toBeFocused();
	await page.getByLabel("Signature", { exact: true }).fill("Warm regards,\nRuth");
	const saveSignature = page.getByRole("button", { name: "Save Signature" });
	await saveSignature.click();
	await expect(toast(page, "Signature Saved")).toBeVisible();
	await expect(saveSignature).toBeFocused();
	await page.getByLabel("Signature", { exact: true }).fill("Not saved");
	await page.getByRole("link", { name: "Users", exact: true }).click();
	await page.getByRole("button", { name: "Stay" }).click();
	await expect(page.getByLabel("Signature", { exact: true })).toHaveValue("Not saved");
	await page.getByLabel("Signature", { exact: true }).fill("Warm regards,\nRuth");
	await expect(page.getByText("Not set, so clients can't see how to pay")).toBeVisible();

	await page.getByRole("button", { name: "Back Up Now" }).click();
	await expect(toast(page, "Backup Finished")).toBeVisible({ timeout: 20_000 });
	await expect(page.getByText(/^Last backup: /)).toBeVisible();

	await page.getByRole("button", { name: /^My Account/ }).click();
	await expect(page.getByRole("menu")).toContainText("Ruth Kessler");
	await page.getByRole("menuitem", { name: "Report" }).click();
	const inquiries = page.getByRole("region", { name: "Bookings and Inquiries by Source" });
	await expect(inquiries).toContainText("No data for these months.");
	const revenue = page.getByRole("region", { name: "Revenue", exact: true });
	const downloading = page.waitForEvent("download");
	await revenue.getByRole("button", { name: "Export CSV" }).click();
	expect((await downloading).suggestedFilename()).toBe("revenue-by-month.csv");
});
