import { expect } from "@playwright/test";
import type { JobInput } from "#features/jobs/jobs.schema.ts";
import { buildJob } from "#tests/factories/jobs.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

type CreatedJob = JobInput & { id: string; slug: string };

/** Creates a job over the API, as the job editor does. */
export async function createJobAsStaff(
	site: Pick<SiteServer, "url">,
	overrides: Partial<JobInput> = {},
): Promise<CreatedJob> {
	return send(site, "POST", "", buildJob(overrides));
}

export async function changeJobAsStaff(site: Pick<SiteServer, "url">, id: string, change: Partial<JobInput>) {
	return send(site, "PATCH", `/${id}`, change);
}

async function send(site: Pick<SiteServer, "url">, method: string, path: string, body: object) {
	const answer = await fetch(`${site.url}/api/jobs${path}`, {
		method,
		headers: { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(await answer.text());
	const job = await answer.json();
	// The public pages follow at the notice of the database, a moment after the answer.
	await expect.poll(() => isListed(site, job.slug)).toBe(job.is_active);
	return job;
}

async function isListed(site: Pick<SiteServer, "url">, slug: string): Promise<boolean> {
	const careers = await (await fetch(`${site.url}/careers`)).text();
	return careers.includes(`/careers/apply/${slug}"`);
}
