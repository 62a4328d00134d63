import { writeFile } from "node:fs/promises";
import type { Locator, Page, TestInfo } from "@playwright/test";
import { buildDoc, buildDocx, buildPdf } from "#tests/factories/resumes.ts";
import { toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { changeJobAsStaff, createJobAsStaff } from "./jobs-api.ts";
import { listAsStaff } from "./staff.ts";

const file = (name: string, content: Uint8Array) => ({
	name,
	mimeType: "application/octet-stream",
	buffer: Buffer.from(content),
});
/** For what is large: the browser reads it itself. @returns its path */
async function fileOnDisk(testInfo: TestInfo, name: string, content: Uint8Array): Promise<string> {
	const path = testInfo.outputPath(name);
	await writeFile(path, content);
	return path;
}
const pdf = file("my resume.pdf", buildPdf("Ada Byron"));

/** A last name that no other test has. */
const uniqueName = () => `Byron${crypto.randomUUID().slice(0, 8)}`;

async function fillPerson(form: Page | Locator, lastName: string) {
	await form.getByLabel("First Name").fill("Ada");
	await form.getByLabel("Last Name").fill(lastName);
	await form.getByLabel("Email Address").fill("ada@example.com");
}

// proves S2-routes-06, S2-careers-02, S2-apply-05, S2-apply-07, S2-apply-10, S4-apply-01, S8-toast-20
test("a candidate finds a job, reads it and applies", async ({ page, site }) => {
	const lastName = uniqueName();
	const job = await createJobAsStaff(site, { title: `Writer ${lastName}` });
	await page.goto("/careers");
	const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: job.title }) });
	await expect(row).toContainText("Remote");
	await expect(row).toContainText("Full-time");
	await expect(row.getByText("A phone voice")).toBeVisible();
	await row.getByRole("link", { name: "Apply Now" }).click();

	await expect(page).toHaveURL(`/careers/apply/${job.slug}`);
	await expect(page.getByRole("heading", { name: job.title, exact: true })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Job Description" })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Requirements" })).toBeVisible();
	await expect(page.getByRole("heading", { name: `Apply for ${job.title}` })).toBeVisible();
	await expect(page.getByText("You find the news")).toHaveCSS("white-space", "pre-line");

	await fillPerson(page, lastName);
	await expect(page.getByText("Click to upload your resume")).toBeVisible();
	await page.getByLabel(/^Resume/).setInputFiles(pdf);
	await expect(page.getByText("my resume.pdf")).toBeVisible();
	await page.getByLabel("Cover Letter").fill("I write short sentences.");
	await page.getByRole("button", { name: "Submit Application" }).click();
	await expect(toast(page, "Application Submitted!")).toContainText(
		"Thank you for your application. We'll be in touch soon.",
	);
	await expect(page.getByRole("region", { name: "We have your application, Ada." })).toBeFocused();
	await page.getByRole("link", { name: "Send Another Application" }).click();
	await expect(page.getByLabel("First Name")).toHaveValue("");
	await expect(page.getByText("Click to upload your resume")).toBeVisible();
	const stored = (await listAsStaff(site, "applications")).find((each) => each.job_id === job.slug);
	expect(stored).toMatchObject({ applicant_name: `Ada ${lastName}`, applicant_phone: null, status: "pending" });
});

test("takes DOC and DOCX, and a file that is dropped", async ({ page, site }, testInfo) => {
	const job = await createJobAsStaff(site);
	for (const resume of [file("cv.doc", buildDoc()), file("cv.docx", buildDocx())]) {
		await page.goto(`/careers/apply/${job.slug}`);
		await fillPerson(page, uniqueName());
		await page.getByLabel(/^Resume/).setInputFiles(resume);
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(toast(page, "Application Submitted!")).toBeVisible();
	}
	await page.goto(`/careers/apply/${job.slug}`);
	const area = await page.getByLabel(/^Resume/).boundingBox();
	const path = await fileOnDisk(testInfo, "dropped.pdf", buildPdf("Dropped"));
	const session = await page.context().newCDPSession(page);
	for (const type of ["dragEnter", "dragOver", "drop"] as const) {
		await session.send("Input.dispatchDragEvent", {
			type,
			x: (area?.x ?? 0) + 40,
			y: (area?.y ?? 0) + 20,
			data: { items: [], files: [path], dragOperationsMask: 1 },
		});
	}
	await expect(page.getByText("dropped.pdf")).toBeVisible();
	await fillPerson(page, uniqueName());
	await page.getByRole("button", { name: "Submit Application" }).click();
	await expect(toast(page, "Application Submitted!")).toBeVisible();
});

