import type { Page } from "@playwright/test";
import { trapField } from "#lib/submission.ts";
import { answerQuestion, openDesk, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

const contact = (message: string) => ({ firstName: "Ada", lastName: "Byron", email: "ada@example.com", message });
const cardOf = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

test("a form that a machine has filled in waits until staff release it, and then is in the list", async ({
	page,
	request,
	site,
}) => {
	const message = uniqueName("A machine wrote this");
	const answer = await request.post("/contact", { form: { ...contact(message), [trapField]: "https://x.example" } });
	expect(answer.status()).toBe(201);
	expect(await answer.text()).toContain("Message Sent!");
	const stored = async () => (await listAsStaff(site, "contacts")).some((row) => row.message === message);
	expect(await stored()).toBe(false);

	await openDesk(page, "/admin/contacts");
	await page.getByRole("link", { name: /submissions? (is|are) on hold/ }).click();
	const card = cardOf(page, message);
	await expect(card).toContainText("A hidden field was filled in");
	await card.getByRole("button", { name: "Release the submission from Ada Byron" }).click();
	await expect(toast(page, "Released")).toBeVisible();
	await expect(card).toHaveCount(0);
	expect(await stored()).toBe(true);
});

test("staff delete what nobody has written", async ({ page, request, site }) => {
	const message = uniqueName("Delete me");
	await request.post("/contact", { form: { ...contact(message), [trapField]: "x" } });
	await openDesk(page, "/admin/quarantine");
	await cardOf(page, message).getByRole("button", { name: "Delete the submission from Ada Byron" }).click();
	await answerQuestion(page, "Delete Submission", "Delete");
	await expect(toast(page, "Deleted")).toBeVisible();
	await expect(cardOf(page, message)).toHaveCount(0);
	expect((await listAsStaff(site, "contacts")).some((row) => row.message === message)).toBe(false);
});

test("a visitor who fills in the form meets no trap, and brings a proof of when the visit began", async ({ page }) => {
	await page.goto("/contact");
	const names: string[] = [];
	await page.getByLabel("First Name").fill("Ada");
	for (let step = 0; step < 12; step++) {
		names.push(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""));
		await page.keyboard.press("Tab");
	}
	expect(names).toContain("message");
	expect(names).not.toContain(trapField);
	await expect(page.getByRole("textbox", { name: "Leave this empty" })).toHaveCount(0);
	await page.getByLabel("Last Name").fill("Byron");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByLabel("Message").fill(uniqueName("By hand"));
	await expect(page.locator("[name=form_time]")).not.toHaveValue("");
	const sent = page.waitForRequest((request) => request.method() === "POST");
	await page.getByRole("button", { name: "Send Message" }).click();
	const fields = new URLSearchParams((await sent).postData() ?? "");
	expect(fields.get("form_time")).toMatch(/^[0-9a-z]+\.[\w-]{43}$/);
	expect(fields.get(trapField)).toBe("");
});
