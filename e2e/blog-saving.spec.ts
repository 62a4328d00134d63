import { expectAccessible } from "./axe.ts";
import { buildTitle, button, contentField, holdRequests, openBlogDesk, titleField } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { answerQuestion, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// Leaving is tried while the next screen is there already, as it is for most people.
test.use({ savesData: false });

test("what is typed while the first save is on its way goes on, unsaved", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Meanwhile"));
	await page.getByLabel("Tags").fill("Forgotten, Found, Forgotten");
	const release = await holdRequests(page, "PUT", /\/api\/posts\/[^/]+$/);
	await page.keyboard.press("ControlOrMeta+s");
	await contentField(page).click();
	await page.keyboard.type("Typed ");
	await page.keyboard.press("ControlOrMeta+s");
	await page.keyboard.type("while ");
	await page.evaluate(() => scrollTo(0, 90));
	release();
	await expect(page).toHaveURL(/\/admin\/blogs\/edit\/[0-9a-f-]{36}$/);
	expect(await page.evaluate(() => scrollY)).toBe(90);
	await page.keyboard.type("it saved");
	await expect(contentField(page)).toHaveText("Typed while it saved");
	await expect(page.getByRole("status").filter({ hasText: "Unsaved changes" })).toBeVisible();
	await page.keyboard.press("ControlOrMeta+Enter");
	await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
	await page.reload();
	await expect(contentField(page)).toHaveText("Typed while it saved");
	await expect(page.getByRole("list", { name: "Chosen tags" }).getByRole("listitem")).toHaveText([
		"Forgotten",
		"Found",
	]);
});

test("the keys save what was on the screen when they were pressed, and nothing that was typed since", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Live and slow");
	const { id } = await savePost(site, request, { title, content: "<p>Live.</p>", publish: true });
	const release = await holdRequests(page, "PATCH", `**/api/posts/${id}`);
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
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("One.");
	await button(page, "Save Draft").click();
	await expect(contentField(page)).toBeFocused();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await page.keyboard.type(" Two.");
	await expect(contentField(page)).toHaveText("One. Two.");
	// A field that takes what is typed when it is left still does.
	await page.getByRole("textbox", { name: "Tags" }).fill("Typed");
	await button(page, "Save Draft").click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
	expect(await loadPost(site, request, id)).toMatchObject({ tags: ["Typed"], content: "<p>One. Two.</p>" });
});

test("says at the moment for which a post is scheduled that it is live", async ({ page, request, site }) => {
	const published_at = new Date(Date.now() + 30_000).toISOString();
	const title = buildTitle("Any moment");
	const { id } = await savePost(site, request, { title, content: "<p>Now.</p>", status: "published", published_at });
	await page.clock.install();
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(button(page, "Scheduled")).toBeVisible();
	await contentField(page).fill("Half a");
	await page.clock.fastForward(31_000);
	await expect(page.getByRole("status").filter({ hasText: "This post is on the site now." })).toBeVisible();
	// What was harmless a minute ago doesn't put half a sentence on the site.
	await contentField(page).press("ControlOrMeta+s");
	await expect(toast(page, "Not Saved Yet")).toBeVisible();
	expect((await loadPost(site, request, id)).content).toBe("<p>Now.</p>");
	await contentField(page).fill("All of it.");
	await button(page, "Update the Published Post").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	expect((await loadPost(site, request, id)).content).toBe("<p>All of it.</p>");
});

