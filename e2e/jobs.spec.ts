import type { Page } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { answerQuestion, openDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { changeJobAsStaff, createJobAsStaff } from "./jobs-api.ts";

const uniqueTitle = () => uniqueName("Editor");

async function openJobs(page: Page) {
	await openDesk(page, "/admin/applications");
	await page.getByRole("link", { name: "Manage Jobs" }).click();
	await expect(page.getByRole("heading", { name: "Jobs", exact: true })).toBeVisible();
}

// proves D-applications-09
test("staff write a job, order its requirements by keyboard, and candidates read it", async ({ page }) => {
	const title = uniqueTitle();
	await openJobs(page);
	await page.getByRole("link", { name: "New Job" }).click();
	await page.getByRole("button", { name: "Create Job" }).click();
	await expect(toast(page, "Missing Information")).toBeVisible();
	await page.getByRole("textbox", { name: "Title" }).fill(title);
	await page.getByRole("textbox", { name: "Location" }).fill("New York");
	await page.getByRole("textbox", { name: "Type" }).fill("Part-time");
	await page.getByRole("textbox", { name: "Description" }).fill("First line\n\nSecond line");
	await page.getByRole("button", { name: "Add Requirement" }).click();
	await expect(page.getByLabel("Requirement 1", { exact: true })).toBeFocused();
	await page.keyboard.type("Second");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Requirement 2", { exact: true })).toBeFocused();
	await page.keyboard.type("First");
	await page.keyboard.press("Alt+ArrowUp");
	await expect(page.getByLabel("Requirement 1", { exact: true })).toBeFocused();
	await expect(page.getByLabel("Requirement 1", { exact: true })).toHaveValue("First");
	await expect(page.getByText("Requirement moved to position 1 of 2")).toBeAttached();
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview).toContainText(title);
	await expect(preview.getByRole("listitem").last()).toContainText("Second");
	await page.getByRole("button", { name: "Create Job" }).click();
	await expect(toast(page, "Job Created")).toBeVisible();
	await expect(rowOf(page, title)).toContainText("Open");

	await page.goto(`/careers/apply/${title.toLowerCase().replace(" ", "-")}`);
	await expect(page.getByRole("article").getByRole("listitem")).toHaveText([
		"New York",
		"Part-time",
		"First",
		"Second",
	]);
});

test("staff edit, close, duplicate and delete a job", async ({ page, site }) => {
	const title = uniqueTitle();
	await createJobAsStaff(site, { title });
	await openJobs(page);
	await page.getByRole("link", { name: `Edit ${title}` }).click();
	await page.getByRole("button", { name: "Move requirement 2 up" }).click();
	await page.getByRole("button", { name: "Remove requirement 2" }).click();
	await page.getByRole("textbox", { name: "Location" }).fill("Boston");
	await page.getByRole("button", { name: "Save Job" }).click();
	await expect(toast(page, "Job Saved")).toBeVisible();
	await expect(rowOf(page, title)).toContainText("Boston");

	await page.getByRole("button", { name: `Close ${title}` }).click();
	await expect(toast(page, "Job Closed")).toBeVisible();
	await expect(rowOf(page, title)).toContainText("Closed");

	await page.getByRole("link", { name: `Duplicate ${title}` }).click();
	await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(`${title} (copy)`);
	await expect(page.getByLabel("Requirement 1", { exact: true })).toHaveValue("A phone voice");
	await expect(page.getByRole("checkbox", { name: "Open: shown on the careers page" })).not.toBeChecked();
	await page.getByRole("button", { name: "Create Job" }).click();
	await expect(rowOf(page, `${title} (copy)`)).toBeVisible();

	await page.getByRole("button", { name: `Delete ${title} (copy)` }).click();
	await answerQuestion(page, "Delete Job", "Delete");
	await expect(toast(page, "Job Deleted")).toBeVisible();
	await expect(rowOf(page, `${title} (copy)`)).toHaveCount(0);
});

test.describe("two editors", () => {
	test.use({ expectedErrors: /409|Someone else has changed this job/ });

	test("two editors of a job do not overwrite each other, and neither leaves with unsaved changes unasked", async ({
		page,
		site,
	}) => {
		const { id, title } = await createJobAsStaff(site, { title: uniqueTitle() });
		await openJobs(page);
		await page.getByRole("link", { name: `Edit ${title}` }).click();
		await page.getByRole("textbox", { name: "Location" }).fill("Austin");
		await changeJobAsStaff(site, id, { location: "Boston" });
		await page.getByRole("button", { name: "Save Job" }).click();
		const conflict = page.getByRole("dialog", { name: "Newer Version Found" });
		await conflict.getByRole("button", { name: "Keep Editing" }).click();
		await page.getByRole("link", { name: "Cancel" }).click();
		await answerQuestion(page, "Leave Without Saving?", "Stay");
		await expect(page.getByRole("textbox", { name: "Location" })).toHaveValue("Austin");
		await page.getByRole("textbox", { name: "Slug" }).fill(`${title} at large`);
		await page.getByRole("button", { name: "Save Job" }).click();
		await conflict.getByRole("button", { name: "Save My Version" }).click();
		await expect(toast(page, "Job Saved")).toBeVisible();
		await expect(rowOf(page, title)).toContainText("Austin");
		await page.goto(`/careers/apply/${title.toLowerCase().replace(" ", "-")}`);
		await expect(page).toHaveURL(/-at-large$/);
	});
});

test("a job with applicants shows their number, leads to them, and cannot be deleted", async ({ page, site }) => {
	const job = await createJobAsStaff(site, { title: uniqueTitle() });
	const body = buildApplicationForm({ job_id: job.slug });
	await fetch(`${site.url}/api/applications`, { method: "POST", body });
	await openJobs(page);
	const refusal = `${job.title} has applications and can't be deleted`;
	await expect(page.getByRole("button", { name: refusal })).toBeDisabled();
	await page.getByRole("link", { name: `1 applicant for ${job.title}` }).click();
	await expect(rowOf(page, job.title)).toContainText("Ada Byron");
});

test.describe("what fails is told", () => {
	test.use({ expectedErrors: /./ });

	test("loading, saving, closing and deleting, with nothing lost", async ({ page, site }) => {
		const { title } = await createJobAsStaff(site, { title: uniqueTitle() });
		await openJobs(page);
		await expect(rowOf(page, title)).toBeVisible();
		await page.route("**/api/jobs/*", (route) =>
			route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500, json: { error: "oh" } }),
		);
		await page.getByRole("button", { name: `Close ${title}` }).click();
		await expect(toast(page, "Error")).toContainText("Failed to update job");
		await page.getByRole("button", { name: `Delete ${title}` }).click();
		await answerQuestion(page, "Delete Job", "Delete");
		await expect(toast(page, "Error")).toContainText("Failed to delete job");
		await page.getByRole("link", { name: `Edit ${title}` }).click();
		await page.getByRole("textbox", { name: "Location" }).fill("Boston");
		await page.getByRole("button", { name: "Save Job" }).click();
		await expect(toast(page, "Error")).toContainText("Failed to save job");
		await expect(page.getByRole("textbox", { name: "Location" })).toHaveValue("Boston");
		await page.route("**/api/jobs/*", (route) => route.fulfill({ status: 500, json: { error: "oh" } }));
		await page.reload();
		await expect(toast(page, "Error")).toContainText("Failed to load jobs");
	});
});
