import { buildTitle, button, contentField, holdRequests, openBlogDesk, titleField } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { openLiveDesk, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// Leaving is tried while the next screen is there already, as it is for most people.
test.use({ savesData: false });

test("goes on writing where the keys saved a new post, in the text and in the title", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Goes on"));
	await contentField(page).click();
	await page.keyboard.type("One three");
	for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/\/admin\/blogs\/edit\/[0-9a-f-]{36}$/);
	await expect(contentField(page)).toBeFocused();
	await page.keyboard.type("two ");
	await expect(contentField(page)).toHaveText("One two three");
	await button(page, "Save Draft").press("Enter");
	await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
	await expect(button(page, "Save Draft")).toBeFocused();

	// What is typed while the first save is on its way goes on, unsaved.
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Meanwhile"));
	await page.getByLabel("Tags").fill("Forgotten, Found, Forgotten");
	const held = Promise.withResolvers<void>();
	await page.route("**/api/posts", async (route) => {
		const response = await route.fetch();
		await held.promise;
		await route.fulfill({ response });
	});
	await page.keyboard.press("ControlOrMeta+s");
	await contentField(page).click();
	await page.keyboard.type("Typed ");
	await page.keyboard.press("ControlOrMeta+s");
	await page.keyboard.type("while ");
	await page.evaluate(() => scrollTo(0, 90));
	held.resolve();
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
	await page.unrouteAll();

	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Goes on in the title"));
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/\/admin\/blogs\/edit\/[0-9a-f-]{36}$/);
	await expect(titleField(page)).toBeFocused();
});

test("says at the moment for which a post is scheduled that it is live", async ({ page, request, site }) => {
	const published_at = new Date(Date.now() + 30_000).toISOString();
	const { id } = await savePost(site, request, {
		title: buildTitle("Any moment"),
		content: "<p>Now.</p>",
		status: "published",
		published_at,
	});
	await page.clock.install();
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(button(page, "Scheduled")).toBeVisible();
	// Before the next minute, at which ages change.
	await contentField(page).fill("Half a");
	await page.clock.fastForward(31_000);
	await expect(button(page, "Publish")).toBeVisible();
	const text = "This post has gone live while you were editing it.";
	const notice = page.getByRole("status").filter({ hasText: text });
	await expect(notice).toContainText("When you save, readers will see your changes at once.");
	const date = page.getByLabel("Publish Date");
	const now = await date.inputValue();
	await date.fill("2099-01-02T09:30");
	await expect(notice).not.toContainText("readers will see");
	await date.fill(now);
	// What was harmless a minute ago doesn't put half a sentence on the site.
	await contentField(page).press("ControlOrMeta+s");
	const question = page.getByRole("dialog", { name: "Save Changes" });
	await expect(question).toContainText("Readers will see your changes as soon as you save them.");
	await page.keyboard.press("Escape");
	await expect(question).toBeHidden();
	expect((await loadPost(site, request, id)).content).toBe("<p>Now.</p>");
	await contentField(page).fill("All of it.");
	await button(page, "Save Changes").click();
	await question.getByRole("button", { name: "Save Changes" }).click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(notice).toBeHidden();
	expect((await loadPost(site, request, id)).content).toBe("<p>All of it.</p>");
});

test("schedules a draft for a moment to come, and the list says so", async ({ page, request }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Tomorrow");
	await titleField(page).fill(title);
	await contentField(page).fill("Soon.");
	// Of a date without its time, the browser says that there is none.
	const date = page.getByLabel("Publish date");
	await date.focus();
	await page.keyboard.type("01022099");
	await expect(date).toHaveAccessibleDescription("The date isn't complete yet, or there's no such day.");
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
		if (request.method() === "POST" && request.url().endsWith("/api/posts")) saves.push(request.url());
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
	await expect(button(page, "Save Changes")).toBeVisible();
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
	await savePost(site, request, { title, content: "<p>Half a</p>" }, id);
	await undo.click();
	await expect(toast(page, "Nothing Undone")).toContainText("Someone else has changed this");
	expect((await loadPost(site, request, id)).status).toBe("draft");
});

