import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildDocx, buildPdf } from "#tests/factories/resumes.ts";
import { answerQuestion, openDesk, rowOf, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

async function openApplications(page: Page) {
	await openDesk(page, "/admin/applications");
	await expect(page.getByRole("heading", { name: "Job Applications" })).toBeVisible();
}

/** Applies as a visitor does; the applicant's name is like no other. */
async function apply(site: SiteServer, overrides: Parameters<typeof buildApplicationForm>[0] = {}): Promise<string> {
	const lastName = `Byron${crypto.randomUUID().slice(0, 8)}`;
	const body = buildApplicationForm({ job_id: "general-application", lastName, ...overrides });
	const answer = await fetch(`${site.url}/api/applications`, { method: "POST", body });
	expect(answer.status).toBe(201);
	return `Ada ${lastName}`;
}

// proves S2-applications-01, S2-applications-03, S2-applications-07, S2-applications-08, S2-applications-09
// proves S7-storage-04, S8-toast-07
test("a reviewer finds an application, reads the resume, notes and decides", async ({ page, site }) => {
	const name = await apply(site, { phone: "(555) 010-0101", coverLetter: "I write short sentences." });
	await setPdfViewer(page, true);
	await openApplications(page);
	await expect(page.getByText("Manage and review job applications from candidates")).toBeVisible();
	await page.getByPlaceholder("Search by name, email, or position...").fill(name.toUpperCase());
	const row = rowOf(page, name);
	await expect(row).toContainText("ada@example.com");
	await expect(row).toContainText("General Application");
	await expect(row).toContainText("ago");

	await page.getByLabel(`Status of ${name}`).selectOption("Interviewed");
	await expect(toast(page, "Status Updated")).toContainText("Application status changed to Interviewed");

	await page.getByRole("button", { name: `Details of ${name}` }).click();
	const dialog = page.getByRole("dialog", { name: "Application Details" });
	await expect(dialog).toContainText(`Review application from ${name}`);
	await expect(dialog).toContainText("I write short sentences.");
	await expect(dialog).toContainText("Interviewed");
	// At once, beside the facts.
	await expect(dialog.getByTitle(`Resume of ${name}`)).toHaveAttribute("src", /^blob:/);
	await dialog.getByPlaceholder("Add notes about this candidate...").fill("Hire");
	await dialog.getByRole("button", { name: "Save Notes" }).click();
	await expect(toast(page, "Notes Saved")).toBeVisible();

	// The browser of the tests downloads the preview too, under a name of its own: it shows no PDF.
	const saved = page.waitForEvent("download", (download) => download.suggestedFilename() === `${name}_resume.pdf`);
	await dialog.getByRole("button", { name: "Download Resume" }).click();
	const download = await saved;
	expect(await readFile(await download.path())).toEqual(Buffer.from(buildPdf("Ada Byron")));
});

// proves S2-applications-06, D-applications-06
test("what the browser can't show is offered for download: a Word file with its extension, or any", async ({
	page,
	site,
}) => {
	const name = await apply(site, { resume: new File([buildDocx()], "cv.docx") });
	const withPdf = await apply(site);
	await setPdfViewer(page, false);
	await openApplications(page);
	const saved = page.waitForEvent("download");
	await rowOf(page, name).getByRole("button", { name: "Download resume" }).click();
	expect((await saved).suggestedFilename()).toBe(`${name}_resume.docx`);
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	await expect(page.getByRole("dialog")).toContainText("This resume is a DOCX file.");
	await expect(page.getByRole("button", { name: "Preview Resume" })).toHaveCount(0);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: `Details of ${withPdf}` }).click();
	await expect(page.getByRole("dialog")).toContainText("This browser doesn't show PDF files within a page.");
	await expect(page.getByRole("dialog").locator("iframe")).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Download Resume" })).toBeVisible();
});

