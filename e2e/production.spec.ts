import { readFileSync } from "node:fs";
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
	const notice = page.getByRole("region", { name: "Emails aren't being delivered" });
	await expect(notice).toContainText("Emails aren't being sent");
	await expectAccessible(page);
	await notice.getByRole("link", { name: "Outgoing Email" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Outgoing Email" })).toBeVisible();
	const asked = await page.request.post(`${site.url}/auth/v1/recover`, { data: { email: site.settings.ADMIN_EMAIL } });
	expect(asked.ok()).toBe(true);
	await expect.poll(async () => (await site.mails()).length).toBe(1);
	await expect.poll(() => site.log()).toContain("mail: ");
	expect(site.log()).not.toMatch(/token|verify/);
});

test("a site on a laptop needs no notice: the folder is its mailbox, and the log has the link", async ({
	page,
	site,
}) => {
	await openDesk(page, "/admin/mail");
	await expect(page.getByText("No mail server is configured")).toBeVisible();
	await page.getByRole("link", { name: "Dashboard" }).first().click();
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
	await expect(page.getByRole("region", { name: "Emails aren't being delivered" })).toHaveCount(0);
	expect(site.log()).not.toContain("no mail leaves this site");
});

test("the server's program is ASCII, and leaves the back office's screens to the browser", () => {
	const program = readFileSync("build/server/index.js", "utf8");
	expect(program.search(/[^\0-\x7f]/)).toBe(-1);
	expect(program).toContain("Verifying admin access...");
	expect(program).not.toContain("Consultation Bookings");
});
