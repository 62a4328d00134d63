import { buildTitle, openBlogDesk } from "./blog-desk.ts";
import { loadPost, savePost } from "./blog-posts.ts";
import { answerQuestion, openDesk, openLiveDesk, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// proves S2-posts-04, S2-posts-06, S2-posts-10, S2-posts-12, S2-posts-13, S4-posts-09, S5-delete-01
// proves S8-toast-11, S8-toast-12, S9-preview-02
test("lists, finds, withdraws, publishes and deletes posts without a refetch", async ({ page, request, site }) => {
	const title = buildTitle("Listed");
	const tags = ["One", "Two", "Three", "Four", "Five"];
	const content = `<p>Needle${process.pid} ${"hay ".repeat(60)}</p>`;
	await savePost(site, request, { title, content, tags, excerpt: "In short", publish: true });
	await openBlogDesk(page, "/admin/blogs");
	await expect(page.getByText("Create and manage blog content for your website")).toBeVisible();
	await expect(page.getByRole("columnheader")).toHaveText([
		"Title",
		"Content Preview",
		"Status",
		"Tags",
		"Updated",
		"Actions",
	]);
	const row = rowOf(page, title);
	await expect(row.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveText(["One", "Two", "Three", "+2"]);
	const search = page.getByPlaceholder("Search by title, content, or tags...");
	for (const text of [title.toUpperCase(), `needle${process.pid}`]) {
		await search.fill(text);
		await expect(page.getByRole("row")).toHaveCount(2);
	}
	await page.getByRole("combobox", { name: "Status" }).selectOption("Archived");
	await expect(page.getByText("No blog posts found")).toBeVisible();
	await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
	await expect(page.getByRole("link", { name: "Create Your First Post" })).toHaveAttribute("href", "/admin/blogs/new");
	await page.getByRole("combobox", { name: "Status" }).selectOption("All Status");

	let refetches = 0;
	page.on("request", (call) => {
		if (call.method() === "GET" && new URL(call.url()).pathname === "/api/posts") refetches++;
	});
	await row.getByRole("button", { name: "Unpublish" }).click();
	await expect(page.getByText("Blog Unpublished", { exact: true })).toBeVisible();
	await expect(page.getByText("Blog post is now Draft", { exact: true })).toBeVisible();
	await row.getByRole("button", { name: "Publish" }).click();
	await expect(page.getByText("Blog post is now Published", { exact: true })).toBeVisible();
	await row.getByRole("button", { name: "Delete" }).click();
	const question = page.getByRole("dialog", { name: "Delete Blog Post" });
	await expect(question.getByText("Are you sure you want to delete this blog post?", { exact: true })).toBeVisible();
	await expect(question.getByText("The post is on the site now.")).toBeVisible();
	await expect(question.getByText("Last changed less than a minute ago.")).toBeVisible();
	await question.getByRole("button", { name: "Cancel" }).click();
	await expect(question).toBeHidden();
	await row.getByRole("button", { name: "Delete" }).dblclick();
	await answerQuestion(page, "Delete Blog Post", "Delete");
	await expect(page.getByText("Blog post has been successfully deleted", { exact: true })).toBeVisible();
	await expect(row).toBeHidden();
	expect(refetches).toBe(0);
});

test("the list keeps its order, new posts wait, and a double click publishes once", async ({ page, request, site }) => {
	const mark = buildTitle("Ordered");
	const titles = [`${mark} 1`, `${mark} 2`] as const;
	for (const title of titles) await savePost(site, request, { title, content: "<p>Here.</p>" });
	await openLiveDesk(page, `/admin/blogs?q=${encodeURIComponent(mark)}`);
	const listed = page.getByRole("row").getByRole("link", { name: new RegExp(`^${mark} \\d$`) });
	const newestFirst = titles.toReversed();
	await expect(listed).toHaveText(newestFirst);
	const changes: string[] = [];
	page.on("request", (call) => {
		if (call.method() === "PATCH") changes.push(call.url());
	});
	await rowOf(page, titles[0]).getByRole("button", { name: "Publish" }).dblclick({ delay: 80 });
	await expect(toast(page, "Blog Published")).toBeVisible();
	await expect(rowOf(page, titles[0])).toContainText("Published");
	expect(changes).toHaveLength(1);
	await savePost(site, request, { title: `${mark} 3`, content: "<p>Here.</p>" });
	const show = page.getByRole("button", { name: "1 new post · Show" });
	await expect(show).toBeVisible();
	await expect(listed).toHaveText(newestFirst);
	await show.click();
	await expect(listed).toHaveText([`${mark} 3`, ...newestFirst]);
});

test.describe("what fails is told in the specified words", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-posts-01, S8-posts-02, S8-posts-03
	test("loading, deleting and publishing", async ({ page, request, site }) => {
		const title = buildTitle("Unlucky");
		await savePost(site, request, { title });
		await openBlogDesk(page, "/admin/blogs");
		const row = rowOf(page, title);
		await expect(row).toBeVisible();
		await page.route("**/api/posts/**", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await row.getByRole("button", { name: "Publish" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to update blog status");
		await row.getByRole("button", { name: "Delete" }).click();
		await answerQuestion(page, "Delete Blog Post", "Delete");
		await expect(toast(page, "Error")).toContainText("Failed to delete blog post");
		await expect(row).toContainText("Draft");
		await page.route("**/api/posts?*", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await page.reload();
		await expect(toast(page, "Error")).toContainText("Failed to load blog posts");
	});
});

test.describe("a list that hasn't heard of a colleague's change", () => {
	test.use({ expectedErrors: /409|net::ERR_|Someone else has changed/ });

	test("doesn't publish it, by button or by key, until it shows it", async ({ page, request, site }) => {
		const word = buildTitle("Unheard");
		const [button, key] = [`${word} by button`, `${word} by key`];
		const write = (title: string, content: string, id?: string) => savePost(site, request, { title, content }, id);
		const { id: one } = await write(button, "<p>Finished.</p>");
		const { id: other } = await write(key, "<p>Finished.</p>");
		await page.route("**/api/live", (route) => route.abort());
		// Nor is it told when it looks again by itself, until the change was answered.
		let isUnheard = false;
		const shown = new Map<string, string>();
		await page.route("**/api/posts?*", async (route) => {
			const response = await route.fetch();
			const url = route.request().url();
			if (!isUnheard) shown.set(url, await response.text());
			await route.fulfill({ response, body: shown.get(url) ?? (await response.text()) });
		});
		async function changeUnheard(write: () => Promise<unknown>, press: () => Promise<void>): Promise<void> {
			isUnheard = true;
			await write();
			await press();
			await expect.poll(() => isUnheard).toBe(false);
		}
		// Before the answer arrives, since the page looks again the moment it does.
		await page.route(/\/status(es)?$/, async (route) => {
			const response = await route.fetch();
			isUnheard = false;
			await route.fulfill({ response });
		});
		await openDesk(page, `/admin/blogs?q=${encodeURIComponent(word)}`);
		const publish = page.getByRole("button", { name: `Publish ${button}` });
		await expect(publish).toBeVisible();
		await changeUnheard(
			() => write(button, "<p>The client says no.</p>", one),
			() => publish.click(),
		);
		await expect(toast(page, "Error")).toContainText("Someone else has changed this blog post in the meantime.");
		await expect(rowOf(page, button)).toContainText("The client says no.");
		expect((await loadPost(site, request, one)).status).toBe("draft");

		await rowOf(page, key).focus();
		await changeUnheard(
			() => write(key, "<p>Here, too.</p>", other),
			() => page.keyboard.press("2"),
		);
		await expect(toast(page, "Newer Version Found")).toContainText("Someone else has changed a blog post");
		await expect(rowOf(page, key)).toContainText("Here, too.");
		expect((await loadPost(site, request, other)).status).toBe("draft");
		await publish.click();
		await expect(toast(page, "Blog Published")).toBeVisible();
		await rowOf(page, key).focus();
		await page.keyboard.press("2");
		await expect.poll(async () => (await loadPost(site, request, other)).status).toBe("published");
	});
});

test.describe("a post in which a colleague is writing", () => {
	test.use({ expectedErrors: /409|Someone else has changed/ });

	test("isn't deleted with what was saved while the question stood there", async ({ page, request, site }) => {
		const title = buildTitle("At work");
		const { id } = await savePost(site, request, { title, content: "<p>Begun</p>" });
		await openLiveDesk(page, `/admin/blogs?q=${encodeURIComponent(title)}`);
		await page.getByRole("button", { name: `Delete ${title}` }).click();
		const deletion = page.getByRole("dialog", { name: "Delete Blog Post" });
		await expect(deletion).toContainText("Last changed");
		await savePost(site, request, { content: "<p>Finished</p>" }, id);
		await expect(page.getByText("Finished")).toBeVisible();
		await deletion.getByRole("button", { name: "Delete" }).click();
		await expect(toast(page, "Error")).toContainText("Someone else has changed this blog post in the meantime.");
		expect((await loadPost(site, request, id)).content).toBe("<p>Finished</p>");
		await page.getByRole("button", { name: `Delete ${title}` }).click();
		await deletion.getByRole("button", { name: "Delete" }).click();
		await expect(toast(page, "Blog Deleted")).toBeVisible();
	});
});

test("a draft with a date ahead is not published before it by one click", async ({ page, request, site }) => {
	const title = buildTitle("Planned");
	const published_at = "2099-12-24T14:00:00.000Z";
	const { id } = await savePost(site, request, { title, content: "<p>Later.</p>", published_at });
	const stored = () => loadPost(site, request, id);
	await openBlogDesk(page, "/admin/blogs");
	const row = rowOf(page, title);
	await expect(row).toContainText("Planned for Dec 24, 2099, 9:00 AM");
	const publish = page.getByRole("button", { name: `Publish ${title}` });
	await publish.click();
	const question = page.getByRole("dialog", { name: "Publish Blog Post" });
	await expect(question).toContainText("Its publish date is Dec 24, 2099, 9:00 AM.");
	await question.getByRole("button", { name: "Schedule", exact: true }).click();
	await expect(toast(page, "Blog Scheduled")).toContainText("Goes live Dec 24, 2099, 9:00 AM");
	expect(await stored()).toMatchObject({ status: "published", published_at });
	await toast(page, "Blog Scheduled").getByRole("button", { name: "Undo" }).click();
	await expect(toast(page, "Status Updated")).toContainText("changed back to Draft");
	await row.focus();
	await page.keyboard.press("2");
	await expect(toast(page, "Status Updated")).toContainText("Blog status changed to Scheduled");
	expect(await stored()).toMatchObject({ status: "published", published_at });
	await page.keyboard.press("ControlOrMeta+z");
	await expect(toast(page, "Status Updated")).toContainText("changed back to Draft");
	const unplanned = buildTitle("Unplanned");
	const other = await savePost(site, request, { title: unplanned, content: "<p>Now.</p>" });
	await page.getByRole("button", { name: "1 new post · Show" }).click();
	for (const name of [title, unplanned]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
	const bar = page.getByRole("region", { name: "Selected rows" });
	await bar.getByRole("button", { name: "Published" }).click();
	await expect(toast(page, "Status Updated")).toContainText(/2 blog statuses changed to (Scheduled|Published) and/);
	await savePost(site, request, { title: unplanned, content: "<p>Corrected.</p>", status: "published" }, other.id);
	await page.keyboard.press("ControlOrMeta+z");
	await expect(toast(page, "Status Updated")).toContainText("1 stays, as someone else has changed it since.");
	await publish.click();
	await question.getByRole("button", { name: "Publish Now" }).click();
	await expect(toast(page, "Blog Published")).toBeVisible();
	await expect(page.getByRole("link", { name: `View ${title} on the site` })).toBeVisible();
});
