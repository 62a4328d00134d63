import type { Page } from "@playwright/test";
import { timeField, trapField } from "#lib/submission.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";
import { routeSubmission } from "./submissions.ts";

const toast = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });

/** A text that no other test has sent. */
const unique = (text: string) => `${text} ${crypto.randomUUID()}`;

async function fillPerson(page: Page) {
	await page.getByLabel("First Name").fill("Ada");
	await page.getByLabel("Last Name").fill("Byron");
	await page.getByLabel("Email").fill("ada@example.com");
}

test.describe("the contact form", () => {
	// proves S3-contacts-01, S3-contacts-02, S3-contacts-04, S4-contact-02, S7-contacts-01, S8-contact-03
	// proves D-bookings-04
	test("stores what was written, thanks with a panel that stays, and begins again when asked", async ({
		page,
		site,
	}) => {
		const message = unique("Hello");
		await page.goto("/contact");
		await fillPerson(page);
		await page.getByLabel("Company").fill("Engine & Co");
		await page.getByLabel("Message").fill(message);
		const sent = page.waitForRequest((request) => request.method() === "POST");
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(toast(page, "Message Sent!")).toContainText(
			"Thank you for contacting us. We'll get back to you soon.",
		);
		const body = new URLSearchParams((await sent).postData() ?? "");
		expect(body.get("message")).toBe(message);
		expect([...body.keys()].sort()).toEqual(
			["email", "firstName", "lastName", "message", "phone", "subject", timeField, trapField].sort(),
		);
		expect([...body.values()]).not.toContain("Engine & Co");
		const panel = page.getByRole("region", { name: "We have your message, Ada." });
		await expect(panel).toBeFocused();
		await expect(panel).toHaveAccessibleDescription(/We respond within 24 hours\./);
		await expectAccessible(page);
		await panel.getByRole("link", { name: "Send Another Message" }).click();
		await expect(page.getByLabel("First Name")).toBeFocused();
		await expect(page.getByLabel("First Name")).toHaveValue("");
		const stored = (await listAsStaff(site, "contacts")).find((row) => row.message === message);
		expect(stored).toMatchObject({ name: "Ada Byron", phone: null, subject: null, status: "new", notes: null });
		expect(JSON.stringify(stored)).not.toContain("Engine & Co");
	});

	// proves S5-contact-03, S8-contact-01, D-forms-02
	test("sends nothing while something is missing, marks it and moves the focus there", async ({ page }) => {
		const sent: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") sent.push(request.url());
		});
		await page.goto("/contact");
		await page.getByLabel("First Name").fill("Ada");
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(toast(page, "Missing Information")).toContainText("Please fill in all required fields.");
		await expect(page.getByLabel("Last Name")).toBeFocused();
		for (const field of ["Last Name", "Email", "Message"]) {
			await expect(page.getByLabel(field)).toHaveAttribute("aria-invalid", "true");
			await expect(page.getByLabel(field)).toHaveAccessibleDescription(/./);
		}
		await expect(page.getByLabel("First Name")).toHaveValue("Ada");
		expect(sent).toEqual([]);
	});

	// proves S4-contact-01
	test("says that it is sending, and takes no second submission meanwhile", async ({ page }) => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		await routeSubmission(page, "/contact", async (route) => {
			await held;
			await route.continue();
		});
		await page.goto("/contact");
		await fillPerson(page);
		await page.getByLabel("Message").fill(unique("Once"));
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(page.getByRole("button", { name: "Sending Message..." })).toBeDisabled();
		release();
		await expect(toast(page, "Message Sent!")).toBeVisible();
	});

	test.describe("when it fails", () => {
		test.use({ expectedErrors: /Failed to load resource|ERR_|form was not sent/ });

		for (const [how, fail] of [
			["the connection is lost", "abort"],
			["the server breaks down", "500"],
		] as const) {
			// proves S4-contact-02, S8-contact-02
			test(`says so and keeps what was typed when ${how}`, async ({ page }) => {
				await routeSubmission(page, "/contact", (route) =>
					fail === "abort" ? route.abort() : route.fulfill({ status: 500, body: "oh" }),
				);
				await page.goto("/contact");
				await fillPerson(page);
				await page.getByLabel("Message").fill("Keep me");
				await page.getByRole("button", { name: "Send Message" }).click();
				await expect(toast(page, "Submission Error")).toContainText(
					"There was an error sending your message. Please try again.",
				);
				await expect(page.getByLabel("Message")).toHaveValue("Keep me");
				await expect(page.getByLabel("Last Name")).toHaveValue("Byron");
			});
		}

		test("shows the server's objection at its field", async ({ page }) => {
			await page.goto("/contact");
			await fillPerson(page);
			await page.getByLabel("First Name").fill("A".repeat(150));
			await page.getByLabel("Message").fill("Hello");
			await page.getByRole("button", { name: "Send Message" }).click();
			await expect(page.getByLabel("First Name")).toHaveAccessibleDescription(/to 100 characters or fewer/);
			await expect(page.getByLabel("First Name")).toBeFocused();
			await expect(page.getByLabel("Message")).toHaveValue("Hello");
		});
	});
});

