import { insertAccount } from "./accounts.ts";
import { buildTitle, button, contentField, localCopies, openBlogDesk, titleField } from "./blog-desk.ts";
import { savePost } from "./blog-posts.ts";
import { lostConnection, openLiveDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

test("two new posts in two tabs are kept apart, and each is offered again", async ({ page, context }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const titles = [buildTitle("One"), buildTitle("Other")] as const;
	await titleField(page).fill(titles[0]);
	await expect.poll(() => localCopies(page)).toContain(titles[0]);
	const other = await context.newPage();
	await other.goto("/admin/blogs/new");
	await titleField(other).fill(titles[1]);
	await expect.poll(() => localCopies(other)).toContain(titles[1]);
	expect(await localCopies(other)).toContain(titles[0]);
	// The first is still being written: no one is asked about it here.
	await expect(other.getByRole("dialog")).toBeHidden();
	await page.close();
	await other.close();
	const again = await context.newPage();
	again.on("dialog", (dialog) => dialog.accept());
	await again.goto("/admin/blogs/new");
	await expect(again.getByRole("dialog")).toContainText(titles[1]);
	await again.getByRole("button", { name: "Discard" }).click();
	await toast(again, "Changes Discarded").getByRole("button", { name: "Undo" }).click();
	await expect(titleField(again)).toHaveValue(titles[1]);
	await expect.poll(() => localCopies(again)).toContain(titles[1]);
	await again.reload();
	await again.getByRole("button", { name: "Discard" }).click();
	// What is written next is not replaced by what was discarded.
	await titleField(again).fill("Begun anew");
	await expect(toast(again, "Changes Discarded")).toBeHidden();
	await again.getByRole("heading", { level: 1 }).click();
	await again.keyboard.press("ControlOrMeta+z");
	await expect(titleField(again)).toHaveValue("Begun anew");
	await titleField(again).fill("");
	await again.reload();
	await again.getByRole("button", { name: "Restore Changes" }).click();
	await expect(titleField(again)).toHaveValue(titles[0]);
});

test("one post in two tabs is kept apart, and what each has left is offered again", async ({
	page,
	context,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("Two at once"), content: "<p>Start</p>" });
	// The server hears of nothing.
	await context.route("**/revisions/*", (route) => route.fulfill({ status: 204 }));
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("In the first tab");
	const stored = () => page.evaluate(() => Object.values(localStorage).join());
	await expect.poll(stored).toContain("In the first tab");
	const other = await context.newPage();
	await other.goto(`/admin/blogs/edit/${id}`);
	// The first is still being written: no one is asked about it here.
	await expect(contentField(other)).toHaveText("Start");
	await contentField(other).fill("In the second tab");
	await expect.poll(stored).toContain("In the second tab");
	expect(await stored()).toContain("In the first tab");
	await page.close();
	await other.close();
	const again = await context.newPage();
	await again.goto(`/admin/blogs/edit/${id}`);
	await button(again, "Restore Changes").click();
	await expect(contentField(again)).toHaveText("In the second tab");
	await button(again, "Save Draft").click();
	await expect(toast(again, "Blog Saved!")).toBeVisible();
	await again.reload();
	await expect(again.getByRole("dialog")).toContainText("The post has been saved by someone since then.");
	await button(again, "Restore Changes").click();
	await expect(contentField(again)).toHaveText("In the first tab");
});

test("what is discarded is not left for others as unsaved changes", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Thrown away"), content: "<p>Start</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	await contentField(page).fill("Not worth keeping");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await page.reload();
	const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
	await button(page, "Discard").click();
	await removed;
	await page.reload();
	await button(page, "History").click();
	const versions = page.getByRole("list", { name: "Versions" });
	await expect(versions).toContainText("Current");
	await expect(versions).not.toContainText("Autosaved");
	await expect(button(page, "Show Changes")).toBeHidden();
});

test("a date that was emptied in part is offered as it was", async ({ page, request, site }) => {
	const published_at = "2099-12-20T14:00:00.000Z";
	const fields = { title: buildTitle("Half a date"), content: "<p>Start</p>", status: "published", published_at };
	const { id } = await savePost(site, request, fields);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	const date = page.getByLabel("Publish Date");
	await date.focus();
	await page.keyboard.press("Backspace");
	await expect(date).toHaveAccessibleDescription("The date isn't complete yet, or there's no such day.");
	await contentField(page).fill("Another text");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await page.reload();
	await button(page, "Restore Changes").click();
	await expect(contentField(page)).toHaveText("Another text");
	await expect(date).toHaveValue("2099-12-20T09:00");
	await expect(page.getByLabel("Status")).toHaveValue("published");
	// A status that was chosen is no date's matter, and in no autosave.
	await page.getByLabel("Status").selectOption("draft");
	await date.fill("");
	await date.fill("2099-12-21T09:00");
	await expect(page.getByLabel("Status")).toHaveValue("draft");
	await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
	// Once it is scheduled again, the next save must not make it public.
	await page.getByRole("button", { name: /^Schedule for/ }).click();
	await expect(toast(page, "Blog Scheduled!")).toBeVisible();
	await date.fill("");
	await expect(page.getByLabel("Status")).toHaveValue("draft");
	await date.fill("2099-12-22T09:00");
	await expect(page.getByLabel("Status")).toHaveValue("published");
});

