import { site } from "#site.config.ts";

type PostedJob = {
	slug: string;
	title: string;
	location: string;
	type: string;
	description: string;
	requirements: string[];
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

/** The job for search engines (https://schema.org/JobPosting). */
export function jobPosting(job: PostedJob, siteUrl: string) {
	const employmentType = employmentTypes.flatMap(([pattern, name]) => (pattern.test(job.type) ? [name] : []));
	return {
		"@context": "https://schema.org",
		"@type": "JobPosting",
		title: job.title,
		description: descriptionHtml(job),
		datePosted: job.datePosted,
		...(employmentType.length > 0 && { employmentType }),
		...(/\bremote\b/i.test(job.location) && { jobLocationType: "TELECOMMUTE" }),
		jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: job.location } },
		hiringOrganization: { "@type": "Organization", name: site.name, sameAs: siteUrl },
		identifier: { "@type": "PropertyValue", name: site.name, value: job.slug },
		url: new URL(`/careers/apply/${job.slug}`, siteUrl).href,
		directApply: true,
	};
}

/** Search engines read the description as HTML. */
function descriptionHtml({ description, requirements }: PostedJob): string {
	const paragraphs = description.split(/\n{2,}/).map((text) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`);
	const items = requirements.map((text) => `<li>${escapeHtml(text)}</li>`);
	return paragraphs.join("") + (items.length > 0 ? `<ul>${items.join("")}</ul>` : "");
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
