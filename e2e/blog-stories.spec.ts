import type { Page } from "@playwright/test";
import { slugify } from "#lib/text/slug.ts";
import { insertAccount } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { buildTitle, button, contentField, openBlogDesk, titleField } from "./blog-desk.ts";
import { expectListed, loadPost, savePost } from "./blog-posts.ts";
import { answerQuestion, lostConnection, openDesk, openSecondDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff, signInOverHttp } from "./staff.ts";

// The six stories of the editor (decision 079). Its cases are in src/features/posts/editor/post-editor-state.test.ts.

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

/** What this browser keeps because the server doesn't have it. */
const mirror = (page: Page) =>
	page.evaluate(() =>
		Object.entries(localStorage)
			.flatMap(([name, text]) => (name.startsWith("pilcrow-post-") ? [text] : []))
			.join(),
	);

/** The server has what is typed. */
const expectStored = (page: Page) => expect.poll(() => mirror(page)).toBe("");

test("write and publish: nothing is public before the button that says so", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("From nothing");
	await titleField(page).fill(title);
	await contentField(page).fill("Hello there.");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(toast(page, "Blog Saved!")).toBeVisible();
	await expect(page).toHaveURL(/\/admin\/blogs\/edit\/[0-9a-f-]{36}$/);
	await expect(contentField(page)).toBeFocused();
	await page.keyboard.type(" And more.");
	await expect(contentField(page)).toHaveText("Hello there. And more.");
	const id = page.url().split("/").at(-1) ?? "";
	expect(await loadPost(site, request, id)).toMatchObject({ status: "draft", content: "<p>Hello there.</p>" });
	await button(page, "Publish").click();
	await expect(toast(page, "Blog Published!")).toBeVisible();
	await expectListed(request, title);
	expect(await (await request.get(`/blog/${slugify(title)}`)).text()).toContain("Hello there. And more.");
});

test.describe("conflict on one field", () => {
	test.use({ expectedErrors: /409|Someone else has changed|net::ERR/ });

	test("only what both have changed is asked about, and a published post waits for its button", async ({
		page,
		request,
		site,
	}) => {
		const title = buildTitle("Contested");
		const { id, slug } = await savePost(site, request, { title, content: "<p>Start</p>", excerpt: "Old" });
		await page.route("**/api/live", (route) => route.abort());
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("Mine");
		await savePost(site, request, { title, slug, content: "<p>Theirs</p>", excerpt: "Theirs, too" }, id);
		await page.keyboard.press("ControlOrMeta+s");
		const dialog = page.getByRole("dialog", { name: "Newer Version Found" });
		await expect(dialog.getByRole("deletion").last()).toHaveText("Only in their version: Theirs");
		await expect(dialog.getByRole("insertion").last()).toHaveText("Only in your version: Mine");
		await expect(dialog.getByText("Excerpt")).toBeHidden();
		await expectAccessible(page);
		await dialog.getByRole("button", { name: "Keep Editing" }).click();
		await expect(contentField(page)).toHaveText("Mine");
		await button(page, "Save Draft").click();
		await dialog.getByRole("button", { name: "Save My Version" }).click();
		await expect(toast(page, "Blog Saved!")).toBeVisible();
		expect(await loadPost(site, request, id)).toMatchObject({ content: "<p>Mine</p>", excerpt: "Theirs, too" });

		// A colleague publishes between two saves.
		await contentField(page).fill("Half a sen");
		await savePost(site, request, { publish: true }, id);
		await page.keyboard.press("ControlOrMeta+s");
		await expect(status(page, "This post is on the site now.")).toBeVisible();
		await page.keyboard.press("ControlOrMeta+s");
		await expect(toast(page, "Not Saved Yet")).toContainText("Update the Published Post");
		expect((await loadPost(site, request, id)).content).toBe("<p>Mine</p>");
		await contentField(page).fill("A whole sentence.");
		await button(page, "Update the Published Post").click();
		await expect(toast(page, "Blog Saved!")).toContainText("View Post");
		expect(await loadPost(site, request, id)).toMatchObject({
			content: "<p>A whole sentence.</p>",
			status: "published",
		});
		await expect(button(page, "Save Changes")).toBeVisible();
	});
});

