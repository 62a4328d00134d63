import { buildTitle, button, contentField, holdRequests, openBlogDesk } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { lostConnection, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

test.use({ expectedErrors: new RegExp(`409|404|Someone else|doesn't exist|${lostConnection.source}`) });

test("a restoration that takes its time can't be left for the text that it replaces", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Slowly restored");
	const { id, slug } = await savePost(site, request, { title, content: "<p>First</p>" });
	await savePost(site, request, { title, slug, content: "<p>Second</p>" }, id);
	const release = await holdRequests(page, "POST", "**/restore");
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await button(page, "History").click();
	await page.getByRole("list", { name: "Versions" }).getByRole("button").last().click();
	await button(page, "Restore This Version").click();
	const history = page.getByRole("dialog", { name: "History" });
	await expect(history.getByRole("button", { name: "Restore This Version" })).toHaveAttribute("aria-busy", "true");
	await page.keyboard.press("Escape");
	await expect(history).toBeVisible();
	release();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(history).toBeHidden();
	await expect(contentField(page)).toHaveText("First");
});

test("what the server has stored counts as saved, however it is spelled", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Spelled"), content: "<p>One</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).click();
	await page.keyboard.press("ControlOrMeta+End");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.insertText("Two \u00a0 three");
	await button(page, "More").click();
	await button(page, "Align center").click();
	await button(page, "Text color: Default Color").click();
	await page.getByRole("menuitemradio", { name: "Fern" }).click();
	await page.keyboard.type("green");
	await button(page, "Save Draft").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	const { content } = await loadPost(site, request, id);
	expect(content).toContain("<br />");
	await contentField(page).click();
	await page.keyboard.type("x");
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await page.keyboard.press("Backspace");
	await expect(page.getByText("Unsaved changes")).toBeHidden();
});

test("while an autosave hangs no other one queues up, and the last text follows it", async ({
	page,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("Hanging"), content: "<p>Start</p>" });
	const sent: string[] = [];
	page.on("request", (asked) => asked.url().includes("/revisions/") && sent.push(asked.postData() ?? ""));
	const release = await holdRequests(page, "PUT", "**/revisions/*");
	await page.clock.install();
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("One");
	await page.clock.fastForward(5000);
	await expect.poll(() => sent.length).toBe(1);
	await contentField(page).fill("Two");
	await page.clock.fastForward(5000);
	await contentField(page).fill("Three");
	await page.clock.fastForward(5000);
	release();
	await page.clock.runFor(5000);
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	expect(sent.map((draft) => (JSON.parse(draft) as { content: string }).content)).toEqual([
		"<p>One</p>",
		"<p>Three</p>",
	]);
});

test("a restoration without an answer is told as what may have been done, and can be repeated", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Perhaps restored");
	const { id, slug } = await savePost(site, request, { title, content: "<p>First</p>" });
	await savePost(site, request, { title, slug, content: "<p>Second</p>" }, id);
	let isLost = false;
	await page.route("**/restore", async (route) => {
		if (isLost) return route.fallback();
		isLost = true;
		await route.fetch();
		await route.abort();
	});
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await button(page, "History").click();
	const oldest = page.getByRole("list", { name: "Versions" }).getByRole("button").last();
	await oldest.click();
	await button(page, "Restore This Version").click();
	await expect(toast(page, "Error")).toContainText("it may have been done");
	await oldest.click();
	await button(page, "Restore This Version").click();
	const question = page.getByRole("dialog", { name: "Restore This Version" });
	await expect(question).toContainText("This post has been changed since you opened it.");
	await question.getByRole("button", { name: "Restore", exact: true }).click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	expect((await loadPost(site, request, id)).content).toBe("<p>First</p>");
});

test("restored changes go on in their own session, and the preview shows them", async ({
	page,
	context,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("One session"), content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	await contentField(page).fill("Older");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await contentField(page).fill("Newer");
	await page.reload();
	await button(page, "Restore Changes").click();
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	const opened = context.waitForEvent("page");
	await button(page, "Preview").click();
	const preview = await opened;
	await expect(preview.getByRole("article")).toContainText("Newer");
	await button(page, "Save Draft").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	// The address of the preview stays good.
	await preview.reload();
	await expect(preview.getByText("Preview: This is the post as last saved.")).toBeVisible();
	await expect(preview.getByRole("article")).toContainText("Newer");
	await page.reload();
	await expect(contentField(page)).toHaveText("Newer");
	await expect(page.getByText("unsaved changes from")).toBeHidden();
});

test("their version doesn't take the place of one's own once the post is deleted, of which the history goes with it", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Deleted while choosing");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Mine");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await savePost(site, request, { title, content: "<p>Theirs</p>" }, id);
	await button(page, "Save Draft").click();
	const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
	await expect(dialog).toBeVisible();
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	expect((await request.delete(`/api/posts/${id}`, { headers })).status()).toBe(204);
	await dialog.getByRole("button", { name: "Use Their Version" }).click();
	await expect(toast(page, "Blog Post Deleted")).toContainText("Save yours to go on with it in a new one.");
	await dialog.getByRole("button", { name: "Save My Version" }).click();
	await expect(page).toHaveURL("/admin/blogs/new");
	await expect(contentField(page)).toHaveText("Mine");
});

test("an autosaved version says that readers will see it, where the post is on the site by now", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Half a sentence");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Half a sen");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
	await savePost(site, request, { title, content: "<p>Whole</p>", publish: true }, id);
	await page.goto(`/admin/blogs/edit/${id}`);
	await button(page, "History").click();
	await page.getByRole("list", { name: "Versions" }).getByRole("button", { name: "Autosaved" }).click();
	await button(page, "Continue with This Version").click();
	await expect(page.getByRole("dialog", { name: "Restore This Version" })).toContainText(
		"The post is on the site now, and readers will see this version as soon as you save it.",
	);
	await page.getByRole("button", { name: "Restore", exact: true }).click();
	await expect(contentField(page)).toHaveText("Half a sen");
	// The keys do what they do with a draft, so they ask first.
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByRole("dialog", { name: "Save Changes" })).toContainText("Readers will see your changes");
	expect((await loadPost(site, request, id)).content).toBe("<p>Whole</p>");
});
