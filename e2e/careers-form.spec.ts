import { expect, test } from "./fixtures.ts";
import { createJobAsStaff } from "./jobs-api.ts";

const requirements = ["Three years with the press", "A phone voice"];

// proves S2-careers-01
test("a job stands in the list with all that it says", async ({ page, site }) => {
	const job = await createJobAsStaff(site, { title: `Listed ${process.pid}` });
	await page.goto("/careers");
	const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: job.title }) });
	await expect(row.getByRole("list", { name: "Location and type" }).getByRole("listitem")).toHaveText([
		"Remote",
		"Full-time",
	]);
	await expect(row).toContainText("You find the news in our clients' work.");
	for (const requirement of requirements) await expect(row.getByText(requirement)).toBeVisible();
	await expect(row.getByRole("link", { name: "Apply Now" })).toHaveAttribute("href", `/careers/apply/${job.slug}`);
});

// proves S2-apply-03, S2-apply-04, S2-apply-06, S2-apply-08, S2-apply-09, S2-apply-10, S2-apply-11, S5-apply-03
// proves S9-resume-02
test("the application form has its fields, texts and limits", async ({ page, site }) => {
	const job = await createJobAsStaff(site, { title: `Form ${process.pid}` });
	await page.goto(`/careers/apply/${job.slug}`);
	await expect(page.getByRole("link", { name: "Back to Careers" })).toHaveAttribute("href", "/careers");
	await expect(page.getByRole("list", { name: "Location and type" }).getByRole("listitem")).toHaveText([
		"Remote",
		"Full-time",
	]);
	const listed = page.getByRole("listitem").filter({ hasText: /press|voice/ });
	await expect(listed).toHaveText(requirements);
	for (const label of ["First Name", "Last Name", "Email Address", "Resume"]) {
		await expect(page.getByLabel(label)).toHaveAttribute("required", "");
	}
	for (const label of ["Phone Number", "Cover Letter"]) {
		await expect(page.getByLabel(label)).not.toHaveAttribute("required");
	}
	await expect(page.getByLabel("Email Address")).toHaveAttribute("type", "email");
	const letter = page.getByLabel("Cover Letter");
	await expect(letter).toHaveAttribute("rows", "6");
	await expect(letter).toHaveAttribute("placeholder", /why you're interested/);
	const resume = page.getByLabel(/^Resume/);
	await expect(resume).toHaveAttribute("type", "file");
	await expect(resume).toHaveAttribute("accept", ".pdf,.doc,.docx");
	await expect(resume).toHaveAccessibleDescription("PDF, DOC, or DOCX, maximum 10MB");
	await expect(page.getByText("Click to upload your resume")).toBeVisible();
	const border = () => resume.evaluate((input) => getComputedStyle(input.parentElement ?? input).borderTopStyle);
	expect(await border()).toBe("dashed");
	await resume.setInputFiles({ name: "ada.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
	await expect(page.getByText("or drop another file here")).toBeVisible();
	await expect(page.getByText("ada.pdf", { exact: true })).toBeVisible();
	expect(await border()).toBe("dashed");
	await expect(page.getByRole("button", { name: "Submit Application" })).toBeEnabled();
});
