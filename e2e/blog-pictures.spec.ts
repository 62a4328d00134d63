import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import {
	buildTitle,
	button,
	contentField,
	holdRequests,
	openBlogDesk,
	picture,
	textFollows,
	titleField,
} from "./blog-desk.ts";
import { loadPost } from "./blog-posts.ts";
import { answerQuestion, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

/** @param part how far along the text of a paragraph, from 0 to 1 */
async function dropPicture(page: Page, paragraph: string, part: number): Promise<void> {
	const bytes = [...(await picture("p.png")).buffer];
	await contentField(page)
		.getByText(paragraph)
		.evaluate(
			(element, [bytes, part]) => {
				const data = new DataTransfer();
				data.items.add(new File([new Uint8Array(bytes)], "drop.png", { type: "image/png" }));
				const range = document.createRange();
				range.selectNodeContents(element);
				const { left, width, top, height } = range.getBoundingClientRect();
				const place = { clientX: left + width * part, clientY: top + height / 2 };
				element.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data, ...place }));
			},
			[bytes, part] as const,
		);
}

test("a dropped picture comes where it was dropped, and a letter typed on it doesn't replace it", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const text = contentField(page);
	await text.click();
	await page.keyboard.type("First\nSecond");
	await dropPicture(page, "First", 0.9);
	await page.getByRole("dialog").getByLabel("Alt Text", { exact: true }).fill("Dropped");
	await page.keyboard.press("Enter");
	const dropped = text.getByRole("img", { name: "Dropped" });
	await expect(dropped).toBeVisible();
	const order = () => text.evaluate((field) => [...field.children].map((each) => each.textContent || each.nodeName));
	expect(await order()).toEqual(["First", "IMG", "Second"]);
	await dropped.click();
	await page.keyboard.type("The ");
	expect(await order()).toEqual(["First", "IMG", "The Second"]);
	// Nor is a word split by it.
	await dropPicture(page, "The Second", 0.2);
	await page.getByRole("dialog").getByLabel("Alt Text", { exact: true }).fill("Another");
	await page.keyboard.press("Enter");
	await expect(text.getByRole("img", { name: "Another" })).toBeVisible();
	expect(await order()).toEqual(["First", "IMG", "IMG", "The Second"]);
});

test("a picture at the end of a list stays when one writes on, or pastes", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const text = contentField(page);
	await text.click();
	// No picture from elsewhere, which saving would leave out.
	await page.keyboard.type("- ![a](https://example.com/a.png)");
	await expect(text.getByRole("listitem")).toHaveText("![a](https://example.com/a.png)");
	await button(page, "Image").click();
	const dialog = page.getByRole("dialog", { name: "Image" });
	await dialog.getByLabel("File").setInputFiles(await picture("last.png"));
	await dialog.getByLabel("Alt Text").fill("Last");
	await page.keyboard.press("Enter");
	const shown = text.getByRole("img", { name: "Last" });
	await expect(shown).toBeVisible();
	await expect(text).toBeFocused();
	await page.keyboard.type("after");
	await expect(text.getByRole("listitem")).toContainText("after");
	await expect(shown).toBeVisible();
	await shown.click();
	await text.evaluate((target) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", "Pasted ");
		target.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
	});
	await expect(text.getByRole("listitem")).toContainText("Pasted after");
	await expect(shown).toBeVisible();
	// As phones and dead keys write.
	await page.keyboard.press("Home");
	await textFollows(page);
	await page.keyboard.press("ArrowLeft");
	await expect(shown).toHaveClass(/ProseMirror-selectednode/);
	const keyboard = await page.context().newCDPSession(page);
	await keyboard.send("Input.imeSetComposition", { text: "é", selectionStart: 1, selectionEnd: 1 });
	await keyboard.send("Input.insertText", { text: "é" });
	await expect(text.getByRole("listitem")).toContainText("éPasted after");
	await expect(shown).toBeVisible();
});