test.describe("the call form", () => {
	// proves S3-call-01, S7-bookings-05, S8-toast-19
	test("stores a booking composed of every answer", async ({ page, site }) => {
		const description = unique("We open in spring.");
		await page.goto("/book-call");
		await fillPerson(page);
		await page.getByLabel("Phone").fill("(555) 010-0199");
		await page.getByLabel("Company").fill("Engine & Co");
		await page.getByLabel("Industry").selectOption("technology");
		await page.getByLabel("Service Interest").selectOption("contact-center");
		await page.getByLabel("Timeline").selectOption("quarter");
		await page.getByLabel("Budget").selectOption("discuss");
		await page.getByLabel("Project Description").fill(description);
		await page.getByRole("main").getByRole("button").click();
		await expect(toast(page, "Consultation Scheduled!")).toContainText(
			"We'll contact you within 5 minutes during business hours.",
		);
		await expect(page.getByRole("region", { name: "We have your request, Ada." })).toBeFocused();
		const stored = (await listAsStaff(site, "bookings")).find((row) => String(row.message).endsWith(description));
		expect(stored).toMatchObject({
			name: "Ada Byron",
			phone: "(555) 010-0199",
			service_type: "Contact Center Services",
			preferred_date: null,
			preferred_time: null,
			status: "new",
		});
		expect(stored?.message).toContain("Company: Engine & Co\nIndustry: Technology\nTimeline: ");
	});

	// proves S9-call-01, S9-call-02, S9-call-03, S9-call-04
	test("offers the specified choices, each in its words", async ({ page }) => {
		await page.goto("/book-call");
		const choices = (label: string) =>
			page
				.getByLabel(label)
				.locator("option[value]:not([value=''])")
				.evaluateAll((options) => options.map((option) => [option.getAttribute("value"), option.textContent]));
		expect(await choices("Industry")).toEqual([
			["technology", "Technology"],
			["healthcare", "Healthcare"],
			["finance", "Finance"],
			["retail", "Retail"],
			["manufacturing", "Manufacturing"],
			["nonprofit", "Nonprofit"],
			["other", "Other"],
		]);
		expect(await choices("Service Interest")).toEqual([
			["corporate-communications", "Corporate Communications"],
			["brand-development", "Brand Development"],
			["public-relations", "Public Relations"],
			["contact-center", "Contact Center"],
			["photography", "Photography"],
			["videography", "Videography"],
			["graphic-design", "Graphic Design"],
			["multiple", "Multiple services"],
		]);
		expect(await choices("Timeline")).toEqual([
			["immediate", "Immediately"],
			["month", "Within a month"],
			["quarter", "Within a quarter"],
			["planning", "Still planning"],
		]);
		expect(await choices("Budget")).toEqual([
			["under-5k", "Under $5k"],
			["5k-15k", "$5k–$15k"],
			["15k-50k", "$15k–$50k"],
			["50k-plus", "$50k or more"],
			["discuss", "Let's discuss"],
		]);
	});

	// proves S5-call-01, D-forms-01
	test("demands names, email, phone and project description", async ({ page }) => {
		await page.goto("/book-call");
		await page.getByRole("main").getByRole("button").click();
		await expect(toast(page, "Missing Information")).toContainText("Please fill in all required fields.");
		for (const label of ["First Name", "Last Name", "Email", "Phone", "Project Description"]) {
			await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
			await expect(page.getByLabel(label)).toHaveAttribute("required", "");
		}
		await expect(page.getByLabel("First Name")).toBeFocused();
	});

	test.describe("when it fails", () => {
		test.use({ expectedErrors: /Failed to load resource|ERR_|form was not sent/ });

		// proves S8-call-01
		test("says so and keeps what was typed", async ({ page }) => {
			await routeSubmission(page, "/book-call", (route) => route.abort());
			await page.goto("/book-call");
			await fillPerson(page);
			await page.getByLabel("Phone").fill("1");
			await page.getByLabel("Project Description").fill("Keep me");
			await page.getByRole("main").getByRole("button").click();
			await expect(
				page
					.getByRole("status")
					.filter({ hasText: "There was an error scheduling your consultation. Please try again." }),
			).toBeVisible();
			await expect(page.getByLabel("Project Description")).toHaveValue("Keep me");
		});
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /422/ });

	// proves S6-roles-03
	test("the contact form stores, confirms, and gives refused text back", async ({ page, site }) => {
		const message = unique("By hand");
		await page.goto("/contact");
		await page.getByLabel("First Name").fill("Ada");
		await page.getByLabel("Message").fill(message);
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(page.getByLabel("Last Name")).toHaveAccessibleDescription("Please enter your last name.");
		await expect(page.getByLabel("Message")).toHaveValue(message);
		await page.getByLabel("Last Name").fill("Byron");
		await page.getByLabel("Email").fill("ada@example.com");
		await page.getByRole("button", { name: "Send Message" }).click();
		await expect(page.getByRole("status")).toContainText("Message Sent!");
		await expect(page.getByRole("heading", { name: "We have your message, Ada." })).toBeInViewport();
		await page.getByRole("link", { name: "Send Another Message" }).click();
		await expect(page.getByLabel("Message")).toHaveValue("");
		expect((await listAsStaff(site, "contacts")).filter((row) => row.message === message)).toHaveLength(1);
	});

	// proves S6-roles-03
	test("the call form stores and confirms", async ({ page, site }) => {
		const description = unique("By hand");
		await page.goto("/book-call");
		await fillPerson(page);
		await page.getByLabel("Phone").fill("1");
		await page.getByLabel("Project Description").fill(description);
		await page.getByRole("main").getByRole("button").click();
		await expect(page.getByRole("status")).toContainText("Consultation Scheduled!");
		const stored = await listAsStaff(site, "bookings");
		expect(stored.filter((row) => String(row.message).endsWith(description))).toMatchObject([
			{ service_type: "General Consultation" },
		]);
	});
});

// F5
test("one message is received once, by hand, by a reload, and by the page's script", async ({
	browser,
	page,
	site,
}) => {
	const message = `${unique("Two lines")}\nof one message`;
	const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: site.url });
	for (const each of [plain, page]) {
		await each.goto("/contact");
		await fillPerson(each);
		await each.getByLabel("Message").fill(message);
		await each.getByRole("button", { name: "Send Message" }).click();
		await expect(each.getByRole("heading", { name: "We have your message, Ada." })).toBeVisible();
	}
	const again = await plain.reload();
	expect([again?.request().method(), again?.status()]).toEqual(["POST", 201]);
	await plain.close();
	const received = (await listAsStaff(site, "contacts")).map((row) => String(row.message).replaceAll("\r\n", "\n"));
	expect(received.filter((text) => text === message)).toHaveLength(1);
});
