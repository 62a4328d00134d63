import { buildContact } from "#tests/factories/contacts.ts";
import { addOverHttp, openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { adminAccount } from "./site-server.ts";

test("the log lists everything, and narrows to whom and what", async ({ page, site }) => {
	const name = uniqueName("Lewis Adeyemi");
	await openDesk(page, "/admin/activity");
	await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
	await addOverHttp(site, "contacts", buildContact({ name }));
	// While it is looked at.
	await expect(page.getByRole("link", { name: `Inquiry: ${name}` })).toBeVisible();
	// Each entry opens, and leads to its neighbors.
	const opener = page.getByRole("button", { name: new RegExp(`^Details of .*, Inquiry: ${name}$`) });
	await opener.click();
	const details = page.getByRole("dialog", { name: "Activity Details" });
	await expect(details).toContainText("created this inquiry");
	await expect(details).toContainText("1 of");
	// Its parts follow each other, in a dialog that is as high as for the longest entry.
	const top = async (text: string) => (await details.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
	expect((await top("Changes")) - (await top("When"))).toBeLessThan(120);
	await page.keyboard.press("j");
	await expect(details).toContainText("2 of");
	await expect(page).toHaveURL(/id=/);
	const next = new URL(page.url()).searchParams.get("id");
	await page.keyboard.press("k");
	await expect(details).toContainText("1 of");
	await page.keyboard.press("Escape");
	await expect(details).toBeHidden();
	await expect(opener).toBeFocused();
	await page.getByRole("combobox", { name: "What" }).selectOption("Job");
	await expect(page.getByRole("link", { name: `Inquiry: ${name}` })).toBeHidden();
	await page.getByRole("combobox", { name: "What" }).selectOption("Inquiry");
	await expect(page).toHaveURL(/table=contact_inquiries/);
	await page.getByRole("combobox", { name: "Who" }).selectOption(adminAccount.email);
	await expect(page).toHaveURL(/table=contact_inquiries&actor=/);
	await page.getByRole("link", { name: `Inquiry: ${name}` }).click();
	await expect(page.getByRole("dialog", { name: "Contact Inquiry Details" })).toContainText(name);
	// A link opens its entry even where the list does not show it, as it does not show what is older than its first page.
	await page.goto(`/admin/activity?actor=system&table=jobs&id=${next}`);
	await expect(details).toBeVisible();
	await expect(details).not.toContainText(" of ");
});