test("an editor in which nothing is typed takes over what a colleague has saved", async ({ page, request, site }) => {
	const title = buildTitle("Read again");
	const { id } = await savePost(site, request, { title, content: "<p>Start</p>" });
	await openLiveDesk(page, `/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Start");
	await savePost(site, request, { title, content: "<p>Theirs</p>" }, id);
	await button(page, "Load the Newer Version").click();
	await expect(contentField(page)).toHaveText("Theirs");
	await expect(page.getByText("This post has been changed since you opened it.")).toBeHidden();
});

test.describe("a post that is deleted meanwhile", () => {
	test.use({ expectedErrors: new RegExp(`404|doesn't exist|${lostConnection.source}`) });

	test("is told on a phone, where its notice is out of sight", async ({ page, request, site }) => {
		await page.setViewportSize({ width: 360, height: 780 });
		const title = buildTitle("Told on a phone");
		const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>" });
		await openLiveDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await savePost(site, request, { title, slug, content: "<p>Theirs</p>" }, id);
		await expect(toast(page, "Newer Version Found")).toBeVisible();
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		expect((await request.delete(`/api/posts/${id}`, { headers })).status()).toBe(204);
		await expect(toast(page, "Blog Post Deleted")).toBeVisible();
	});

	test("is told to an editor that was away, before its text is left behind", async ({ page, request, site }) => {
		const { id } = await savePost(site, request, { title: buildTitle("Away"), content: "<p>Start</p>" });
		let isAway = true;
		await page.route("**/api/live", (route) => (isAway ? route.abort() : route.fallback()));
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Not to be lost");
		await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		expect((await request.delete(`/api/posts/${id}`, { headers })).status()).toBe(204);
		isAway = false;
		await expect(page.getByRole("status").filter({ hasText: "Someone has deleted this post." })).toBeVisible({
			timeout: 30_000,
		});
		await expect(page.getByText("Unsaved changes, autosaved")).toBeHidden();
	});

	test("is told to an editor that waits", async ({ page, request, site }) => {
		const { id } = await savePost(site, request, { title: buildTitle("Gone"), content: "<p>Start</p>" });
		await openLiveDesk(page, `/admin/blogs/edit/${id}`);
		await expect(contentField(page)).toHaveText("Start");
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		expect((await request.delete(`/api/posts/${id}`, { headers })).status()).toBe(204);
		await expect(page.getByRole("status").filter({ hasText: "Someone has deleted this post." })).toBeVisible();
		await contentField(page).fill("Not to be lost");
		await page.getByRole("link", { name: "Back to Blog Posts" }).click();
		await expect(page.getByRole("dialog")).toContainText("If you leave, your text will be lost.");
		await button(page, "Stay").click();
		// The keys move it to a new post, too, also if nothing is typed.
		await contentField(page).fill("Start");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page).toHaveURL("/admin/blogs/new");
		await expect(contentField(page)).toHaveText("Start");
	});
});

test("what was left in a scheduled post doesn't get public unasked once that is live", async ({
	page,
	request,
	site,
}) => {
	const published_at = new Date(Date.now() + 30_000).toISOString();
	const fields = { title: buildTitle("Live by now"), content: "<p>Now.</p>", status: "published", published_at };
	const { id } = await savePost(site, request, fields);
	await page.clock.install();
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	page.on("dialog", (dialog) => dialog.accept());
	await contentField(page).fill("Half a");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	await page.clock.fastForward(31_000);
	await page.reload();
	await button(page, "Restore Changes").click();
	await expect(page.getByText("This post has gone live while you were editing it.")).toBeVisible();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByRole("dialog", { name: "Save Changes" })).toContainText("Readers will see your changes");
});

test("an autosave that a save has overtaken is offered to its author, with what it would replace", async ({
	page,
	request,
	site,
}) => {
	const title = buildTitle("Overtaken elsewhere");
	const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>" });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const mine = { headers, data: { title, slug, content: "<p>Mine</p>" } };
	expect((await request.put(`/api/posts/${id}/revisions/${crypto.randomUUID()}`, mine)).status()).toBe(204);
	const theirs = {
		headers: { authorization: `Bearer ${await signInOverHttp(site, await insertAccount(site, "admin"))}` },
		data: { title, slug, content: "<p>Theirs</p>" },
	};
	expect((await request.put(`/api/posts/${id}`, theirs)).status()).toBe(200);
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await expect(page.getByText("You have unsaved changes from")).toBeVisible();
	await button(page, "Show Changes").click();
	const history = page.getByRole("dialog", { name: "History" });
	await expect(history).toContainText("Compared with the Current Version");
	await expect(history.getByRole("deletion")).toHaveText("Removed: Theirs");
	await button(page, "Continue with This Version").click();
	await expect(page.getByRole("dialog", { name: "Restore This Version" })).toContainText(
		"The post has been saved since. If you save this version, it will replace that.",
	);
});
