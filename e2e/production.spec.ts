import { expectAccessible } from "./axe.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

test("a site in production without a mail server says so at its start and to staff, and logs no link", async ({
	page,
	ownSite,
}) => {
	test.setTimeout(60_000);
	const site = await ownSite({ NODE_ENV: "production", TRUSTED_PROXIES: "0" });
	await expect.poll(() => site.log()).toMatch(/"level":40[^\n]*SMTP_URL is not set, so this site sends no emails/);
	await openDesk(page, `${site.url}/admin`);
	const strip = page.getByRole("region", { name: "Setup" });
	await expect(strip).toContainText("kept as files and not sent");
	await expectAccessible(page);
	await strip.getByRole("link", { name: "Set Up Email" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Outgoing Email" })).toBeVisible();
	const asked = await page.request.post(`${site.url}/auth/v1/recover`, { data: { email: site.settings.ADMIN_EMAIL } });
	expect(asked.ok()).toBe(true);
	await expect.poll(async () => (await site.mails()).length).toBe(1);
	await expect.poll(() => site.log()).toContain("mail: ");
	expect(site.log()).not.toMatch(/token|verify/);
});

test("on a laptop, too, every screen says that emails are kept as files, and the log has the link", async ({
	page,
	site,
}) => {
	await openDesk(page, "/admin/mail");
	await expect(page.getByText("No mail server is set up")).toBeVisible();
	await page.getByRole("link", { name: "Dashboard" }).first().click();
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
	await expect(page.getByRole("region", { name: "Setup" })).toContainText("kept as files");
	expect(site.log()).not.toContain("no mail leaves this site");
});
