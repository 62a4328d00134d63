import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { buildTitle, button, contentField, openBlogDesk, picture, textFollows, titleField } from "./blog-desk.ts";
import { loadPost } from "./blog-posts.ts";
import { toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

/** @param bytes of a picture that the program puts beside its text */
async function paste(page: Page, html: string, bytes?: number[]): Promise<void> {
	await contentField(page).click();
	await contentField(page).evaluate(
		(target, [html, bytes]) => {
			const data = new DataTransfer();
			data.setData("text/html", html);
			if (bytes) data.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
			target.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
		},
		[html, bytes] as const,
	);
}

async function selectLine(page: Page): Promise<void> {
	await page.keyboard.press("Shift+Home");
	await textFollows(page);
}

const pasteText = (page: Page, text: string) =>
	contentField(page).evaluate((target, text) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", text);
		target.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
	}, text);

test("a pasted table becomes lines, says so, and the words of its cells stay apart", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	const rows = "<tr><th>Week</th><th>Task</th></tr><tr><td>1</td><td><p>Read <b>all</b></p></td></tr>";
	// A spreadsheet brings a picture of its cells.
	await paste(page, `<table><tbody>${rows}</tbody></table>`, [...(await picture("cells.png")).buffer]);
	await expect(contentField(page).getByRole("paragraph")).toHaveText(["Week", "Task", "1", "Read all"]);
	await expect(page.getByRole("dialog")).toBeHidden();
	await page.keyboard.insertText("typed");
	await paste(page, "<p>5 * 3 * 2 pasted</p>");
	await expect(contentField(page)).toContainText("5 * 3 * 2 pasted");
	await page.keyboard.press("ControlOrMeta+z");
	await expect(contentField(page)).not.toContainText("pasted");
	await expect(contentField(page)).toContainText("typed");
	await expect(toast(page, "Not Everything Was Pasted")).toContainText("Each cell of a table became a line.");
});

