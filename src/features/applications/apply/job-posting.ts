import { TZDate } from "@date-fns/tz";
import type { Job } from "#features/jobs/jobs.table.ts";
import { firm } from "#lib/firm.ts";
import { site } from "#site.config.ts";

type PostedJob = Omit<Job, "id" | "is_active" | "version" | "save_ids" | "created_at" | "updated_at"> & {
	/** ISO 8601. */
	datePosted: string;
};

/** What schema.org calls the usual kinds of employment; ours is free text. */
const employmentTypes: [RegExp, string][] = [
	[/full[\s-]?time/i, "FULL_TIME"],
	[/part[\s-]?time/i, "PART_TIME"],
	[/intern/i, "INTERN"],
	[/contract|freelance/i, "CONTRACTOR"],
	[/temporary/i, "TEMPORARY"],
];

/**
 * The job for search engines (https://schema.org/JobPosting), by Google's rules: a place with locality and country, or,
 * for a job that is fully remote, the country in which candidates may live. Undefined for a job that has neither, since
 * an incomplete posting is reported as an error of the whole site.
 */
export function jobPosting(job: PostedJob, siteUrl: string) {
	const place = placeOf(job);
	if (!place) return undefined;
	const employmentType = employmentTypes.flatMap(([pattern, name]) => (pattern.test(job.type) ? [name] : []));
	return {
		"@context": "https://schema.org",
		"@type": "JobPosting",
		title: job.title,
		description: descriptionHtml(job),
		datePosted: job.datePosted,
		...(job.valid_through && { validThrough: endOfDay(job.valid_through) }),
		...(employmentType.length > 0 && { employmentType }),
		...place,
		...salaryOf(job),
		hiringOrganization: { "@type": "Organization", name: firm().name, sameAs: siteUrl },
		identifier: { "@type": "PropertyValue", name: firm().name, value: job.slug },
		url: new URL(`/careers/apply/${job.slug}`, siteUrl).href,
		directApply: true,
	};
}

function placeOf({ remote, locality, region, country }: PostedJob) {
	if (!country) return undefined;
	if (remote) {
		return {
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: { "@type": "Country", name: country },
		};
	}
	if (!locality) return undefined;
	const address = {
		"@type": "PostalAddress",
		addressLocality: locality,
		...(region && { addressRegion: region }),
		addressCountry: country,
	};
	return { jobLocation: { "@type": "Place", address } };
}

function salaryOf({ salary_min, salary_max, salary_unit }: PostedJob) {
	if (salary_min === null || !salary_unit) return {};
	const amount = salary_max === null ? { value: salary_min } : { minValue: salary_min, maxValue: salary_max };
	const value = { "@type": "QuantitativeValue", ...amount, unitText: salary_unit };
	return { baseSalary: { "@type": "MonetaryAmount", currency: site.currency, value } };
}

/** By the firm's clocks. */
function endOfDay(day: string): string {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	return new TZDate(year, month - 1, date, 23, 59, 59, site.timeZone).toISOString();
}

/** Search engines read the description as HTML. */
function descriptionHtml({ description, requirements }: PostedJob): string {
	const paragraphs = description.split(/\n{2,}/).map((text) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`);
	const items = requirements.map((text) => `<li>${escapeHtml(text)}</li>`);
	return paragraphs.join("") + (items.length > 0 ? `<ul>${items.join("")}</ul>` : "");
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
