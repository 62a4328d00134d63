import { buildTitle, button, contentField, holdRequests, openBlogDesk, titleField } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { lostConnection, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

test.use({ expectedErrors: new RegExp(`409|422|marked fields|Someone else|${lostConnection.source}`) });

test("what is begun after a discarded post doesn't become its next version", async ({ page, site }) => {
	let isLost = false;
	await page.route("**/api/posts", async (route) => {
		if (isLost || route.request().method() !== "POST") return route.fallback();
		isLost = true;
		await route.fetch();
		await route.abort();
	});
	// What became of it can't be found out.
	await page.route("**/api/posts/sessions/*", (route) => route.abort());
	await openBlogDesk(page, "/admin/blogs/new");
	page.on("dialog", (dialog) => dialog.accept());
	const [first, second] = [buildTitle("Published unheard"), buildTitle("Begun after it")] as const;
	await titleField(page).fill(first);
	await contentField(page).fill("Public.");
	await button(page, "Publish").click();
	await expect(page.getByText("Publishing not confirmed")).toBeVisible();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
	await expect(question).toContainText("it may be on the site");
	await question.getByRole("button", { name: "Stay" }).click();
	await page.reload();
	await button(page, "Discard").click();
	await titleField(page).fill(second);
	await button(page, "Save Draft").click();
	await expect(page).toHaveURL(/edit/);
	const statusOf = async (title: string) =>
		(await listAsStaff(site, "posts")).filter((post) => post.title === title).map(({ status }) => status);
	expect([await statusOf(first), await statusOf(second)]).toEqual([["published"], ["draft"]]);
});

test("what a colleague has withdrawn stays off the site when saving it fails and is tried again", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Withdrawn");
	const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>", publish: true });
	let isDown = false;
	await page.route(`**/api/posts/${id}`, (route) => (isDown ? route.abort() : route.fallback()));
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Start");
	await savePost(site, request, { title, slug, content: "<p>Theirs</p>", status: "draft" }, id);
	await contentField(page).fill("Mine");
	await button(page, "Save Changes").click();
	const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
	await expect(dialog.getByText("It stays off when you save your version.")).toBeVisible();
	isDown = true;
	await dialog.getByRole("button", { name: "Save My Version" }).click();
	await expect(toast(page, "Save Error")).toContainText("Save again to make sure.");
	await expect(page.getByLabel("Status")).toHaveValue("draft");
	isDown = false;
	await button(page, "Save Draft").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Mine</p>", status: "draft" });
});

test("another version takes the place of one's own only once that is in the history", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Kept first");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	let isDown = true;
	await page.route("**/revisions/*", (route) => (isDown ? route.abort() : route.fallback()));
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Start");
	await savePost(site, request, { title, content: "<p>Theirs</p>" }, id);
	await contentField(page).fill("Mine");
	await button(page, "Save Draft").click();
	const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
	const takeTheirs = dialog.getByRole("button", { name: "Use Their Version" });
	await takeTheirs.click();
	await expect(toast(page, "Save Error")).toContainText("it stays on this screen");
	await expect(contentField(page).or(page.locator("[aria-hidden] [aria-label=Content]"))).toHaveText("Mine");
	isDown = false;
	await takeTheirs.click();
	await expect(contentField(page)).toHaveText("Theirs");
	await button(page, "History").click();
	await expect(page.getByRole("list", { name: "Versions" })).toContainText("Autosaved");
});

test("what was restored and saved isn't offered again, and an older text never replaces a newer one unasked", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Restored");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	await contentField(page).fill("One");
	const copies = () => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes("-post-")));
	await expect.poll(async () => JSON.stringify(await copies())).toContain("One");
	const left = await copies();
	await page.reload();
	await button(page, "Restore Changes").click();
	await contentField(page).fill("One, two");
	await button(page, "Publish").click();
	await expect(toast(page, "Blog Published!")).toBeVisible();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page).toHaveURL("/admin/blogs");
	await expect.poll(copies).toEqual([]);
	// As if the browser had crashed in between.
	await page.evaluate((entries) => {
		for (const [name, copy] of entries) localStorage.setItem(name, copy);
	}, left);
	await page.goto(`/admin/blogs/edit/${id}`);
	await expect(page.getByRole("dialog")).toContainText("The post has been saved by someone since then.");
	await button(page, "Restore Changes").click();
	await expect(contentField(page)).toHaveText("One");
	await button(page, "Save Draft").click();
	await expect(page.getByRole("dialog", { name: "Newer Version Found" })).toContainText("The post is on the site now.");
	expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>One, two</p>", status: "published" });
});

test("a post that is being published when its tab is closed isn't offered as a new one", async ({
	page,
	context,
	site,
}) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await page.route("**/api/posts", async (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		await route.fetch();
		await page.close();
	});
	const title = buildTitle("Closed too early");
	await titleField(page).fill(title);
	await contentField(page).fill("Public.");
	const again = await context.newPage();
	await button(page, "Publish").click();
	await expect.poll(() => page.isClosed()).toBe(true);
	await again.goto(`${site.url}/admin/blogs/new`);
	await expect(toast(again, "Saved After All")).toContainText(`“${title}” is on the site.`);
	await expect(again.getByRole("dialog")).toBeHidden();
	await again.getByRole("link", { name: "Back to Blog Posts" }).click();
	await again.getByRole("link", { name: `Edit ${title}` }).click();
	await expect(again.getByLabel("Status")).toHaveValue("published");
	await expect(again.getByRole("dialog")).toBeHidden();
});

