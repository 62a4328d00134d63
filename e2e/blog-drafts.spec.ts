import type { Page } from "@playwright/test";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { buildTitle, button, contentField, localCopies, openBlogDesk, titleField } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { answerQuestion, openDesk, openLiveDesk, openSecondDesk, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { signInOverHttp } from "./staff.ts";

/** What the browser keeps of unsaved changes to a post. */
const copyOf = (page: Page, id: string) =>
	page.evaluate((id) => Object.entries(localStorage).find(([key]) => key.includes(id))?.[1], id);

test("what was not saved is offered again after the tab was closed", async ({ page, context }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Interrupted");
	await titleField(page).fill(title);
	await contentField(page).fill("Half a thought");
	await expect.poll(() => localCopies(page)).toContain("Half a thought");
	await page.close();
	const again = await context.newPage();
	await again.goto("/admin/blogs/new");
	await again.getByRole("button", { name: "Restore Changes" }).click();
	await expect(titleField(again)).toHaveValue(title);
	await expect(contentField(again)).toHaveText("Half a thought");
	await button(again, "Save Draft").click();
	await expect(again).toHaveURL(/edit/);
	await again.goto("/admin/blogs/new");
	await expect(titleField(again)).toHaveValue("");
	await expect(again.getByRole("dialog")).toBeHidden();
});

test("what is typed without a pause is kept while it is typed", { tag: "@long" }, async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).click();
	let typing = true;
	const typed = page.keyboard.type("on and on ".repeat(6), { delay: 100 }).then(() => {
		typing = false;
	});
	await expect.poll(() => localCopies(page)).toContain("on and on");
	expect(typing).toBe(true);
	await typed;
});

