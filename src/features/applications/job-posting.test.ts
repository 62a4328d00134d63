import { expect, test } from "vitest";
import { jobPosting } from "./job-posting.ts";

const job = {
	slug: "editor",
	title: "Editor",
	location: "New York",
	type: "Full-time",
	description: "Cut <b>words</b> & keep\nsense.\n\nDaily.",
	requirements: ["A red pencil"],
	datePosted: "2026-11-20T10:00:00.000Z",
};

test("describes the job as HTML in which nothing that staff wrote is markup", () => {
	expect(jobPosting(job, "https://firm.example").description).toBe(
		"<p>Cut &lt;b&gt;words&lt;/b&gt; &amp; keep<br>sense.</p><p>Daily.</p><ul><li>A red pencil</li></ul>",
	);
});

test.each([
	["Full-time", ["FULL_TIME"]],
	["Part time or freelance", ["PART_TIME", "CONTRACTOR"]],
	["Whenever you like", undefined],
])("understands the type '%s'", (type, employmentType) => {
	expect(jobPosting({ ...job, type }, "https://firm.example").employmentType).toEqual(employmentType);
});

test("says that a remote job is one, and where to apply", () => {
	const posting = jobPosting({ ...job, location: "Remote (US)" }, "https://firm.example");
	expect(posting).toMatchObject({
		jobLocationType: "TELECOMMUTE",
		url: "https://firm.example/careers/apply/editor",
	});
	expect(jobPosting(job, "https://firm.example").jobLocationType).toBeUndefined();
});
