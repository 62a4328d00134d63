import type { Locator } from "@playwright/test";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildAccount } from "./accounts.ts";
import { buildTitle, contentField, titleField } from "./blog-desk.ts";
import { addOverHttp, openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

/**
 * Issue 28: each begins on the dashboard and goes by what is in sight, without an address, a search, or a key to know.
 * The clicks are counted besides the fields that are filled in.
 */
test("a post is scheduled, a client billed who then pays, and a colleague invited, each without a search", async ({
	page,
	site,
}) => {
	test.slow();
	let clicks = 0;
	const click = async (target: Locator) => {
		clicks += 1;
		await target.click();
	};
	const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
	const client = uniqueName("Errand Client");
	await addOverHttp(site, "bookings", buildBooking({ name: client, service_type: "Photography" }));
	await openDesk(page, "/admin");
	const section = (name: string) =>
		page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link", { name, exact: true });

	await click(page.getByRole("link", { name: /^Create Blog Post/ }));
	await titleField(page).fill(buildTitle("Errand"));
	await contentField(page).fill("Soon.");
	await page.getByLabel("Publish Date").fill("2099-12-24T09:00");
	await click(button("Schedule for Dec 24, 2099, 9:00 AM"));
	await expect(page.getByText("Scheduled for Dec 24, 2099, 9:00 AM")).toBeVisible();
	await expect(page.getByLabel("Status")).toHaveText(/Scheduled/);
	await expect(button("Scheduled")).toBeDisabled();
	expect(clicks).toBe(2);

	clicks = 0;
	await click(section("Bookings"));
	await click(button(`Details of ${client}`));
	await click(page.getByRole("dialog").getByRole("link", { name: "New Invoice" }));
	await expect(page.getByLabel("Client Name")).toHaveValue(client);
	await expect(page.getByLabel("Description")).toHaveValue("Photography");
	await page.getByLabel("Unit Price").fill("450");
	await click(button("Create Invoice"));
	await click(button("Send"));
	await click(button("Send Invoice"));
	await click(button("Mark as Paid"));
	const payment = page.getByRole("dialog", { name: /as Paid$/ });
	await expect(payment).toContainText(`Records the full amount: $450.00 from ${client}.`);
	await click(payment.getByRole("button", { name: "Mark as Paid" }));
	await expect(page.getByText(/^Paid on /).first()).toBeVisible();
	expect(clicks).toBe(8);

	clicks = 0;
	const colleague = buildAccount("Errand Colleague");
	await click(section("Users"));
	await click(button("Invite"));
	const invitation = page.getByRole("dialog", { name: "Invite Someone" });
	await invitation.getByLabel("Email").fill(colleague.email);
	await invitation.getByLabel("Role").selectOption("Admin");
	await click(invitation.getByRole("button", { name: "Send Invitation" }));
	const waiting = page.getByRole("region", { name: "Invitations" }).getByRole("listitem");
	await expect(waiting.filter({ hasText: colleague.email })).toContainText("Pending");
	expect(clicks).toBe(3);
});