test("leaving with unsaved changes asks", async ({ page, request, site }) => {
	const { id } = await savePost(site, request, { title: buildTitle("Left"), content: "<p>Saved</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("Unsaved");
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("button", { name: "Stay" }).press("ControlOrMeta+z");
	await page.getByRole("button", { name: "Stay" }).click();
	await expect(contentField(page)).toHaveText("Unsaved");
	const asked = page.waitForEvent("dialog");
	await page.close({ runBeforeUnload: true });
	const question = await asked;
	expect(question.type()).toBe("beforeunload");
	await question.dismiss();
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("button", { name: "Leave" }).click();
	await expect(page).toHaveURL("/admin/blogs");
	await page.goto(`/admin/blogs/edit/${id}`);
	await expect(contentField(page)).toHaveText("Saved");

	await page.goto("/admin/blogs/new");
	const title = buildTitle("Kept on leaving");
	await titleField(page).fill(title);
	await expect.poll(() => localCopies(page)).toContain(title);
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Save Draft" }).click();
	await expect(page).toHaveURL("/admin/blogs");
	expect(await localCopies(page)).not.toContain(title);
	await expect(rowOf(page, title)).toContainText("Draft");

	// What is saved of a live post is public: not on the way out.
	await page.getByRole("link", { name: `Edit ${title}` }).click();
	await contentField(page).fill("Half");
	await button(page, "Publish").click();
	await expect(toast(page, "Blog Published!")).toBeVisible();
	await contentField(page).fill("Half a");
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(page.getByRole("dialog").getByRole("button")).toHaveText(["", "Leave", "Stay"]);
	await button(page, "Stay").click();

	// Nor does it become empty by a slip.
	await button(page, "Save Changes").click();
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(async () => {
		// The editor may not have heard of the selection yet that is deleted.
		await contentField(page).fill("");
		await expect(contentField(page)).toHaveText("", { timeout: 500 });
	}).toPass();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(toast(page, "Save Error")).toContainText("A post on the site needs a text.");
	await page.keyboard.type("Whole again");
	await expect(page.getByRole("main").getByText("A post on the site needs a text.")).toBeHidden();
});

test.describe("'Log out'", () => {
	// 401 for what the other tab asks after it.
	test.use({ expectedErrors: /401/ });

	test("asks before it deletes what isn't saved, on this screen or in another tab", async ({ page, context, site }) => {
		const chooseLogOut = async (tab: Page) => {
			await tab.getByRole("button", { name: "My Account" }).click();
			await tab.getByRole("menuitem", { name: "Log out" }).click();
		};
		await openDesk(page, "/admin/blogs/new", await insertAccount(site, "admin"));
		const title = buildTitle("Not to be lost");
		await titleField(page).fill(title);
		await chooseLogOut(page);
		await answerQuestion(page, "Leave Without Saving?", "Stay");
		await expect(titleField(page)).toHaveValue(title);
		await expect.poll(() => localCopies(page)).toContain(title);

		const other = await context.newPage();
		await other.goto("/admin");
		await chooseLogOut(other);
		await expect(other.getByRole("dialog").getByRole("list", { name: "Posts" })).toHaveText(title);
		await answerQuestion(other, "Log Out Without Saving?", "Stay");
		expect(await localCopies(other)).toContain(title);
		await chooseLogOut(other);
		await answerQuestion(other, "Log Out Without Saving?", "Log Out");
		await expect(other).toHaveURL("/auth");
		expect(await localCopies(other)).toBe("");
		await expect(page.getByRole("dialog", { name: "Your Session Has Ended" })).toBeVisible();
	});
});

test("what was typed can be continued in another browser, and the post stays as it is until then", async ({
	page,
	context,
	browser,
	request,
	site,
}) => {
	const { id } = await savePost(site, request, { title: buildTitle("Autosaved"), content: "<p>Saved</p>" });
	await openBlogDesk(page, `/admin/blogs/edit/${id}`);
	await contentField(page).fill("On the laptop");
	await expect(page.getByText("Unsaved changes, autosaved")).toBeVisible();
	expect((await loadPost(site, request, id)).content).toBe("<p>Saved</p>");
	// Here the browser itself offers them, and nothing else does.
	await page.close();
	const again = await context.newPage();
	await again.goto(`/admin/blogs/edit/${id}`);
	await button(again, "Restore Changes").click();
	await expect(contentField(again)).toHaveText("On the laptop");
	await expect(again.getByText("Unsaved changes, autosaved")).toBeVisible();
	await expect(button(again, "Show Changes")).toBeHidden();
	await again.close();
	const elsewhere = await openSecondDesk(browser, `${site.url}/admin/blogs/edit/${id}`);
	await expect(elsewhere.getByText("You have unsaved changes from")).toBeVisible();
	await button(elsewhere, "Show Changes").click();
	await expect(elsewhere.getByRole("insertion")).toHaveText("Added: On the laptop");
	await button(elsewhere, "Continue with This Version").click();
	await expect(contentField(elsewhere)).toHaveText("On the laptop");
	await elsewhere.mouse.wheel(0, 2000);
	await expect(button(elsewhere, "Save Draft")).toBeInViewport();
	await elsewhere.keyboard.press("ControlOrMeta+s");
	await expect(elsewhere.getByText("Blog Saved!", { exact: true })).toBeVisible();
	await expect(button(elsewhere, "Show Changes")).toBeHidden();
	expect((await loadPost(site, request, id)).content).toBe("<p>On the laptop</p>");
	await elsewhere.context().close();
});

test.describe("the history", () => {
	// The save that it meets.
	test.use({ expectedErrors: /409|Someone else has changed/ });

	test("goes back to an earlier save", async ({ page, request, site }) => {
		const title = buildTitle("Versions");
		const { id, slug } = await savePost(site, request, { title, content: "<p>First</p>" });
		await savePost(site, request, { title, slug, content: "<p>Second</p>" }, id);
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await savePost(site, request, { title, slug, content: "<p>Second</p>", publish: true }, id);
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
		// The editor still has it as a draft.
		await expect(page.getByText(/changed since you opened it. Readers will see this version at once./)).toBeVisible();
		await savePost(site, request, { title, slug, content: "<p>Third</p>", status: "published" }, id);
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
	const title = buildTitle("Previewed");
	const { id } = await savePost(site, request, { title, content: "<p>Not yet public</p>" });
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
	await savePost(site, request, { title, content: "<p>Public</p>", publish: true }, id);
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
	await page.getByRole("combobox", { name: "Status" }).selectOption("Published");
	const opened = page.waitForEvent("popup");
	await button(page, "Preview").click();
	const preview = await opened;
	await expect(preview.getByText("Seen before anyone else")).toBeVisible();
	await expect(page).toHaveURL(/\/edit\//);
	await expect(button(page, "Preview Link")).toBeVisible();
	const { status } = await loadPost(site, request, page.url().split("/").at(-1) ?? "");
	expect(status).toBe("draft");
});

test.describe("what goes wrong loses nothing", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-editor-04
	test("a save that fails says so and loses nothing", async ({ page }) => {
		await openBlogDesk(page, "/admin/blogs/new");
		const title = buildTitle("Stays");
		await titleField(page).fill(title);
		await contentField(page).fill("All of it.");
		await page.route("**/api/posts", (route) => route.fulfill({ status: 500, json: { error: "x" } }));
		await button(page, "Save Draft").click();
		await expect(page.getByText("Save Error", { exact: true })).toBeVisible();
		await expect(page.getByText("Failed to save blog post", { exact: true })).toBeVisible();
		await expect(contentField(page)).toHaveText("All of it.");
		await page.unroute("**/api/posts");
		await button(page, "Save Draft").click();
		await expect(page).toHaveURL(/edit/);
	});

	test("a save that meets a newer version lets the author choose", async ({ page, request, site }) => {
		const title = buildTitle("Contested");
		const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>", publish: true });
		await openLiveDesk(page, `/admin/blogs/edit/${id}`);
		await expect(contentField(page)).toHaveText("Start");
		await savePost(site, request, { title, slug, content: "<p>Theirs</p>", publish: true }, id);
		const changed = page.getByText("This post has been changed since you opened it.");
		await expect(changed).toBeVisible();
		await contentField(page).fill("Mine");
		await page.keyboard.press("ControlOrMeta+s");
		const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
		await expect(dialog.getByText(/^\S.* changed this post/)).toBeVisible();
		await expect(dialog.getByText("Readers will see your version as soon as you save it.")).toBeVisible();
		await expect(dialog.getByRole("deletion").last()).toHaveText("Only in their version: Theirs");
		await expect(dialog.getByRole("insertion").last()).toHaveText("Only in your version: Mine");
		await expectAccessible(page);
		await dialog.getByRole("button", { name: "Keep Editing" }).click();
		await expect(contentField(page)).toHaveText("Mine");
		await button(page, "Save Changes").click();
		await dialog.getByRole("button", { name: "Use Their Version" }).click();
		await expect(contentField(page)).toHaveText("Theirs");
		await expect(changed).toBeHidden();
		await button(page, "History").click();
		await page.getByRole("list", { name: "Versions" }).getByRole("button", { name: "Autosaved" }).click();
		await expect(page.getByRole("insertion").last()).toHaveText("Added: Mine");
		await page.keyboard.press("Escape");
		await expect(button(page, "Show Changes")).toBeHidden();
		// Saving one's own text does not bring back what they have taken off the site.
		await savePost(site, request, { title, slug, content: "<p>Theirs again</p>", status: "draft" }, id);
		await contentField(page).fill("Mine again");
		await button(page, "Save Changes").click();
		await expect(dialog.getByText("The post has been taken off the site since.")).toBeVisible();
		await dialog.getByRole("button", { name: "Save My Version" }).click();
		await expect(page.getByText("Blog Saved!", { exact: true })).toBeVisible();
		expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Mine again</p>", status: "draft" });
		await expect(page.getByText("Unsaved changes")).toBeHidden();
		// Nor does it go out on the day for which they have scheduled theirs.
		const schedule = { status: "published" as const, published_at: "2099-01-02T09:30:00.000Z" };
		await savePost(site, request, { title, slug, content: "<p>Mine again</p>", ...schedule }, id);
		await contentField(page).fill("Half a sen");
		await button(page, "Save Draft").click();
		// The text is the same, so that the history has no version of it.
		await expect(dialog.getByText(/^\S.* changed this post/)).toBeVisible();
		await expect(dialog.getByText(/^The post is scheduled for Jan 2, 2099, .* it won't go live then/)).toBeVisible();
		await dialog.getByRole("button", { name: "Save My Version" }).click();
		await expect(toast(page, "Blog Saved!")).toContainText("no longer scheduled");
		expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Half a sen</p>", status: "draft" });
	});

	test("what was written in a post that a colleague deletes goes on in a new one", async ({ page, request, site }) => {
		const title = buildTitle("Deleted meanwhile");
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		for (const way of ["stays", "comes back to it", "begins a new one"]) {
			const { id } = await savePost(site, request, { title, status: "published", content: "<p>Start</p>" });
			await openBlogDesk(page, `/admin/blogs/edit/${id}`);
			await contentField(page).fill("Not to be lost");
			await expect.poll(() => copyOf(page, id)).toContain("lost");
			expect((await request.delete(`/api/posts/${id}`, { headers })).status()).toBe(204);
			if (way === "comes back to it") await page.goto(`/admin/blogs/edit/${id}`);
			else if (way === "begins a new one") await page.goto("/admin/blogs/new");
			else {
				await page.keyboard.type("!");
				await expect(page.getByText("Someone has deleted this post.")).toBeVisible();
				await page.keyboard.press("ControlOrMeta+s");
			}
			const told = { stays: "Save Error", "comes back to it": "Blog post not found" }[way];
			if (told) await expect(toast(page, told)).toBeVisible();
			await expect(page).toHaveURL("/admin/blogs/new");
			// Who was writing goes on; who comes back is asked.
			if (way !== "stays") {
				await expect(page.getByRole("dialog")).toContainText("That post has been deleted.");
				await button(page, "Restore Changes").click();
			}
			await expect(titleField(page)).toHaveValue(title);
			await expect(page.getByRole("dialog")).toBeHidden();
			await expect(contentField(page)).toHaveText(way === "stays" ? "Not to be lost!" : "Not to be lost");
			await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("draft");
			await button(page, "Save Draft").click();
			await expect(page).toHaveURL(/edit/);
		}
	});

	test("changes of an earlier visit don't overwrite what was saved since", async ({ page, context, request, site }) => {
		const title = buildTitle("Overtaken");
		const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>" });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await expect.poll(() => copyOf(page, id)).toContain("Mine");
		await page.close();
		await savePost(site, request, { title, slug, content: "<p>Theirs</p>", publish: true }, id);
		const again = await context.newPage();
		await again.goto(`/admin/blogs/edit/${id}`);
		await expect(again.getByRole("dialog")).toContainText("The post has been saved by someone since then.");
		await button(again, "Restore Changes").click();
		await expect(contentField(again)).toHaveText("Mine");
		await again.keyboard.press("ControlOrMeta+s");
		const dialog = again.getByRole("dialog", { name: "Newer Version Found" });
		// What was a draft doesn't get public because they have published theirs.
		await expect(dialog).toContainText("The post is on the site now. Your version takes it off until you publish it.");
		await expect(dialog.getByRole("insertion").filter({ hasText: "Mine" })).toBeVisible();
		expect((await loadPost(site, request, id)).content).toBe("<p>Theirs</p>");
	});

	test("changes of an earlier visit leave the date alone that a colleague has changed since", async ({
		page,
		context,
		request,
		site,
	}) => {
		const fields = { title: buildTitle("Moved meanwhile"), status: "published", content: "<p>Start</p>" };
		const { id, slug } = await savePost(site, request, { ...fields, published_at: "2099-12-20T09:00:00.000Z" });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await expect.poll(() => copyOf(page, id)).toContain("Mine");
		await page.close();
		const published_at = "2099-12-28T09:00:00.000Z";
		await savePost(site, request, { ...fields, slug, published_at }, id);
		const again = await context.newPage();
		await again.goto(`/admin/blogs/edit/${id}`);
		await button(again, "Restore Changes").click();
		await again.keyboard.press("ControlOrMeta+s");
		await expect(again.getByRole("dialog")).toContainText("Your version will go live Dec 28, 2099");
		await button(again, "Save My Version").click();
		await expect(toast(again, "Blog Scheduled!")).toBeVisible();
		expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Mine</p>", published_at });
	});
});