test("pasted and dropped pictures are uploaded after asking what they show", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("Pasted"));
	const bytes = [...(await picture("p.png")).buffer];
	for (const kind of ["paste", "drop"]) {
		await contentField(page).click();
		await contentField(page).evaluate(
			(target, { kind, bytes }) => {
				const data = new DataTransfer();
				const names = kind === "paste" ? ["paste.png"] : ["drop.png", "drop too.png"];
				for (const name of names) data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
				const init = { bubbles: true, cancelable: true };
				const { left, top } = target.getBoundingClientRect();
				target.dispatchEvent(
					kind === "paste"
						? new ClipboardEvent("paste", { ...init, clipboardData: data })
						: new DragEvent("drop", { ...init, dataTransfer: data, clientX: left + 30, clientY: top + 30 }),
				);
			},
			{ kind, bytes },
		);
		const dialog = page.getByRole("dialog", { name: kind === "paste" ? "Image" : "Image 1 of 2" });
		await expect(dialog.getByText(`${kind}.png`)).toBeVisible();
		if (kind === "paste") await expectAccessible(page);
		await dialog.getByLabel("Alt Text", { exact: true }).fill(`By ${kind}`);
		await dialog.getByRole("button", { name: "Insert Image" }).click();
	}
	const second = page.getByRole("dialog", { name: "Image 2 of 2" });
	await expect(second.getByText("drop too.png")).toBeVisible();
	await second.getByLabel("Alt Text", { exact: true }).fill("By accident");
	await second.getByRole("button", { name: "Insert Image" }).click();
	for (const kind of ["paste", "drop"]) {
		await expect(contentField(page).getByRole("img", { name: `By ${kind}` })).toBeVisible();
	}
	// What a picture says can be said better.
	await contentField(page).getByRole("img", { name: "By accident" }).click();
	await page.getByRole("toolbar").getByRole("button", { name: "Image", exact: true }).click();
	const change = page.getByRole("dialog", { name: "Image" });
	await expect(change.getByLabel("Alt Text", { exact: true })).toHaveValue("By accident");
	await change.getByLabel("Alt Text", { exact: true }).fill("By drop, the second");
	await change.getByRole("button", { name: "Save" }).click();
	const shown = contentField(page).getByRole("img", { name: "By drop, the second" });
	await expect(shown).toBeVisible();
	// And it can be replaced by another, which keeps its place and what it says.
	const before = (await shown.getAttribute("src")) ?? "";
	await shown.click();
	await page.getByRole("toolbar").getByRole("button", { name: "Image", exact: true }).click();
	await change.getByLabel("Replace With").setInputFiles(await picture("better.png"));
	await change.getByRole("button", { name: "Save" }).click();
	await expect(shown).not.toHaveAttribute("src", before);
	await button(page, "Save Draft").click();
	await expect(page).toHaveURL(/edit/);
	const { content } = await loadPost(site, request, page.url().split("/").at(-1) ?? "");
	expect(content.match(/<img src="\/storage\/v1\/object\/public\/blog-images\/[^"]+\.png" alt="By /g)).toHaveLength(3);
});

/** Uploads wait until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/api/posts/images", async (route) => {
		await promise;
		await route.continue();
	});
	return resolve;
}

test("whoever closes the dialog during an upload gets no picture", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).fill("Only words.");
	const release = await holdUploads(page);
	await button(page, "Image").click();
	const dialog = page.getByRole("dialog", { name: "Image" });
	const field = dialog.getByLabel("File");
	await field.setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
	await expect(field).toHaveAccessibleDescription("Please choose an image.");
	await field.setInputFiles(await picture("unwanted.png"));
	await dialog.getByRole("button", { name: "Insert Image" }).click();
	await expect(dialog.getByRole("button", { name: "Uploading..." })).toBeVisible();
	const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/posts/images"));
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await ended;
	release();
	await expect(contentField(page).getByRole("img")).toHaveCount(0);
	await expect(page.getByText(/Image Uploaded|Upload Error/)).toHaveCount(0);
});

test("whoever leaves during an upload gives it up", async ({ page }) => {
	const release = await holdRequests(page, "POST", "**/api/posts/images");
	await openBlogDesk(page, "/admin/blogs/new");
	await page.getByLabel("Featured Image").setInputFiles(await picture("late.png"));
	await expect(button(page, "Cancel Upload")).toBeVisible();
	const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/posts/images"));
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
	await ended;
	release();
	await expect(page.getByRole("heading", { level: 1, name: "Blog Posts" })).toBeVisible();
});