test.describe("a conflict", () => {
	test.use({ expectedErrors: /409|Someone else has changed/ });

	test("says nothing about readers of a post that was taken off the schedule before it went live", async ({
		page,
		request,
		site,
	}) => {
		const title = buildTitle("Not yet");
		const published_at = new Date(Date.now() + 30_000).toISOString();
		const { id } = await savePost(site, request, { title, content: "<p>Now.</p>", status: "published", published_at });
		await page.clock.install();
		await openLiveDesk(page, `/admin/blogs/edit/${id}`);
		await expect(button(page, "Scheduled")).toBeVisible();
		await savePost(site, request, { title, content: "<p>Now.</p>" }, id);
		await expect(page.getByText("This post has been changed since you opened it.")).toBeVisible();
		await page.clock.fastForward(31_000);
		await expect(button(page, "Publish")).toBeVisible();
		await expect(page.getByText("This post has gone live while you were editing it.")).toBeHidden();
		await contentField(page).fill("Now, or later.");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page.getByRole("dialog")).toHaveAccessibleName("Newer Version Found");
		await expect(page.getByRole("dialog")).toContainText("The post is no longer scheduled.");
	});

	test("is one between two tabs, too", async ({ page, context, request, site }) => {
		const { id } = await savePost(site, request, { title: buildTitle("Two tabs"), content: "<p>Start</p>" });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("In the first");
		await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
		const second = await context.newPage();
		await second.goto(`/admin/blogs/edit/${id}`);
		await contentField(second).fill("In the second");
		await button(second, "Save Draft").click();
		await expect(toast(second, "Blog Saved!")).toBeVisible();
		await contentField(page).fill("Still in the first");
		await button(page, "Save Draft").click();
		await expect(page.getByRole("dialog", { name: "Newer Version Found" })).toBeVisible();
		expect((await loadPost(site, request, id)).content).toBe("<p>In the second</p>");
		// Where both are the same there is nothing to choose.
		await button(page, "Keep Editing").click();
		await contentField(page).fill("In the second");
		await button(page, "Save Draft").click();
		await expect(toast(page, "Blog Saved!")).toBeVisible();
		await expect(page.getByRole("dialog")).toBeHidden();
	});

	test("says when it will go live to whoever schedules what a colleague has withdrawn", async ({
		page,
		request,
		site,
	}) => {
		const title = buildTitle("Scheduled again");
		const schedule = { status: "published", published_at: "2099-12-24T14:00:00.000Z" };
		const { id } = await savePost(site, request, { title, content: "<p>Start</p>", ...schedule });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await expect(page.getByText("Unsaved changes")).toBeVisible();
		await savePost(site, request, { title, content: "<p>Theirs</p>" }, id);
		await button(page, "Schedule for Dec 24, 2099, 9:00 AM").click();
		await expect(page.getByText("Your version will go live Dec 24, 2099, 9:00 AM.")).toBeVisible();
		await button(page, "Keep Editing").click();
		await expect(page.getByRole("dialog")).toBeHidden();
		await page.keyboard.type(" own");
		await expect(contentField(page)).toHaveText("Mine own");
		await button(page, "Schedule for Dec 24, 2099, 9:00 AM").click();
		await button(page, "Save My Version").click();
		await expect(toast(page, "Blog Scheduled!")).toBeVisible();
		expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Mine own</p>", ...schedule });
	});

	test("is asked again where their version has changed again meanwhile", async ({ page, request, site }) => {
		const title = buildTitle("Twice overtaken");
		const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>" });
		const saveTheirs = (content: string) => savePost(site, request, { title, slug, content }, id);
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await saveTheirs("<p>Theirs</p>");
		await page.keyboard.press("ControlOrMeta+s");
		const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
		await expect(dialog.getByRole("deletion").last()).toHaveText("Only in their version: Theirs");
		// Nor by the keys of whoever goes on typing.
		await page.keyboard.type("and on ");
		await page.keyboard.press("Enter");
		await expect(dialog).toBeVisible();
		await saveTheirs("<p>Theirs again</p>");
		const save = dialog.getByRole("button", { name: "Save My Version" });
		await save.click();
		await expect(dialog.getByRole("deletion").last()).toHaveText("Only in their version: Theirs again");
		await expect(dialog).toContainText("This post has changed again");
		expect((await loadPost(site, request, id)).content).toBe("<p>Theirs again</p>");
		// By a key: for a second click at the same place it may be too early.
		await save.press("Enter");
		await expect(toast(page, "Blog Saved!")).toBeVisible();
		expect((await loadPost(site, request, id)).content).toBe("<p>Mine</p>");
	});
});

test("who leaves during the first save is not called back", async ({ page }) => {
	const release = await holdRequests(page, "POST", "**/api/posts");
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Left behind"));
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await button(page, "Leave").click();
	await page.getByRole("link", { name: "New Post", exact: true }).click();
	await titleField(page).fill("Another");
	release();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(titleField(page)).toHaveValue("Another");
	await expect(page).toHaveURL("/admin/blogs/new");
});

test("the question at leaving goes with the end of the save that settles it", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Settled"), content: "<p>Before.</p>" });
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("After.");
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page.getByRole("dialog", { name: "Leave Without Saving?" })).toBeVisible();
	release();
	await expect(page).toHaveURL("/admin/blogs");
	await expect(page.getByRole("dialog")).toBeHidden();
	expect((await loadPost(site, request, id)).content).toBe("<p>After.</p>");
});

test("a new post that is opened again from the list is as it is by then", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Opened again");
	await titleField(page).fill(title);
	await contentField(page).fill("Mine.");
	await button(page, "Save Draft").click();
	await expect(page).toHaveURL(/\/edit\//);
	const id = page.url().split("/").at(-1) ?? "";
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await savePost(site, request, { title, content: "<p>Theirs.</p>" }, id);
	await page.getByRole("link", { name: `Edit ${title}` }).click();
	await expect(contentField(page)).toHaveText("Theirs.");
});

test("back from a new post leads to the one before, with its own text", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("The one before");
	await titleField(page).fill(title);
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/\/edit\//);
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("combobox", { name: "Find or go to" }).fill("new post");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/blogs/new");
	await expect(titleField(page)).toHaveValue("");
	await page.goBack();
	await expect(page).toHaveURL(/\/edit\//);
	await expect(titleField(page)).toHaveValue(title);
});

test("what was autosaved and left is offered right after the way back", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Left"), content: "<p>Before.</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("After.");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await page.getByRole("link", { name: "Dashboard", exact: true }).click();
	await button(page, "Leave").click();
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
	await page.goBack();
	await expect(contentField(page)).toHaveText("Before.");
	await button(page, "Show Changes").click();
	await expect(page.getByRole("region", { name: "Version" })).toContainText("After.");
});
