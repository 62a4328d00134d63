import { slugify } from "#lib/text/slug.ts";
import { buildTitle, button, contentField, holdRequests, localCopies, openBlogDesk, titleField } from "./blog-desk.ts";
import { savePost } from "./blog-posts.ts";
import { lostConnection, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

test.describe("when an answer is lost", () => {
	test.use({ expectedErrors: lostConnection });

	test("nothing is published twice, and nobody conflicts with themselves", async ({ page, site }) => {
		async function loseNext(method: string): Promise<void> {
			let isLost = false;
			await page.route("**/api/posts**", async (route) => {
				if (isLost || route.request().method() !== method) return route.fallback();
				isLost = true;
				await route.fetch();
				await route.abort();
			});
		}
		const failure = toast(page, "Save Error").filter({ hasText: "Your text stays on this screen." });
		await openBlogDesk(page, "/admin/blogs/new");
		const title = buildTitle("Through a tunnel");
		await titleField(page).fill(title);
		await contentField(page).fill("One.");
		await loseNext("POST");
		await button(page, "Publish").click();
		await expect(failure).toBeVisible();
		await expect(page.getByRole("status").filter({ hasText: "Publishing not confirmed" })).toBeVisible();
		page.on("dialog", (dialog) => dialog.accept());
		await contentField(page).fill("One, two.");
		await expect.poll(() => localCopies(page)).toContain("One, two.");
		await page.reload();
		await expect(toast(page, "Saved After All")).toContainText(title);
		await page.getByRole("link", { name: "Back to Blog Posts" }).click();
		await page.getByRole("link", { name: `Edit ${title}` }).click();
		await button(page, "Restore Changes").click();
		await expect(contentField(page)).toHaveText("One, two.");
		await button(page, "Save Changes").click();
		await expect(toast(page, "Blog Saved!")).toBeVisible();
		const titled = (await listAsStaff(site, "posts")).filter((post) => post.title === title);
		expect(titled).toMatchObject([{ slug: slugify(title), status: "published" }]);

		await contentField(page).fill("One, two, three.");
		await loseNext("PUT");
		await button(page, "Save Changes").click();
		await expect(failure).toBeVisible();
		await contentField(page).fill("One, two, three, four.");
		await button(page, "Save Changes").click();
		await expect(toast(page, "Blog Saved!")).toBeVisible();
		await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
		expect(await (await page.request.get(`/blog/${slugify(title)}`)).text()).toContain("One, two, three, four.");

		// Saving another text is no second try to publish, and says so.
		await page.goto("/admin/blogs/new");
		const back = buildTitle("Back in daylight");
		await titleField(page).fill(back);
		await contentField(page).fill("One.");
		await loseNext("POST");
		await button(page, "Publish").click();
		await expect(failure.filter({ hasText: "Publish again to make sure." })).toBeVisible();
		await contentField(page).fill("One, two.");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(toast(page, "Blog Saved!")).toContainText("The post isn't on the site.");
		await loseNext("PUT");
		await button(page, "Publish").click();
		await expect(failure).toBeVisible();
		// The keys do what the button for saving does: they publish nothing.
		await page.keyboard.press("ControlOrMeta+s");
		await expect(toast(page, "Blog Saved!")).toContainText("The post isn't on the site.");
		await page.getByLabel("Publish Date").fill("2099-12-24T09:00");
		await loseNext("PUT");
		await page.getByRole("button", { name: /^Schedule for/ }).click();
		await expect(failure.filter({ hasText: "Schedule again to make sure." })).toBeVisible();
		await expect(page.getByRole("status").filter({ hasText: "Scheduling not confirmed" })).toBeVisible();
		await page.getByLabel("Publish Date").fill("");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(toast(page, "Blog Saved!")).toContainText("The post isn't scheduled.");
		// After the tab was closed it is known what became of it.
		await page.route("**/api/posts/*", (route) => route.abort(), { times: 1 });
		await contentField(page).fill("One, two, three.");
		await button(page, "Publish").click();
		await expect(page.getByRole("status").filter({ hasText: "Publishing not confirmed" })).toBeVisible();
		await page.reload();
		await expect(page.getByRole("dialog")).toContainText("it isn't on the site. Publish again.");
		await button(page, "Restore Changes").click();
		await expect(page.getByRole("status").filter({ hasText: "Publishing not confirmed" })).toBeVisible();
		await loseNext("PUT");
		await button(page, "Publish").click();
		await expect(failure).toBeVisible();
		await contentField(page).fill("One, two, three, four.");
		await page.reload();
		await expect(page.getByRole("dialog")).toContainText("The post is on the site now.");
		await button(page, "Restore Changes").click();
		await expect(page.getByLabel("Status")).toHaveValue("published");
		await button(page, "Save Changes").click();
		await expect(toast(page, "Blog Saved!")).toContainText("View Post");
		const saved = (await listAsStaff(site, "posts")).filter((post) => post.title === back);
		expect(saved).toMatchObject([{ status: "published", text: "One, two, three, four." }]);
	});

	test("a gateway that gives up waiting leaves open whether it was published", async ({ page }) => {
		await page.route("**/api/posts", async (route) => {
			await route.fetch();
			await route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Timeout</h1>" });
		});
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("Behind a proxy"));
		await contentField(page).fill("One.");
		await button(page, "Publish").click();
		await expect(page.getByRole("status").filter({ hasText: "Publishing not confirmed" })).toBeVisible();
		await page.unrouteAll();
		await button(page, "Publish").click();
		await expect(toast(page, "Blog Published!")).toBeVisible();
	});

	test("a save that hangs is given up after half a minute, and can be tried again", async ({ page }) => {
		await page.clock.install();
		await holdRequests(page, "POST", "**/api/posts");
		await holdRequests(page, "PUT", "**/revisions/*");
		await openBlogDesk(page, "/admin/blogs/new");
		await titleField(page).fill(buildTitle("In a lift"));
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page.getByRole("status").filter({ hasText: "Saving..." })).toBeVisible();
		await page.clock.fastForward(31_000);
		await expect(page.getByText("Saving not confirmed")).toBeVisible();
		await page.unroute("**/api/posts");
		await button(page, "Save Draft").click();
		await expect(page).toHaveURL(/edit/);
		// Nor does one wait any longer for an autosave before it.
		const autosaves = page.waitForRequest("**/revisions/*");
		await contentField(page).fill("Third floor");
		await page.clock.fastForward(3000);
		await autosaves;
		await page.keyboard.press("ControlOrMeta+s");
		await expect(page.getByRole("status").filter({ hasText: "Saving..." })).toBeVisible();
		await page.clock.fastForward(31_000);
		await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
	});

	test("a history or a version that couldn't be loaded says so, and can be tried again", async ({
		page,
		request,
		site,
	}) => {
		const { id } = await savePost(site, request, { title: buildTitle("Out of reach"), content: "<p>Start</p>" });
		await page.route("**/revisions{,/*}", (route) => route.abort());
		await openBlogDesk(page, `/admin/blogs/edit/${id}`);
		await button(page, "History").click();
		const dialog = page.getByRole("dialog", { name: "History" });
		await expect(dialog).toContainText("The history couldn't be loaded.");
		await page.unrouteAll();
		await page.route("**/revisions/*", (route) => route.abort());
		await dialog.getByRole("button", { name: "Try Again" }).click();
		await expect(dialog).toContainText("The version couldn't be loaded.");
		await page.unrouteAll();
		await dialog.getByRole("button", { name: "Try Again" }).click();
		await expect(dialog.getByRole("region", { name: "Version" })).toContainText("Start");
	});
});