test.describe("lost answer", () => {
	test.use({ expectedErrors: new RegExp(`${lostConnection.source}|Someone else has changed|created with other`) });

	/** The server does it, and the browser doesn't hear of it, so many times. */
	async function loseAnswers(page: Page, times: number): Promise<void> {
		let left = times;
		await page.route(/\/api\/posts\/[^/]+$/, async (route) => {
			if (route.request().method() === "GET" || left === 0) return route.fallback();
			left -= 1;
			await route.fetch();
			await route.abort();
		});
	}

	test("nothing is created or published twice, and nobody conflicts with themselves", async ({ page, site }) => {
		await page.clock.install();
		await openBlogDesk(page, "/admin/blogs/new");
		const title = buildTitle("Through a tunnel");
		await titleField(page).fill(title);
		await contentField(page).fill("One.");
		// It is sent again by itself, under its name.
		await loseAnswers(page, 1);
		await button(page, "Publish").click();
		await page.clock.runFor(2000);
		await expect(toast(page, "Blog Published!")).toBeVisible();
		await expect(page).toHaveURL(/\/edit\//);

		await loseAnswers(page, 3);
		await contentField(page).fill("One, two.");
		await button(page, "Save Changes").click();
		await page.clock.runFor(2000);
		await page.clock.runFor(4000);
		await expect(toast(page, "Save Error")).toContainText("Save again to make sure.");
		await expect(status(page, "Saving not confirmed")).toBeVisible();
		await contentField(page).fill("One, two, three.");
		await button(page, "Save Changes").click();
		await expect(status(page, /^Saved/)).toBeVisible();
		const titled = (await listAsStaff(site, "posts")).filter((post) => post.title === title);
		expect(titled).toMatchObject([{ slug: slugify(title), status: "published", text: "One, two, three." }]);
	});

	test("a save that hangs is given up after half a minute, and can be tried again", async ({ page }) => {
		await page.clock.install();
		await page.route(/\/api\/posts\/[^/]+$/, () => new Promise(() => undefined));
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("In a lift"));
		await page.keyboard.press("ControlOrMeta+s");
		await expect(status(page, "Saving...")).toBeVisible();
		for (let tries = 0; tries < 3; tries++) await page.clock.runFor(36_000);
		await expect(status(page, "Saving not confirmed")).toBeVisible();
		await page.unrouteAll();
		await button(page, "Save Draft").click();
		await expect(page).toHaveURL(/edit/);
	});
});

test("closed lid: what was not saved goes on here, on another computer, and in the list", async ({ page, browser }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Interrupted");
	await titleField(page).fill(title);
	await contentField(page).fill("Half a thought");
	await expectStored(page);
	await page.reload();
	await expect(titleField(page)).toHaveValue(title);
	await expect(status(page, "Restored unsaved changes.")).toBeVisible();
	// What is typed right before the lid closes is in this browser alone.
	await contentField(page).fill("Half a thought, and a word");
	await expect.poll(() => mirror(page)).toContain("and a word");
	await page.goto("/admin/blogs");
	await page.getByRole("link", { name: `Unsaved: ${title}` }).click();
	await expect(contentField(page)).toHaveText("Half a thought, and a word");
	await expectStored(page);

	const elsewhere = await openSecondDesk(browser, "/admin/blogs");
	await elsewhere.getByRole("link", { name: `Unsaved: ${title}` }).click();
	await expect(contentField(elsewhere)).toHaveText("Half a thought, and a word");
	await button(elsewhere, "Discard").click();
	const undo = toast(elsewhere, "Changes Discarded").getByRole("button", { name: "Undo" });
	await undo.focus();
	await expect(contentField(elsewhere)).toHaveText("");
	await undo.press("Enter");
	await expect(contentField(elsewhere)).toHaveText("Half a thought, and a word");
	await button(elsewhere, "Save Draft").click();
	await expect(status(elsewhere, /^Saved/)).toBeVisible();
	await elsewhere.getByRole("link", { name: "Back to Blog Posts" }).click();
	await expect(elsewhere.getByRole("link", { name: title, exact: true })).toBeVisible();
	await expect(elsewhere.getByRole("link", { name: `Unsaved: ${title}` })).toBeHidden();
	await elsewhere.context().close();
});