// proves S7-storage-01, S8-toast-13
test("uploads a featured image, and shows it in public", async ({ page, request }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const title = buildTitle("Pictured");
	await titleField(page).fill(title);
	await contentField(page).fill("Look.");
	const release = await holdUploads(page);
	const field = page.getByLabel("Featured image");
	await field.setInputFiles(await picture("hanging.png"));
	await button(page, "Cancel Upload").click();
	await expect(button(page, "Publish")).toBeEnabled();
	await field.setInputFiles(await picture("look.png"));
	// What is saved meanwhile would be without it.
	await expect(page.getByText("Uploading an image...", { exact: true })).toBeVisible();
	await expect(button(page, "Publish")).toBeDisabled();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(toast(page, "Not Saved Yet")).toContainText("Save again when it's there.");
	release();
	// Not by itself: what is typed meanwhile may be half a sentence.
	await expect(button(page, "Publish")).toBeEnabled();
	await expect(page).toHaveURL("/admin/blogs/new");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/edit/);
	await expect(page.getByText("Unsaved changes")).toBeHidden();

	// What is written while another one is on its way describes that.
	const alt = page.getByLabel("Alt Text for the Featured Image");
	await alt.fill("The one before");
	const releaseAnother = await holdUploads(page);
	await page.getByRole("button", { name: "Featured Image" }).setInputFiles(await picture("another.png"));
	await expect(button(page, "Cancel Upload")).toBeVisible();
	await alt.fill("The next one");
	releaseAnother();
	await expect(button(page, "Cancel Upload")).toBeHidden();
	await expect(alt).toHaveValue("The next one");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Unsaved changes")).toBeHidden();

	// Saved as it is, but a picture is on its way.
	const releaseShared = await holdUploads(page);
	await page.getByLabel("Upload the Share Image").setInputFiles(await picture("shared.png"));
	await page.getByRole("link", { name: "Back to Blog Posts" }).click();
	await answerQuestion(page, "Leave Without Saving?", "Stay");
	releaseShared();
	await expect(page.getByLabel("Share Image", { exact: true })).toHaveValue(/^\/storage\//);
	await button(page, "Publish").click();
	await expect(page.getByText("Blog Published!", { exact: true })).toBeVisible();
	await expect(page).toHaveURL(/edit/);
	const slug = await page.getByRole("textbox", { name: "Slug" }).inputValue();
	expect(await (await request.get(`/blog/${slug}`)).text()).toMatch(
		/<img src="\/storage\/v1\/object\/public\/blog-images\//,
	);
});

test("a video is selected by a click, and its address and description can be changed", async ({ page }) => {
	await page.route("https://player.vimeo.com/**", (route) =>
		route.fulfill({ contentType: "text/html", body: "player" }),
	);
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).fill("Before");
	const tool = page.getByRole("toolbar").getByRole("button", { name: "Video", exact: true });
	const dialog = page.getByRole("dialog", { name: "Video" });
	await tool.click();
	await dialog.getByLabel("URL").fill("https://vimeo.com/76979871");
	await dialog.getByRole("button", { name: "Insert Video" }).click();
	const player = contentField(page).locator("iframe");
	const { x, y, width, height } = (await player.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	await page.mouse.click(x + width / 2, y + height / 2);
	await tool.click();
	await expect(dialog.getByLabel("URL")).toHaveValue(/76979871/);
	await dialog.getByLabel("Description").fill("A film");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(player).toHaveAttribute("title", "A film");
	await page.mouse.click(x + width / 2, y + height / 2);
	await page.keyboard.press("Delete");
	await expect(player).toHaveCount(0);
});
