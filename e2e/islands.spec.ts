import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { createJobAsStaff } from "./jobs-api.ts";
import { listAsStaff } from "./staff.ts";

// Whatever befalls an island, the visitor has a working form and what they have typed (decision 044).

const forms = [
	{ name: "contact", longText: "Message", path: async () => "/contact" },
	{ name: "call", longText: "Project Description", path: async () => "/book-call" },
	{
		name: "application",
		longText: "Cover Letter",
		path: async (site: Parameters<typeof createJobAsStaff>[0]) =>
			`/careers/apply/${(await createJobAsStaff(site, { title: "Writer of islands" })).slug}`,
	},
];

const isAwake = (page: Page) =>
	page.waitForFunction(() => {
		const island = document.querySelector("form[method=post]")?.closest("[data-island]");
		return island && Object.keys(island).some((key) => key.startsWith("__reactContainer"));
	});

/** As Chrome's translation does it: every text in two elements more. */
function translate() {
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const texts: Text[] = [];
	while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode as Text);
	for (const text of texts) {
		if (text.parentElement?.closest("script, style, option, textarea")) continue;
		const outer = document.createElement("font");
		const inner = document.createElement("font");
		inner.textContent = `${text.textContent} (fr)`;
		outer.append(inner);
		text.replaceWith(outer);
	}
}

/** Extensions put their own elements between those of a form. */
function decorate() {
	for (const field of document.querySelectorAll("form[method=post] :is(input, textarea)"))
		field.after(document.createElement("extension-icon"));
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

// React says that it has rendered again, or what was thrown.
test.use({ expectedErrors: /./ });

for (const { name, longText, path } of forms) {
	for (const change of [translate, decorate]) {
		// F3
		test(`what is typed into the ${name} form stays when its page was changed before it woke: ${change.name}`, async ({
			page,
			site,
		}) => {
			const scripts = await holdIslands(page);
			await page.goto(await path(site));
			await page.evaluate(change);
			const first = page.locator("[name=firstName]");
			await first.focus();
			await page.keyboard.type("Ad");
			const message = page.locator("form[method=post] textarea");
			await message.focus();
			await page.keyboard.type("Hello, we need help.");
			await page.keyboard.press("Home");
			scripts.release();
			await isAwake(page);
			expect(await focusedName(page)).toBe(await message.getAttribute("name"));
			await page.keyboard.type("> ");
			await expect(first).toHaveValue("Ad");
			await expect(message).toHaveValue("> Hello, we need help.");
			await expect(page.getByLabel(longText)).toBeVisible();
		});
	}
}

// F3
test("a form that is sent before its page, which was translated, has woken is sent when it has", async ({
	page,
	site,
}) => {
	const scripts = await holdIslands(page);
	await page.goto("/contact");
	await page.evaluate(translate);
	const message = `Sent early ${crypto.randomUUID()}`;
	await fill(page, message);
	await page.locator("form[method=post] [type=submit]").click();
	scripts.release();
	await expect(page.getByRole("region", { name: "We have your message, Ada." })).toBeVisible();
	expect((await listAsStaff(site, "contacts")).filter((row) => row.message === message)).toHaveLength(1);
});

/** Each breaks something that the form uses at another time: while it renders, in an effect, and in a handler. */
const faults = {
	contact: () => Object.assign(window, { FormData: undefined }),
	call: () => {
		Intl.DateTimeFormat.prototype.formatToParts = () => {
			throw new RangeError("broken for a test");
		};
	},
	application: () => {
		HTMLFormElement.prototype.addEventListener = () => {
			throw new TypeError("broken for a test");
		};
	},
};

for (const [name, fault] of Object.entries(faults)) {
	for (const width of [390, 1280]) {
		// F2
		test(`the ${name} form is the server's again, filled in, when its island throws, at ${width} px`, async ({
			page,
			site,
		}) => {
			await page.setViewportSize({ width, height: 900 });
			await page.addInitScript(fault);
			const scripts = await holdIslands(page);
			await page.goto((await forms.find((form) => form.name === name)?.path(site)) ?? "");
			const message = `Despite a fault ${crypto.randomUUID()}`;
			await fill(page, message);
			const file = page.locator("[type=file]");
			if (await file.count()) {
				await file.setInputFiles({
					name: "ada.pdf",
					mimeType: "application/pdf",
					buffer: Buffer.from("%PDF-1.7\n%%EOF"),
				});
			}
			const slot = page.locator("[name=slot]:not([value=''])").first();
			if (await slot.count()) await slot.check({ force: true });
			await page.locator("form[method=post] textarea").focus();
			scripts.release();
			if (name === "contact") {
				await isAwake(page);
				await page.locator("form[method=post] [type=submit]").click();
			}
			await expect(page.locator("[data-island]:has(form[method=post])")).toHaveCount(0);
			await expect(page.locator("form[method=post] textarea")).toHaveValue(message);
			if (await slot.count()) await expect(slot).toBeChecked();
			if (name !== "contact") expect(await focusedName(page)).toMatch(/projectDescription|coverLetter/);
			await page.locator("form[method=post] [type=submit]").click();
			await expect(page).toHaveURL(/#answer$/);
			await expect(page.getByText(/, Ada\.$/)).toBeVisible();
		});
	}
}

// F3
test("a form keeps what was typed when React can't remove what another program has moved", async ({ page }) => {
	await page.goto("/book-call");
	await fill(page, "Translated later");
	await isAwake(page);
	const email = page.locator("[name=email]");
	await email.fill("no address");
	await page.locator("form[method=post] [type=submit]").click();
	const error = page.getByText("Please enter an email address like name@company.com.").and(page.locator("p"));
	await error.evaluate((shown) => {
		const wrapper = document.createElement("font");
		shown.replaceWith(wrapper);
		wrapper.append(shown);
	});
	await email.fill("ada@example.co");
	await page.keyboard.type("m");
	await expect(page.locator("[data-island=call-form]")).toHaveCount(0);
	await expect(email).toHaveValue("ada@example.com");
	await expect(email).toBeFocused();
	await expect(page.locator("form[method=post] textarea")).toHaveValue("Translated later");
	await page.locator("form[method=post] [type=submit]").click();
	await expect(page.getByText(/We have your request, Ada\./)).toBeVisible();
});

// F2
test("a browser with an unusable time zone shows the firm's times", async ({ page }) => {
	await page.addInitScript(() => {
		const { resolvedOptions } = Intl.DateTimeFormat.prototype;
		Intl.DateTimeFormat.prototype.resolvedOptions = function () {
			return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
		};
	});
	await page.goto("/book-call");
	await page.locator("[name=firstName]").fill("Ada");
	await isAwake(page);
	await expect(page.getByText(/^Times are New York time \(E[SD]T\)\.$/)).toBeVisible();
});

async function fill(page: Page, message: string) {
	await page.locator("[name=firstName]").fill("Ada");
	await page.locator("[name=lastName]").fill("Byron");
	await page.locator("[name=email]").fill("ada@example.com");
	await page.locator("form[method=post] [name=phone]").fill("555 010 0100");
	await page.locator("form[method=post] textarea").fill(message);
}

async function holdIslands(page: Page) {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/*.js", async (route) => {
		if (/hydrate|island/.test(route.request().url())) await held;
		await route.continue();
	});
	return { release };
}