// proves S2-apply-12, S4-apply-01
test("shows how far a large upload has come, and takes no second one meanwhile", async ({ page, site }, testInfo) => {
	const job = await createJobAsStaff(site);
	const session = await page.context().newCDPSession(page);
	await page.goto(`/careers/apply/${job.slug}`);
	await fillPerson(page, uniqueName());
	await page
		.getByLabel(/^Resume/)
		.setInputFiles(await fileOnDisk(testInfo, "large.pdf", buildPdf("Large", 3 * 1024 * 1024)));
	await session.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 0,
		downloadThroughput: -1,
		uploadThroughput: 1024 * 1024,
	});
	await page.getByRole("button", { name: "Submit Application" }).click();
	await expect(page.getByRole("progressbar", { name: "Uploading your resume" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Submitting Application..." })).toBeDisabled();
	await expect(toast(page, "Application Submitted!")).toBeVisible({ timeout: 20_000 });
	await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test.describe("what is no application", () => {
	test.use({ expectedErrors: /Failed to load resource/ });

	// proves S5-apply-01, S8-jobs-03, D-applications-01, D-forms-02
	test("is refused at its fields: what is missing or is no resume by name or size in the browser, by content by the server", async ({
		page,
		site,
	}, testInfo) => {
		const job = await createJobAsStaff(site);
		await page.goto(`/careers/apply/${job.slug}`);
		let sent = 0;
		page.on("request", (request) => {
			if (request.method() === "POST") sent += 1;
		});
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(toast(page, "Missing Information")).toContainText("Please fill in all required fields.");
		for (const label of ["First Name", "Last Name", "Email Address", "Resume"]) {
			await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
		}
		await expect(page.getByLabel("First Name")).toBeFocused();
		await page.getByLabel("First Name").fill("Ada");
		await expect(page.getByLabel("First Name")).not.toHaveAttribute("aria-invalid");
		await expect(page.getByLabel("Last Name")).toHaveAttribute("aria-invalid", "true");

		await fillPerson(page, uniqueName());
		const refusals = [
			[file("cv.pdf.exe", buildPdf()), /PDF, DOC, or DOCX/],
			[file("empty.pdf", new Uint8Array()), /empty/],
			[await fileOnDisk(testInfo, "big.pdf", buildPdf("Big", 10 * 1024 * 1024)), /too large \(10 MB max\)/],
			[file("page.pdf", Buffer.from("<!doctype html><script>alert(1)</script>")), /isn't a valid PDF file/],
		] as const;
		for (const [resume, message] of refusals) {
			await page.getByLabel(/^Resume/).setInputFiles(resume);
			await page.getByRole("button", { name: "Submit Application" }).click();
			await expect(page.getByLabel(/^Resume/)).toHaveAccessibleDescription(message);
			await expect(page.getByLabel("First Name")).toHaveValue("Ada");
		}
		// Only the last one looked like a resume from outside.
		expect(sent).toBe(1);
	});
});

test.describe("when sending fails", () => {
	test.use({ expectedErrors: /Failed to load resource|ERR_|form was not sent/ });

	// proves S4-apply-01, S8-jobs-06
	test("says so, with the server's reason where it has given one, and keeps what was typed", async ({ page, site }) => {
		const job = await createJobAsStaff(site);
		await page.route("**/api/applications", (route) => route.abort());
		await page.goto(`/careers/apply/${job.slug}`);
		await fillPerson(page, "Byron");
		await page.getByLabel(/^Resume/).setInputFiles(pdf);
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(toast(page, "Submission Error")).toContainText(
			"There was an error submitting your application. Please try again.",
		);
		await expect(page.getByLabel("Last Name")).toHaveValue("Byron");
		await expect(page.getByText("my resume.pdf")).toBeVisible();

		const message = "We can't accept files right now because we're low on storage space. Please try again later.";
		await page.route("**/api/applications", (route) =>
			route.fulfill({ status: 503, json: { outcome: "failed", message, errors: {}, values: {} } }),
		);
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(toast(page, "Submission Error")).toContainText(message);
		await expect(page.getByLabel("Last Name")).toHaveValue("Byron");
		await expect(page.getByText("my resume.pdf")).toBeVisible();
	});

	// proves S8-jobs-05
	test("says in the general dialog what went wrong, and leaves it open", async ({ page }) => {
		await page.route("**/api/applications", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await page.goto("/careers");
		await page.getByRole("button", { name: "Send Your Resume" }).click();
		const dialog = page.getByRole("dialog", { name: "Send Your Resume" });
		await fillPerson(dialog, "Byron");
		await dialog.getByLabel(/^Resume/).setInputFiles(pdf);
		await dialog.getByRole("button", { name: "Submit Resume" }).click();
		await expect(toast(page, "Submission Error")).toContainText(
			"There was an error submitting your resume. Please try again.",
		);
		await expect(dialog.getByLabel("Last Name")).toHaveValue("Byron");
	});
});

// proves S2-careers-03, S3-applications-02, S5-apply-02, S7-storage-03, S8-toast-18
test("takes a resume for no job in particular", async ({ page, site }) => {
	const lastName = uniqueName();
	await page.goto("/careers");
	await page.getByRole("button", { name: "Send Your Resume" }).click();
	const dialog = page.getByRole("dialog", { name: "Send Your Resume" });
	await dialog.getByRole("button", { name: "Submit Resume" }).click();
	await expect(toast(page, "Missing Information")).toContainText(
		"Please fill in all required fields and upload your resume.",
	);
	await fillPerson(dialog, lastName);
	await dialog.getByLabel(/^Resume/).setInputFiles(pdf);
	await dialog.getByRole("button", { name: "Submit Resume" }).click();
	await expect(toast(page, "Resume Submitted!")).toBeVisible();
	await expect(dialog.getByRole("region", { name: "We have your application, Ada." })).toBeFocused();
	const stored = (await listAsStaff(site, "applications")).find((row) => row.applicant_name === `Ada ${lastName}`);
	expect(stored).toMatchObject({
		job_id: "general-application",
		resume_url: expect.stringMatching(/^general-\d+\.pdf$/),
	});
});

// proves S2-apply-01
test("shows a spinner while a job is on its way", async ({ page, site }) => {
	const job = await createJobAsStaff(site, { title: `Slow ${uniqueName()}` });
	const { promise: shown, resolve: noteShown } = Promise.withResolvers<string>();
	await page.exposeFunction("noteShown", noteShown);
	// The job comes only once the spinner has been seen.
	await page.route(`**/careers/apply/${job.slug}`, async (route) => {
		await shown;
		await route.continue();
	});
	await page.goto("/careers", { waitUntil: "networkidle" });
	await page.evaluate(() => {
		const main = document.querySelector("main");
		const note: unknown = Reflect.get(window, "noteShown");
		if (!main || typeof note !== "function") throw new Error("there is nothing to observe");
		new MutationObserver(() => note(main.innerText)).observe(main, { subtree: true, attributeFilter: ["hidden"] });
	});
	// A pointer would have drawn the page ahead.
	await page.getByRole("link", { name: `Apply Now: ${job.title}` }).press("Enter", { noWaitAfter: true });
	expect((await shown).trim()).toBe("Loading job details...");
	await expect(page.getByRole("heading", { name: `Apply for ${job.title}` })).toBeVisible();
});

// proves S2-routes-07, S4-jobs-01, S6-roles-02, S7-jobs-02
test("the public pages follow at once when staff close a job, and open it again", async ({ page, request, site }) => {
	const job = await createJobAsStaff(site, { title: `Closing ${uniqueName()}` });
	await page.goto("/careers");
	await expect(page.getByRole("heading", { name: job.title })).toBeVisible();
	await changeJobAsStaff(site, job.id, { is_active: false });
	expect((await request.get(`/careers/apply/${job.slug}`)).status()).toBe(404);
	expect(await (await request.get("/sitemap.xml")).text()).not.toContain(job.slug);
	await page.reload();
	await expect(page.getByRole("heading", { name: job.title })).toHaveCount(0);
	await changeJobAsStaff(site, job.id, { is_active: true });
	expect((await request.get(`/careers/apply/${job.id}`)).status()).toBe(200);
	expect(await (await request.get("/sitemap.xml")).text()).toContain(`/careers/apply/${job.slug}<`);
});

test.describe("a job that is not open", () => {
	test.use({ expectedErrors: /Failed to load resource/ });

	// proves S2-apply-02, S8-jobs-01, D-pages-04
	test("answers 404 with the specified screen", async ({ page }) => {
		const response = await page.goto("/careers/apply/never-was");
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "Job Not Found" })).toBeVisible();
		await expect(toast(page, "Error")).toContainText("Job not found");
		await expect(page.getByText("The job you're looking for doesn't exist or is no longer available.")).toBeVisible();
		await page.getByRole("main").getByRole("link").click();
		await expect(page).toHaveURL("/careers");
	});

	test("says so when it was closed while the list stood open", async ({ page, site }) => {
		const job = await createJobAsStaff(site, { title: `Gone ${uniqueName()}` });
		await page.goto("/careers", { waitUntil: "networkidle" });
		await changeJobAsStaff(site, job.id, { is_active: false });
		await page.getByRole("link", { name: `Apply Now: ${job.title}` }).click();
		await expect(page.getByRole("heading", { name: "Job Not Found" })).toBeVisible();
		await expect(toast(page, "Error")).toContainText("Job not found");
	});

	// proves S8-jobs-02
	test("says so when the job cannot be fetched", async ({ page, ownSite }) => {
		const broken = await ownSite();
		const database = await broken.openDatabase();
		await database.query("alter table jobs rename to jobs_elsewhere");
		await database.close();
		await page.goto(`${broken.url}/careers/apply/any`);
		await expect(toast(page, "Error")).toContainText("Failed to load job details. Please try again.");
		await expect(page.getByRole("link", { name: "Try Again" })).toBeVisible();
	});
});

test("tells search engines all of the job, and nothing that staff wrote runs", async ({ request, site }) => {
	const hostile = "</script><script>alert(1)</script>";
	const job = await createJobAsStaff(site, {
		title: `Writer ${uniqueName()}`,
		description: `${hostile}\nSecond line.\n\nSecond paragraph.`,
		requirements: ["A <b>phone</b> voice"],
		location: "Remote (US)",
		type: "Part-time",
		remote: true,
		country: "US",
	});
	const html = await (await request.get(`/careers/apply/${job.slug}`)).text();
	expect(html).not.toContain(hostile);
	const [json = ""] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
		([, text = ""]) => (text.includes("JobPosting") ? [text] : []),
	);
	const { datePosted, ...posting } = JSON.parse(json);
	expect(Math.abs(Date.parse(datePosted) - Date.now())).toBeLessThan(5 * 60_000);
	expect(posting).toEqual({
		"@context": "https://schema.org",
		"@type": "JobPosting",
		title: job.title,
		description:
			"<p>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;<br>Second line.</p><p>Second paragraph.</p>" +
			"<ul><li>A &lt;b&gt;phone&lt;/b&gt; voice</li></ul>",
		employmentType: ["PART_TIME"],
		jobLocationType: "TELECOMMUTE",
		applicantLocationRequirements: { "@type": "Country", name: "US" },
		hiringOrganization: { "@type": "Organization", name: "Pilcrow Communications", sameAs: site.url },
		identifier: { "@type": "PropertyValue", name: "Pilcrow Communications", value: job.slug },
		url: `${site.url}/careers/apply/${job.slug}`,
		directApply: true,
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /422/ });

	// proves S6-roles-03
	test("a candidate applies; what is refused comes back with what was typed", async ({ page, site }) => {
		const lastName = uniqueName();
		const job = await createJobAsStaff(site);
		await page.goto(`/careers/apply/${job.slug}`);
		await fillPerson(page, lastName);
		await page.getByLabel("Cover Letter").fill("By hand");
		await page.getByLabel(/^Resume/).setInputFiles(file("page.pdf", Buffer.from("<!doctype html>")));
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(page.getByLabel(/^Resume/)).toHaveAccessibleDescription(/isn't a valid PDF file/);
		await expect(page.getByLabel("Cover Letter")).toHaveValue("By hand");
		await page.getByLabel(/^Resume/).setInputFiles(pdf);
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(page.getByRole("status")).toContainText("Application Submitted!");
		const stored = await listAsStaff(site, "applications");
		expect(stored.filter((row) => row.applicant_name === `Ada ${lastName}`)).toHaveLength(1);
	});

	test("a general application stands in the page itself", async ({ page }) => {
		await page.goto("/careers");
		await expect(page.getByRole("button", { name: "Send Your Resume" })).toBeHidden();
		await fillPerson(page, uniqueName());
		await page.getByLabel(/^Resume/).setInputFiles(pdf);
		await page.getByRole("button", { name: "Submit Resume" }).click();
		await expect(page.getByRole("status")).toContainText("Resume Submitted!");
	});
});
