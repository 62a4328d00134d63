import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

test("a text waits in a draft, is public once it is published, and 'Undo' takes it back", async ({ page, request }) => {
	const publicText = async () => (await request.get("/careers")).text();
	await openDesk(page, "/admin/site?page=careers");
	const heading = page.getByRole("textbox", { name: "Heading" }).first();
	await heading.fill("Write with us.");
	await expect(status(page, "Draft saved.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Careers Draft" })).toBeVisible();
	expect(await publicText()).not.toContain("Write with us.");
	await expectAccessible(page);

	await page.getByRole("button", { name: "Publish" }).click();
	const dialog = page.getByRole("dialog", { name: "Publish Careers?" });
	await expect(dialog.getByRole("insertion").last()).toContainText("us");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Publish" }).click();
	await expect.poll(publicText).toContain("Write with us.");

	await toast(page, "Published").getByRole("button", { name: "Undo" }).click();
	await expect.poll(publicText).toContain("Work on the sentence people remember.");
	await expect(heading).toHaveValue("Write with us.");
	await page.getByRole("button", { name: "Discard Draft" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
	await expect(heading).toHaveValue("Work on the sentence people remember.");
});

test.describe("what can't be saved", () => {
	test.use({
		expectedErrors: /422|409|net::ERR|Failed to load|reach the server|check the marked fields|Someone else has changed/,
	});

	test("is said at its field and kept: a refused text, one that someone else has changed, and one without a connection", async ({
		page,
		request,
		site,
	}) => {
		await openDesk(page, "/admin/site?page=privacy");
		const lead = page.getByRole("textbox", { name: "Lead" });
		await lead.fill("");
		await expect(lead).toHaveAccessibleDescription(/Please enter a text/);
		const pages = page.getByRole("navigation", { name: "Pages of the website" });
		await pages.getByRole("link", { name: "Brand", exact: true }).click();
		await expect(lead).toBeHidden();
		await pages.getByRole("link", { name: "Privacy" }).click();
		await expect(lead).toHaveAccessibleDescription(/Please enter a text/);
		await expect(lead).toHaveValue("");
		await page.getByRole("button", { name: "Back to the Original: Lead" }).click();
		await expect(lead).toHaveValue("We use what you send us only for the purpose you sent it for.");

		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		const { version } = await (await request.get("/api/site/privacy", { headers })).json();
		const theirs = { values: { lead: "Theirs." }, expected_version: version };
		await page.route("**/api/site/*/draft", (route) => route.abort());
		await lead.fill("Mine.");
		await expect(status(page, "We can't reach the server.")).toBeVisible();
		await page.unrouteAll();
		// With the version at which it was begun, although this screen reads a newer one.
		await request.put("/api/site/privacy/draft", { headers, data: theirs });
		await page.reload();
		await expect(page.getByRole("alert")).toContainText("Someone else has changed this text to “Theirs.”.");
		await page.getByRole("button", { name: "Keep Mine" }).click();
		await expect(status(page, "Draft saved.")).toBeVisible();

		await page.route("**/api/site/*/draft", (route) => route.abort());
		await lead.fill("In a tunnel.");
		await expect(status(page, "We can't reach the server.")).toBeVisible();
		await page.unrouteAll();
		await page.reload();
		await expect(lead).toHaveValue("In a tunnel.");
		await expect(status(page, "Draft saved.")).toBeVisible();
	});
});

test("a text is found by its words, and has the focus", async ({ page }) => {
	await openDesk(page, "/admin/site");
	await page.getByLabel("Search All Texts").fill("cup of coffee");
	await page.getByRole("link", { name: /Short pieces/ }).click();
	await expect(page.getByRole("textbox", { name: "Lead" }).first()).toBeFocused();
});
