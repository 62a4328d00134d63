import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { signInAs } from "#tests/bearer.ts";
import { seedDatabase } from "./seed.server.ts";

const app = startTestApp({ SEED: "demo" });

test("the demo fills every list with a month of believable activity, once", async () => {
	app.setTime(new Date());
	await seedDatabase(app.deps);
	await seedDatabase(app.deps);
	const { authorization } = await signInAs(app.deps, "admin");
	const list = async (path: string) => (await app.api.request(path, { headers: { authorization } })).json();
	const counts: Record<string, number> = {};
	for (const name of ["bookings", "contacts", "applications", "jobs", "posts"]) {
		const answer = await list(`/api/${name}`);
		counts[name] = (answer.rows ?? answer.jobs).length;
	}
	expect(counts).toEqual({ bookings: 26, contacts: 20, applications: 14, jobs: 5, posts: 8 });
	const { invoices } = await list("/functions/v1/manage-invoices");
	const statuses = new Set(invoices.map((invoice: { status: string }) => invoice.status));
	expect(statuses).toEqual(new Set(["draft", "sent", "paid", "overdue", "cancelled"]));
});

test("every application of the demo names a job that exists and has a resume that opens", async () => {
	const { authorization } = await signInAs(app.deps, "admin");
	const { rows } = await (await app.api.request("/api/applications", { headers: { authorization } })).json();
	const { jobs } = await (await app.api.request("/api/jobs", { headers: { authorization } })).json();
	const slugs = new Set(["general-application", ...jobs.map((job: { slug: string }) => job.slug)]);
	for (const row of rows) {
		expect(slugs).toContain(row.job_id);
		const resume = await app.api.request(`/api/applications/${row.id}/resume`, { headers: { authorization } });
		expect(resume.status).toBe(200);
		expect((await resume.text()).slice(0, 5)).toBe("%PDF-");
	}
});