test("whoever leaves while a finished post is being published is asked, until it is", async ({
	page,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("On its way"), content: "<p>Finished.</p>" });
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Finished again.");
	await button(page, "Publish").click();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	const question = page.getByRole("dialog", { name: "Leave Without Saving?" });
	await expect(question).toContainText("The post is still being saved. If you leave, you may not hear whether it was.");
	release();
	await expect(page).toHaveURL("/admin/blogs");
	await expect(question).toBeHidden();
	expect((await loadPost(site, request, id)).status).toBe("published");
});

test("the question at leaving makes way for the choice between two versions", async ({ page, request, site }) => {
	const title = buildTitle("One question");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Start");
	await savePost(site, request, { title, content: "<p>Theirs</p>" }, id);
	// With nothing typed: only the save is a reason to stay.
	await button(page, "Publish").click();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page.getByRole("dialog", { name: "Leave Without Saving?" })).toBeVisible();
	release();
	await page.getByRole("dialog", { name: "Newer Version Found" }).getByRole("button", { name: "Keep Editing" }).click();
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(contentField(page)).toHaveText("Start");
});

test("whoever left during a save hears that someone else's was before it", async ({ page, request, site }) => {
	const title = buildTitle("Too late");
	const { id } = await savePost(site, request, { title, content: "<p>Finished.</p>" });
	const release = await holdRequests(page, "PUT", `**/api/posts/${id}`);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Finished.");
	await savePost(site, request, { title, content: "<p>Theirs.</p>" }, id);
	await button(page, "Publish").click();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await button(page, "Leave").click();
	await expect(page).toHaveURL("/admin/blogs");
	release();
	await expect(toast(page, "Newer Version Found")).toContainText("it wasn't published");
});

test("what was left during a save that fails is offered again", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Left in a hurry"), content: "<p>Start</p>" });
	const { promise, resolve: answer } = Promise.withResolvers<void>();
	let isFailing = true;
	await page.route(`**/api/posts/${id}`, async (route) => {
		if (route.request().method() !== "PUT") return route.fallback();
		await promise;
		await (isFailing ? route.fulfill({ status: 500, json: { error: "It went wrong." } }) : route.fallback());
	});
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Last words");
	await button(page, "Save Draft").click();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await button(page, "Leave").click();
	await expect(page).toHaveURL("/admin/blogs");
	answer();
	await expect(toast(page, "Save Error")).toBeVisible();
	isFailing = false;
	await page.goto(`/admin/blogs/edit/${id}`);
	await button(page, "Restore Changes").click();
	await expect(contentField(page)).toHaveText("Last words");
	await button(page, "Save Draft").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
});

test("what was left in a new post is offered before anything could be typed over it", async ({
	page,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("Elsewhere"), content: "<p>Start</p>" });
	let isDown = false;
	// Whether that post is still there can't be found out.
	await page.route(`**/api/posts/${id}`, (route) => (isDown ? undefined : route.fallback()));
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	await contentField(page).fill("Not saved");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	isDown = true;
	await page.goto("/admin/blogs/new");
	const title = buildTitle("Left in a new one");
	await titleField(page).fill(title);
	await expect(page.getByText("Unsaved changes")).toBeVisible();
	await page.reload();
	await expect(page.getByRole("dialog", { name: "Unsaved Changes Found" })).toContainText(title);
});

test("a publication in the list that has no answer is shown as it turned out", async ({ page, request, site }) => {
	const title = buildTitle("Perhaps published");
	await savePost(site, request, { title, content: "<p>Finished.</p>" });
	await page.route("**/api/posts/*/status", async (route) => {
		await route.fetch();
		await route.abort();
	});
	await page.route("**/api/live", (route) => route.abort());
	await openBlogDesk(page, `/admin/blogs?q=${encodeURIComponent(title)}`);
	await button(page, `Publish ${title}`).click();
	await expect(toast(page, "Error")).toContainText("The site can't be reached, so it may have been done.");
	await expect(button(page, `Unpublish ${title}`)).toBeVisible();
});

test("a computer whose clock is slow publishes nothing that was to be scheduled", async ({ page }) => {
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

test("the second and third tap of a row answer no question that the first one has opened", async ({
	page,
	request,
	site,
}) => {
	await page.setViewportSize({ width: 360, height: 780 });
	const title = buildTitle("Tapped twice");
	const { id, slug } = await savePost(site, request, { title, content: "<p>First</p>" });
	await savePost(site, request, { title, slug, content: "<p>Second</p>", publish: true }, id);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await button(page, "History").click();
	await page.getByRole("list", { name: "Versions" }).getByRole("button").last().click();
	await expect(page.getByRole("region", { name: "Version" })).toContainText("First");
	await button(page, "Restore This Version").click({ clickCount: 3, delay: 20 });
	const question = page.getByRole("dialog", { name: "Restore This Version" });
	await expect(question).toContainText("Readers will see this version at once.");
	expect((await loadPost(site, request, id)).content).toBe("<p>Second</p>");
	// Nor meets it what lies under the question.
	await question.getByRole("button", { name: "Cancel" }).dblclick({ delay: 20 });
	await expect(question).toBeHidden();
	await expect(page.getByRole("dialog", { name: "History" })).toBeVisible();
});