/** As Word writes an item of a list. */
const item = (text: string, mark: string, level: number) =>
	`<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

test("lists from Word stay lists, and pictures that are left out are told", async ({ page, request, site }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await titleField(page).fill(buildTitle("From Word"));
	await paste(
		page,
		[
			"<p class=MsoNormal><span style='color:black;background:white'>Bef</span><span style='color:#333'>ore</span></p>",
			"<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
			"<h1><span style='font-family:Arial,sans-serif;color:#2f5496'>Headed</span></h1><h2>Below</h2>",
			item("First", "·", 1),
			item("Inner <i>slanted</i>", "o", 2),
			item("Second", "·", 1),
			item("Third number", "3.", 1),
			item("Fourth number", "4.", 1),
			"<p><a href='https://example.com/'><span style='color:#1155cc;text-decoration:underline'>Linked</span></a></p>",
			"<br><br><p class=MsoNormal><span style='color:#c00000;font-family:Georgia'>After<a href='#_ftn1'>[1]</a></span> <img src='file:///C:/clip.png'></p>",
		].join("\n"),
	);
	await expect(toast(page, "Not Everything Was Pasted")).toContainText("A picture was left out");
	await expect(contentField(page).getByRole("listitem").filter({ hasText: "First" })).toContainText("Inner slanted");
	await button(page, "Save Draft").click();
	await expect(page).toHaveURL(/edit/);
	const { content } = await loadPost(site, request, page.url().split("/").at(-1) ?? "");
	expect(content).toBe(
		[
			"<p>Before</p>",
			"<h1>Headed</h1>",
			"<h2>Below</h2>",
			"<ul><li><p>First</p><ul><li><p>Inner <em>slanted</em></p></li></ul></li><li><p>Second</p></li></ul>",
			'<ol start="3"><li><p>Third number</p></li><li><p>Fourth number</p></li></ol>',
			'<p><a href="https://example.com/">Linked</a></p>',
			"<p>After[1]</p>",
		].join(""),
	);
});

const numbered = (text: string, mark: string, list: string, level = 1) =>
	`<p class=MsoListParagraph style='text-indent:-18pt;mso-list:${list.replace(" ", ` level${level}\n`)}'><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span>${text}</p>`;
const wordFile = (name: string) => readFileSync(`tests/corpus/faults/${name}.html`, "utf8");

/** What it is, what Word writes, and what becomes of it. */
const wordTexts = [
	[
		"paragraphs whose number was removed",
		wordFile("word-list-none"),
		"<ol><li><p>First step</p></li></ol><p>A plain paragraph, whose number its author has removed.</p><h2>A heading</h2><p>Another plain paragraph.</p>",
	],
	[
		"nested lists of Word for the web",
		wordFile("word-online-nested"),
		"<ul><li><p>Plan</p><ul><li><p>Budget</p></li></ul></li><li><p>Review</p></li></ul>",
	],
	[
		"two lists in a row",
		wordFile("word-two-lists"),
		"<ol><li><p>Morning one</p></li><li><p>Morning two</p></li></ol><ol><li><p>Evening one</p></li><li><p>Evening two</p></li></ol>",
	],
	[
		"two lists in a row of Word for the web, and one that goes on",
		["1 1", "1 2", "2 1", "1 3"]
			.map((place) => place.split(" "))
			.map(
				([list, at]) =>
					`<div class="ListContainerWrapper"><ol start="${at}"><li data-listid="${list}" data-aria-posinset="${at}" data-aria-level="1"><p>L${list}-${at}<span class="EOP">&nbsp;</span></p></li></ol></div>`,
			)
			.join(""),
		'<ol><li><p>L1-1</p></li><li><p>L1-2</p></li></ol><ol><li><p>L2-1</p></li></ol><ol start="3"><li><p>L1-3</p></li></ol>',
	],
	[
		"a list that goes on after a paragraph, in letters, and one that begins again",
		[
			numbered("a", "a)", "l0 lfo1"),
			numbered("b", "b)", "l0 lfo1"),
			"<p class=MsoNormal>Between</p>",
			numbered("c", "c)", "l0 lfo1"),
			numbered("one", "1.", "l1 lfo2"),
			numbered("again", "1.", "l1 lfo2"),
		].join("\n"),
		'<ol><li><p>a</p></li><li><p>b</p></li></ol><p>Between</p><ol start="3"><li><p>c</p></li></ol><ol><li><p>one</p></li></ol><ol><li><p>again</p></li></ol>',
	],
	[
		"numbers of other scripts, and signs that are none",
		[
			numbered("Arabic", "٣.", "l0 lfo1"),
			numbered("Thai", "๔.", "l0 lfo1"),
			numbered("wide", "５．", "l0 lfo1"),
			numbered("circled", "⑥", "l0 lfo1"),
			numbered("Chinese", "一、", "l1 lfo2"),
			numbered("Cyrillic", "а)", "l2 lfo3"),
			numbered("box", "§", "l3 lfo4"),
			numbered("ring", "o", "l3 lfo4"),
		].join("\n"),
		'<ol start="3"><li><p>Arabic</p></li><li><p>Thai</p></li><li><p>wide</p></li><li><p>circled</p></li></ol><ol><li><p>Chinese</p></li></ol><ol><li><p>Cyrillic</p></li></ol><ul><li><p>box</p></li><li><p>ring</p></li></ul>',
	],
	[
		"levels that are skipped, and numbers with those above them",
		[
			numbered("one", "1.", "l0 lfo1"),
			numbered("deep", "1.1.1.", "l0 lfo1", 3),
			numbered("deeper", "1.1.2.", "l0 lfo1", 3),
			numbered("less", "1.2.", "l0 lfo1", 2),
			numbered("two", "2.", "l0 lfo1"),
		].join("\n"),
		'<ol><li><p>one</p><ol><li><p>deep</p></li><li><p>deeper</p></li></ol><ol start="2"><li><p>less</p></li></ol></li><li><p>two</p></li></ol>',
	],
	[
		"numbered headings",
		"<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.1<span>&nbsp;&nbsp;&nbsp; </span></span>Scope</h2><p>Text</p>",
		"<h2>2.1 Scope</h2><p>Text</p>",
	],
] as const;

// F31
test("lists from Word keep their levels, numbers, and ends", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	for (const [what, html, content] of wordTexts) {
		await contentField(page).click();
		await page.keyboard.press("ControlOrMeta+a");
		await page.keyboard.press("Delete");
		await expect(contentField(page)).toHaveText("");
		await paste(page, html);
		await expect
			.poll(() => contentField(page).evaluate((field) => field.innerHTML.replace("<p><br></p>", "")), what)
			.toBe(content);
	}
});

test("an address that is typed becomes a link, and two sentences without a space don't", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).click();
	await page.keyboard.type("This is the end.next we call example.com/press or write to desk@example.agency today");
	await expect(contentField(page).getByRole("link")).toHaveText(["example.com/press", "desk@example.agency"]);

	// What is typed behind a link isn't part of it.
	await page.keyboard.press("Enter");
	await page.keyboard.type("services");
	await selectLine(page);
	await page.keyboard.press("ControlOrMeta+k");
	await page.getByRole("dialog").getByLabel("URL").fill("https://example.com/services");
	await page.keyboard.press("Enter");
	await expect(contentField(page)).toBeFocused();
	await page.keyboard.type(". Good");
	await expect(contentField(page).getByRole("link").last()).toHaveText("services");
	await expect(contentField(page)).toContainText("services. Good");
	// Nor of one that is pasted over words.
	await page.keyboard.press("Enter");
	await page.keyboard.type("report");
	await selectLine(page);
	await pasteText(page, "https://example.com/report");
	await page.keyboard.type(" soon");
	await expect(contentField(page).getByRole("link").last()).toHaveText("report");
	await expect(contentField(page)).toContainText("report soon");
});

test("at either end of a link its address can be corrected, and its words stay", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).click();
	await page.keyboard.type("our services");
	await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
	await textFollows(page);
	const dialog = page.getByRole("dialog", { name: "Link" });
	const correct = async (from: string, to: string) => {
		await page.keyboard.press("ControlOrMeta+k");
		await expect(dialog.getByLabel("URL")).toHaveValue(from);
		await dialog.getByLabel("URL").fill(to);
		await page.keyboard.press("Enter");
		await expect(contentField(page)).toBeFocused();
		await expect(contentField(page)).toHaveText("our services");
		await expect(contentField(page).getByRole("link", { name: "services" })).toHaveAttribute("href", to);
	};
	await correct("", "https://one.example/");
	await correct("https://one.example/", "https://two.example/");
	await page.keyboard.press("ControlOrMeta+ArrowLeft");
	await correct("https://two.example/", "https://three.example/");
});

test("a pasted address takes the place of a selected one, and code gets no link", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).click();
	await page.keyboard.type("https://old.example ");
	await page.keyboard.press("Backspace");
	await selectLine(page);
	await pasteText(page, "https://new.example");
	await expect(contentField(page)).toHaveText("https://new.example");
	const link = contentField(page).getByRole("link");
	await expect(link).toHaveAttribute("href", "https://new.example");
	await selectLine(page);
	await button(page, "Code block").click();
	await selectLine(page);
	await pasteText(page, "https://newer.example");
	await expect(contentField(page)).toHaveText("https://newer.example");
	await selectLine(page);
	await page.keyboard.press("ControlOrMeta+k");
	const dialog = page.getByRole("dialog", { name: "Link" });
	await dialog.getByLabel("URL").fill("https://example.com");
	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("URL")).toHaveAccessibleDescription("Only words can be linked, and none in code.");
});

test("a pasted name that begins with its initial is no list", async ({ page }) => {
	await openBlogDesk(page, "/admin/blogs/new");
	await contentField(page).click();
	await page.keyboard.type("As told by ");
	await pasteText(page, "J. Smith, spokesperson");
	await expect(contentField(page)).toHaveText("As told by J. Smith, spokesperson");
	await expect(contentField(page).getByRole("listitem")).toHaveCount(0);
	// Nor does an address that saving would leave without one become a link.
	await page.keyboard.type(" at ftp://files.example.com and https://example.com now");
	await expect(contentField(page).getByRole("link")).toHaveText(["https://example.com"]);
});