test("schedules a draft for a moment to come, and the list says so", async ({ page, request }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Tomorrow");
	await titleField(page).fill(title);
	await contentField(page).fill("Soon.");
	const date = page.getByLabel("Publish date");
	await date.focus();
	await page.keyboard.type("01022099");
	await button(page, "Publish").click();
	await expect(date).toHaveAccessibleDescription(/complete the date and time/);
	await expect(date).toBeFocused();
	// Nor is a preview shown, for which the post would be saved without a date.
	await button(page, "Preview").click();
	await expect(date).toBeFocused();
	// For the browser, 26 is the year 0026, which is past.
	await date.focus();
	await page.keyboard.type("121526");
	await page.keyboard.press("Tab");
	await page.keyboard.type("0930AM");
	await expect(date).toHaveValue("0026-12-15T09:30");
	await button(page, "Publish").click();
	await expect(date).toHaveAccessibleDescription(/the year in full/);
	await date.fill("2099-01-02T09:30");
	await expect(date).not.toHaveAccessibleDescription(/complete|year/);
	const saves: string[] = [];
	page.on("request", (request) => {
		if (/\/api\/posts\/[^/]+$/.test(request.url()) && request.method() !== "GET") saves.push(request.url());
	});
	await button(page, "Schedule for Jan 2, 2099, 9:30 AM").evaluate((schedule: HTMLButtonElement) => {
		schedule.focus();
		schedule.click();
		schedule.click();
	});
	await expect(toast(page, "Blog Scheduled!")).toBeVisible();
	await expect(page).toHaveURL(/edit/);
	// The button is disabled now. The next key must not be a letter of the title.
	await expect(button(page, "Save Changes")).toBeFocused();
	expect(saves).toHaveLength(1);
	await expect(page.getByLabel("Publish date")).toHaveValue("2099-01-02T09:30");
	const slug = await page.getByRole("textbox", { name: "Slug" }).inputValue();
	expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page.getByRole("link", { name: `View ${title} on the site` })).toBeHidden();
	await expect(rowOf(page, title).getByText("Scheduled", { exact: true })).toBeVisible();
	await page.getByLabel("Publication").selectOption("Live");
	await expect(rowOf(page, title)).toBeHidden();
	await page.getByLabel("Publication").selectOption("Scheduled");
	await rowOf(page, title).getByRole("button", { name: "Unschedule" }).click();
	await expect(rowOf(page, title)).toBeHidden();
	await toast(page, "Blog Unscheduled").getByRole("button", { name: "Undo" }).click();
	await expect(toast(page, "Status Updated")).toContainText("changed back to Scheduled");

	// Without its date it's a draft, and saving doesn't make it public.
	await rowOf(page, title).getByRole("link", { name: title, exact: true }).click();
	await page.getByLabel("Publish date").fill("");
	await expect(page.getByLabel("Publish date")).toHaveAccessibleDescription(/no longer scheduled/);
	await page.keyboard.press("ControlOrMeta+s");
	await expect(toast(page, "Blog Saved!")).toContainText("The post is no longer scheduled.");
	await expect(button(page, "Save Draft")).toBeVisible();
	expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
});

test.describe("a computer whose clock is slow", () => {
	test.use({ expectedErrors: /422|Please check/ });

	test("publishes nothing that was to be scheduled", async ({ page }) => {
		await page.clock.install({ time: Date.now() - 3_600_000 });
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("Slow clock"));
		await contentField(page).fill("Later.");
		const soon = await page.evaluate(() => {
			const date = new Date(Date.now() + 30 * 60_000);
			return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
		});
		await page.getByLabel("Publish Date").fill(soon);
		await page.getByRole("button", { name: /^Schedule for/ }).click();
		await expect(page.getByLabel("Publish Date")).toHaveAccessibleDescription(
			/has passed\. .* check this computer's clock/,
		);
		await expect(page.getByLabel("Status")).toHaveValue("draft");
	});
});

test("who leaves during the first save is not called back", async ({ page }) => {
	const release = await holdRequests(page, "PUT", /\/api\/posts\/[^/]+$/);
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Left behind"));
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("link", { name: "New Post", exact: true }).click();
	await titleField(page).fill("Another");
	release();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(titleField(page)).toHaveValue("Another");
	await expect(page).toHaveURL("/admin/blogs/new");
});

test("back from a new post leads to the one before, as it is by then", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("The one before");
	await titleField(page).fill(title);
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/\/edit\//);
	const id = page.url().split("/").at(-1) ?? "";
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("combobox", { name: "Find or go to" }).fill("new post");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/blogs/new");
	await expect(titleField(page)).toHaveValue("");
	await savePost(site, request, { content: "<p>Theirs.</p>" }, id);
	await page.goBack();
	await expect(titleField(page)).toHaveValue(title);
	await expect(contentField(page)).toHaveText("Theirs.");
});

test("undoes a publication even if the list heard of it before the response came", async ({ page, request, site }) => {
	const title = buildTitle("Undone");
	const { id } = await savePost(site, request, { title, content: "<p>Wait.</p>" });
	await openBlogDesk(page, "/admin/blogs");
	await page.route(`**/api/posts/${id}/status`, async (route) => {
		const response = await route.fetch();
		await expect(rowOf(page, title).getByText("Published", { exact: true })).toBeVisible();
		await route.fulfill({ response });
	});
	await button(page, `Publish ${title}`).click();
	await toast(page, "Blog Published").getByRole("button", { name: "Undo" }).click();
	await expect(rowOf(page, title).getByText("Draft", { exact: true })).toBeVisible();
	await expect.poll(async () => (await loadPost(site, request, id)).status).toBe("draft");
});

test("an undo doesn't publish what someone has written since", async ({ page, request, site }) => {
	const title = buildTitle("Written since");
	const { id } = await savePost(site, request, { title, content: "<p>Whole.</p>", publish: true });
	await openBlogDesk(page, "/admin/blogs");
	await button(page, `Unpublish ${title}`).click();
	const undo = toast(page, "Blog Unpublished").getByRole("button", { name: "Undo" });
	await expect(undo).toBeVisible();
	await savePost(site, request, { content: "<p>Half a</p>" }, id);
	await undo.click();
	await expect(toast(page, "Nothing Undone")).toContainText("Someone else has changed this");
	expect((await loadPost(site, request, id)).status).toBe("draft");
});

