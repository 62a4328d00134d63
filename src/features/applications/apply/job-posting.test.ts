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
	remote: false,
	locality: "New York",
	region: null,
	country: "US",
	valid_through: null,
	salary_min: null,
	salary_max: null,
	salary_unit: null,
};

const nowhere = { locality: null, country: null };

test("describes the job as HTML in which nothing that staff wrote is markup", () => {
	expect(jobPosting(job, "https://firm.example")?.description).toBe(
		"<p>Cut &lt;b&gt;words&lt;/b&gt; &amp; keep<br>sense.</p><p>Daily.</p><ul><li>A red pencil</li></ul>",
	);
});

test.each([
	["Full-time", ["FULL_TIME"]],
	["Part time or freelance", ["PART_TIME", "CONTRACTOR"]],
	["Whenever you like", undefined],
])("understands the type '%s'", (type, employmentType) => {
	expect(jobPosting({ ...job, type }, "https://firm.example")?.employmentType).toEqual(employmentType);
});

test.each([
	[
		"a city and a country",
		{ locality: "New York", region: "NY", country: "US" },
		{
			jobLocation: {
				"@type": "Place",
				address: {
					"@type": "PostalAddress",
					addressLocality: "New York",
					addressRegion: "NY",
					addressCountry: "US",
				},
			},
		},
	],
	[
		"a fully remote job's country",
		{ remote: true, country: "US" },
		{ jobLocationType: "TELECOMMUTE", applicantLocationRequirements: { "@type": "Country", name: "US" } },
	],
])("gives %s as Google asks for it, whatever candidates read", (_, place, expected) => {
	const posting = jobPosting({ ...job, ...nowhere, location: "New York or remote", ...place }, "https://firm.example");
	expect(Object.fromEntries(Object.entries(posting ?? {}).filter(([name]) => /location/i.test(name)))).toEqual(
		expected,
	);
});

test("gives no posting without a place, for it would be reported as an error", () => {
	const places = [{}, { country: "US" }, { locality: "New York" }, { remote: true }];
	for (const place of places) {
		expect(jobPosting({ ...job, ...nowhere, location: "Remote", ...place }, "https://firm.example")).toBeUndefined();
	}
});

test("says until when, for how much and where to apply, where that is known", () => {
	const until = { valid_through: "2026-12-31", salary_min: 50_000, salary_unit: "YEAR" as const };
	expect(jobPosting({ ...job, ...until }, "https://firm.example")).toMatchObject({
		validThrough: "2026-12-31T23:59:59.000-05:00",
		baseSalary: { currency: "USD", value: { "@type": "QuantitativeValue", value: 50_000, unitText: "YEAR" } },
		url: "https://firm.example/careers/apply/editor",
	});
	expect(jobPosting({ ...job, ...until, salary_max: 60_000 }, "https://firm.example")?.baseSalary?.value).toEqual({
		"@type": "QuantitativeValue",
		minValue: 50_000,
		maxValue: 60_000,
		unitText: "YEAR",
	});
	expect(jobPosting(job, "https://firm.example")).not.toHaveProperty("validThrough");
	expect(jobPosting(job, "https://firm.example")).not.toHaveProperty("baseSalary");
});
