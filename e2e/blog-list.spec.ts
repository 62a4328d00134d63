import { buildTitle, openBlogDesk } from "./blog-desk.ts";
import { savePost } from "./blog-posts.ts";
import { answerQuestion, rowOf, toast } from "./desk.ts";
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
	await answerQuestion(page, "Delete Blog Post", "Cancel");
	await expect(question).toBeHidden();
	await expect(row).toBeVisible();
	await row.getByRole("button", { name: "Delete" }).click();
	await answerQuestion(page, "Delete Blog Post", "Delete");
	await expect(page.getByText("Blog post has been successfully deleted", { exact: true })).toBeVisible();
	await expect(row).toBeHidden();
	expect(refetches).toBe(0);
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