test.describe("what goes wrong loses nothing", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-editor-04
	test("a save that fails says so and loses nothing", async ({ page }) => {
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("Stays"));
		await contentField(page).fill("All of it.");
		const refuse = { status: 500, json: { error: "x" } };
		await page.route(/\/api\/posts\/[^/]+$/, (route) => route.fulfill(refuse), { times: 1 });
		await button(page, "Save Draft").click();
		await expect(page.getByText("Save Error", { exact: true })).toBeVisible();
		await expect(page.getByText("Failed to save blog post", { exact: true })).toBeVisible();
		await expect(contentField(page)).toHaveText("All of it.");
		await button(page, "Save Draft").click();
		await expect(page).toHaveURL(/edit/);
	});

	test("a post on the site doesn't become empty by a slip", async ({ page, request, site }) => {
		const title = buildTitle("Whole");
		const { id } = await savePost(site, request, { title, content: "<p>Whole.</p>", publish: true });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).press("ControlOrMeta+a");
		await page.keyboard.press("Delete");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(toast(page, "Save Error")).toContainText("A post on the site needs a text.");
		await page.keyboard.type("Whole again");
		await expect(page.getByRole("main").getByText("A post on the site needs a text.")).toBeHidden();
	});
});

test.describe("the history", () => {
	// The save that it meets.
	test.use({ expectedErrors: /409|Someone else has changed|net::ERR/ });

	test("goes back to an earlier save", async ({ page, request, site }) => {
		await page.route("**/api/live", (route) => route.abort());
		const { id } = await savePost(site, request, { title: buildTitle("Versions"), content: "<p>First</p>" });
		await savePost(site, request, { content: "<p>Second</p>", publish: true }, id);
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await button(page, "History").click();
		const saves = page.getByRole("list", { name: "Versions" }).getByRole("button");
		await expect(saves).toHaveCount(2);
		await saves.last().click();
		await expect(page.getByRole("region", { name: "Version" })).toContainText("First");
		await saves.first().click();
		await expect(page.getByRole("deletion")).toHaveText("Removed: First");
		await expect(page.getByRole("insertion")).toHaveText("Added: Second");
		await saves.last().click();
		await expectAccessible(page);
		await button(page, "Restore This Version").click();
		await expect(page.getByText(/Readers will see this version at once./)).toBeVisible();
		await savePost(site, request, { content: "<p>Third</p>" }, id);
		await answerQuestion(page, "Restore This Version", "Restore");
		await expect(toast(page, "Newer Version Found")).toContainText("it is on the site now.");
		await expect(saves).toHaveCount(3);
		await expect(saves.first()).toContainText("Current");
		await saves.last().click();
		await button(page, "Restore This Version").click();
		await answerQuestion(page, "Restore This Version", "Restore");
		await expect(contentField(page)).toHaveText("First");
		expect((await loadPost(site, request, id)).content).toBe("<p>First</p>");
		// It would take back the text without the other fields.
		await contentField(page).press("ControlOrMeta+z");
		await expect(contentField(page)).toHaveText("First");
		await expect(button(page, "Undo")).toBeDisabled();
	});
});

test("a preview link shows a draft until it is withdrawn", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, {
		title: buildTitle("Previewed"),
		content: "<p>Not yet public</p>",
	});
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Not even saved");
	const opened = page.waitForEvent("popup");
	await button(page, "Preview").click();
	const preview = await opened;
	await expect(preview.getByText("Not even saved")).toBeVisible();
	await expect(preview.getByText("changes that aren't saved yet")).toBeVisible();
	await preview.close();
	await button(page, "Preview Link").click();
	const link = await page.getByRole("textbox", { name: "Preview Link" }).inputValue();
	await expectAccessible(page);
	const answer = await request.get(link);
	expect(await answer.text()).toContain("Not yet public");
	// There is no public address to share yet.
	expect(await answer.text()).not.toContain("Copy link");
	expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
	await savePost(site, request, { content: "<p>Public</p>", publish: true }, id);
	expect(await (await request.get(link)).text()).toContain("This is the post as last saved. It is on the site.");
	await button(page, "Revoke Link").click();
	await expect(page.getByText("Preview Link Revoked", { exact: true })).toBeVisible();
	// Not the toast, which goes by itself.
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	expect((await request.get(link)).status()).toBe(404);
});

test("the preview of a new post saves it as a draft first", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("At once"));
	await contentField(page).fill("Seen before anyone else");
	const opened = page.waitForEvent("popup");
	await button(page, "Preview").click();
	const preview = await opened;
	await expect(preview.getByText("Seen before anyone else")).toBeVisible();
	await expect(page).toHaveURL(/\/edit\//);
	await expect(button(page, "Preview Link")).toBeVisible();
	const { status } = await loadPost(site, request, page.url().split("/").at(-1) ?? "");
	expect(status).toBe("draft");
});