test.describe("deleted post", () => {
	test.use({ expectedErrors: /404|410|doesn't exist|has been deleted/ });

	test("the text goes on in a new post, whether its author stays or comes back", async ({ page, request, site }) => {
		const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
		for (const way of ["stays", "comes back"]) {
			const title = buildTitle("Deleted meanwhile");
			const { id } = await savePost(site, request, { title, status: "published", content: "<p>Start</p>" });
			await openBlogDesk(page, `/admin/blogs/edit/${id}`);
			await contentField(page).fill("Not to be lost");
			await expectStored(page);
			await request.delete(`/api/posts/${id}`, { headers });
			if (way === "comes back") await page.goto(`/admin/blogs/edit/${id}`);
			else await page.keyboard.press("ControlOrMeta+s");
			await expect(status(page, "Someone has deleted this post.")).toBeVisible();
			await expect(contentField(page)).toHaveText("Not to be lost");
			await button(page, "Save as a New Post").click();
			await expect(toast(page, "Blog Saved!")).toBeVisible();
			await expect(page).not.toHaveURL(new RegExp(id));
			const saved = await loadPost(site, request, page.url().split("/").at(-1) ?? "");
			expect(saved).toMatchObject({ content: "<p>Not to be lost</p>", status: "draft" });
		}
	});
});

test.describe("two windows", () => {
	test.use({ expectedErrors: /409|another window/ });

	test("one draft is written at a time, and the other window is told", async ({ page, context, request, site }) => {
		const { id } = await savePost(site, request, { title: buildTitle("Twice open"), content: "<p>Start</p>" });
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await contentField(page).fill("In the first window");
		await expectStored(page);
		const other = await context.newPage();
		await openBlogDesk(other, `/admin/blogs/edit/${id}`);
		await expect(contentField(other)).toHaveText("In the first window");
		await contentField(other).fill("In the second window");
		await expectStored(other);
		await contentField(page).fill("In the first window again");
		await expect(status(page, "This draft was changed in another window.")).toBeVisible();
		await expect(contentField(page)).toHaveText("In the first window again");
		await button(page, "Keep This One").click();
		await expect(status(page, "This draft was changed in another window.")).toBeHidden();
		await expectStored(page);
		await contentField(other).fill("In the second window again");
		await button(other, "Use the Other One").click();
		await expect(contentField(other)).toHaveText("In the first window again");
		await button(other, "Save Draft").click();
		await expect(toast(other, "Blog Saved!")).toBeVisible();
		expect((await loadPost(site, request, id)).content).toBe("<p>In the first window again</p>");
	});
});

test.describe("an ended session", () => {
	// 401 for what the other tab asks after it.
	test.use({ expectedErrors: /401|net::ERR|Failed to load|reach the server/ });

	test("asks before 'Log out' deletes what only this browser has", async ({ page, context, site }) => {
		const logOut = async (tab: Page) => {
			await tab.getByRole("button", { name: "My Account" }).click();
			await tab.getByRole("menuitem", { name: "Log out" }).click();
		};
		await page.route("**/draft", (route) => route.abort());
		await openDesk(page, "/admin/blogs/new", await insertAccount(site, "admin"));
		const title = buildTitle("Not to be lost");
		await titleField(page).fill(title);
		await expect.poll(() => mirror(page)).toContain(title);
		const other = await context.newPage();
		await other.goto("/admin");
		await logOut(other);
		await expect(other.getByRole("dialog").getByRole("list", { name: "Posts" })).toHaveText(title);
		await answerQuestion(other, "Log Out Without Saving?", "Stay");
		expect(await mirror(other)).toContain(title);
		await logOut(other);
		await answerQuestion(other, "Log Out Without Saving?", "Log Out");
		await expect(other).toHaveURL("/auth");
		expect(await mirror(other)).toBe("");
		await expect(page.getByRole("dialog", { name: "Your Session Has Ended" })).toBeVisible();
	});
});
