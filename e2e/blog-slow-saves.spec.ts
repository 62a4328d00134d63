import { buildTitle, contentField, holdRequests, openBlogDesk } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
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