/** Whether the browser says that it shows PDFs. */
const setPdfViewer = (page: Page, shows: boolean) =>
	page.addInitScript((value) => Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => value }), shows);

test("an application is deleted with its resume, once that is confirmed", async ({ page, site }) => {
	const name = await apply(site);
	await openApplications(page);
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	const dialog = page.getByRole("dialog", { name: "Application Details" });
	await dialog.getByRole("button", { name: "Delete" }).click();
	const question = page.getByRole("dialog", { name: "Delete Application" });
	await expect(question).toContainText("Are you sure you want to delete this application and its resume?");
	await page.keyboard.press("Escape");
	await expect(question).toBeHidden();
	await expect(dialog).toBeVisible();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await answerQuestion(page, "Delete Application", "Delete");
	await expect(toast(page, "Application Deleted")).toContainText(name);
	await expect(dialog).toBeHidden();
	await expect(rowOf(page, name)).toHaveCount(0);
	const left = (await listAsStaff(site, "applications")).map((row) => row.applicant_name);
	expect(left).not.toContain(name);
	// What was said about this screen does not cover the next one.
	await expect(toast(page, "Application Deleted")).toBeVisible();
	await page.getByRole("link", { name: "Users" }).first().click();
	await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
	await expect(toast(page, "Application Deleted")).toHaveCount(0, { timeout: 500 });
});

test.describe("what fails is told in the specified words", () => {
	test.use({ expectedErrors: /./ });

	// proves S8-applications-01, S8-applications-02, S8-applications-03, D-applications-07
	test("loading, status, notes and download", async ({ page, site }) => {
		const name = await apply(site);
		await setPdfViewer(page, true);
		await openApplications(page);
		await expect(rowOf(page, name)).toBeVisible();
		await page.route("**/api/applications/**", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await rowOf(page, name).getByRole("button", { name: "Download resume" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to download resume");
		await page.getByLabel(`Status of ${name}`).selectOption("Rejected");
		await expect(toast(page, "Error")).toContainText("Failed to update application status");
		await page.getByRole("button", { name: `Details of ${name}` }).click();
		await expect(page.getByRole("dialog").getByText("Failed to download resume")).toBeVisible();
		await page.getByRole("button", { name: "Delete" }).click();
		await answerQuestion(page, "Delete Application", "Delete");
		await expect(toast(page, "Error")).toContainText("Failed to delete application");
		await page.getByPlaceholder("Add notes about this candidate...").fill("Keep me");
		await page.getByRole("button", { name: "Save Notes" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to save notes");
		await expect(page.getByPlaceholder("Add notes about this candidate...")).toHaveValue("Keep me");
		await page.route("**/api/applications?*", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await page.reload();
		await expect(toast(page, "Error")).toContainText("Failed to load job applications");
	});
});

// proves S2-applications-10
test("an empty search says what to try, after a new application has appeared by itself, with a toast", async ({
	page,
	site,
}) => {
	const live = page.waitForResponse("**/api/live");
	await openApplications(page);
	await live;
	await apply(site);
	const name = await apply(site);
	await expect(toast(page, "New Application!")).toContainText(`New application from ${name}`);
	await expect(page.getByRole("row").nth(1)).toContainText(name);
	// Whatever needs a second line in the bar of selected rows: the button that clears them doesn't.
	await page.getByRole("checkbox", { name: `Select ${name}` }).click();
	const bar = page.getByRole("region", { name: "Selected rows" });
	const clear = bar.getByRole("button", { name: "Clear selection" });
	const [first, last] = [await bar.getByRole("button").first().boundingBox(), await clear.boundingBox()];
	expect(last?.y).toBe(first?.y);
	await clear.click();
	const details = page.getByRole("button", { name: `Details of ${name}` });
	await details.click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(details).toBeFocused();
	await page.getByPlaceholder("Search by name, email, or position...").fill("nobody at all");
	await expect(page.getByText("No applications found")).toBeVisible();
	await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
});
