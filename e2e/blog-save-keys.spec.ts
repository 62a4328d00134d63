import { buildTitle, button, contentField, holdRequests, openBlogDesk, titleField } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

test("the keys save what was on the screen when they were pressed, and nothing that was typed since", async ({
	page,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, {
		title: buildTitle("Live and slow"),
		content: "<p>Live.</p>",
		publish: true,
	});
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).click();
	await page.keyboard.press("ControlOrMeta+End");
	await page.keyboard.type(" Corrected.");
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Saving...")).toBeVisible();
	await page.keyboard.type(" Twice.");
	await expect(contentField(page)).toHaveText("Live. Corrected. Twice.");
	await page.keyboard.press("ControlOrMeta+s");
	await page.keyboard.type(" Half a sen");
	await expect(contentField(page)).toHaveText("Live. Corrected. Twice. Half a sen");
	release();
	await expect.poll(async () => (await loadPost(site, request, id)).content).toBe("<p>Live. Corrected. Twice.</p>");
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await expect(page.getByText("Saving...")).toBeHidden();
	expect((await loadPost(site, request, id)).content).toBe("<p>Live. Corrected. Twice.</p>");
	await expect(contentField(page)).toHaveText("Live. Corrected. Twice. Half a sen");
});

test("a click on a button for saving leaves the focus where one writes", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Going on"), content: "<p>Start</p>" });
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("One.");
	// Also the second of a double click, which meets a button that is busy.
	await button(page, "Save Draft").click();
	const { x = 0, y = 0 } = (await page.getByRole("button", { name: "Save Draft" }).boundingBox()) ?? {};
	await page.mouse.click(x + 10, y + 10);
	await expect(contentField(page)).toBeFocused();
	release();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await page.keyboard.type(" Two.");
	await expect(contentField(page)).toHaveText("One. Two.");
	// A field that takes what is typed when it is left still does.
	await page.getByRole("textbox", { name: "Tags" }).fill("Typed");
	await button(page, "Save Draft").click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
	expect(await loadPost(site, request, id)).toMatchObject({ tags: ["Typed"], content: "<p>One. Two.</p>" });
});

test("Ctrl+Enter in a dialog answers the dialog, and saves nothing behind it", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Live"), content: "<p>Live.</p>", publish: true });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Half a sen");
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await contentField(page).press("ControlOrMeta+k");
	const link = page.getByRole("dialog", { name: "Link" });
	await link.getByLabel("URL").fill("example.com");
	await page.keyboard.press("ControlOrMeta+Enter");
	await expect(link).toBeHidden();
	await expect(contentField(page).getByRole("link", { name: "example.com" })).toBeVisible();
	await titleField(page).press("ControlOrMeta+k");
	await expect(page.getByRole("dialog", { name: "Find or go to" }).getByRole("combobox")).toBeFocused();
	await page.keyboard.type("dashb");
	await expect(page.getByRole("option", { selected: true })).toContainText("Dashboard");
	await page.keyboard.press("ControlOrMeta+Enter");
	const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
	await question.getByRole("button", { name: "Stay" }).click();
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	expect((await loadPost(site, request, id)).content).toBe("<p>Live.</p>");
});

test("the keys say that a date is typed in part, and leaving asks, also where nothing else has changed", async ({
	page,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("Half a date"), content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	const date = page.getByLabel("Publish Date");
	await date.focus();
	await page.keyboard.type("01022099");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(date).toHaveAccessibleDescription(/complete the date and time/);
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("dialog", { name: "Leave Without Saving?" }).getByRole("button", { name: "Stay" }).click();
	await expect(page.getByRole("dialog")).toBeHidden();
	// The focus goes back to where the question came from.
	await expect(async () => {
		await date.focus();
		for (const key of ["Backspace", "ArrowRight", "Backspace", "ArrowRight", "Backspace"])
			await page.keyboard.press(key);
		await expect(date).toHaveAccessibleDescription(/choose a future date/, { timeout: 500 });
	}).toPass();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page).toHaveURL("/admin/blogs");
});
