import { buildTitle, button, contentField, openBlogDesk, titleField } from "./blog-desk.ts";
import { toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// proves S2-editor-01, S4-posts-01, S5-editor-05
test("has every field, any status, and takes images only", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await expect(titleField(page)).toBeVisible();
	await expect(contentField(page)).toBeVisible();
	for (const name of ["Slug", "Excerpt", "Tags", "Meta Title", "Meta Description", "Share Image"]) {
		await expect(page.getByRole("textbox", { name })).toBeVisible();
	}
	await expect(page.getByLabel("Featured image")).toHaveAttribute("accept", "image/*");
	const status = page.getByRole("combobox", { name: "Status" });
	await expect(status).toHaveValue("draft");
	for (const each of ["Published", "Archived", "Draft"]) await status.selectOption(each);
	expect(await status.getByRole("option").allTextContents()).toEqual(["Draft", "Published", "Archived"]);
});

// proves S5-editor-01, D-blog-08
test("nothing can be saved twice, and 'Publish' says what it does to a published post", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Slowly"));
	await contentField(page).fill("Text.");
	await page.getByRole("combobox", { name: "Status" }).selectOption("Published");
	await expect(button(page, "Publish")).toHaveAttribute("title", "Sets the publish date to now");
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/posts/*", async (route) => {
		await released;
		await route.continue();
	});
	await button(page, "Save Draft").click();
	await expect(button(page, "Save Draft")).toBeDisabled();
	await expect(button(page, "Publish")).toBeDisabled();
	release();
	await expect(page).toHaveURL(/\/edit\//);
	await expect(button(page, "Save Changes")).toBeEnabled();
});

test("a post without a text isn't published by its status, either", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Nothing to read"));
	const status = page.getByRole("combobox", { name: "Status" });
	await status.selectOption("Published");
	await button(page, "Save Draft").click();
	await expect(toast(page, "Save Error")).toContainText("A post on the site needs a text.");
	await status.selectOption("Draft");
	await button(page, "Save Draft").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
});

test.describe("a publish date that nobody can mean", () => {
	test.use({ expectedErrors: /422|check the marked fields/ });

	test("is refused at its field", async ({ page }) => {
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("Long ago"));
		await contentField(page).fill("Text.");
		await page.getByRole("combobox", { name: "Status" }).selectOption("Published");
		const date = page.getByLabel("Publish date");
		await date.fill("20261-01-02T09:30");
		await expect(date).toHaveValue("");
		await date.fill("1206-01-02T09:30");
		await button(page, "Save Draft").click();
		const refusal = "Please enter a publish date between 1900 and 9999.";
		await expect(date).toHaveAccessibleDescription(refusal);
		// It may be far below what is being written.
		await expect(toast(page, "Save Error")).toContainText(refusal);
		await expect(date).toBeFocused();
		await contentField(page).press("ControlOrMeta+s");
		await expect(toast(page, "Save Error")).toContainText(refusal);
		await expect(contentField(page)).toBeFocused();
	});
});
