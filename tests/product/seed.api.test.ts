import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { listPublicPosts } from "#features/posts/public/public-posts.server.ts";
import { readPosts, readRows, seedDatabase } from "#seed.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";

const app = startTestApp({ SEED: "demo" });

test("the demo fills every list with a month of believable activity, once", async () => {
	app.setTime(new Date());
	await seedDatabase(app.deps);
	await seedDatabase(app.deps);
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	const list = async (path: string) => (await app.api.request(path, { headers: { authorization } })).json();
	const counts: Record<string, number> = {};
	for (const name of ["bookings", "contacts", "applications", "jobs", "posts"]) {
		const answer = await list(`/api/${name}`);
		counts[name] = (answer.rows ?? answer.jobs).length;
	}
	expect(counts).toEqual({ bookings: 26, contacts: 20, applications: 14, jobs: 5, posts: 8 });
	expect((await list("/api/canned-replies")).rows).toHaveLength(7);
	const { invoices } = await list("/functions/v1/manage-invoices");
	const statuses = new Set(invoices.map((invoice: { status: string }) => invoice.status));
	expect(statuses).toEqual(new Set(["draft", "sent", "paid", "overdue", "cancelled"]));
});

test("every application of the demo names a job that exists and has a resume that opens", async () => {
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	const { rows } = await (await app.api.request("/api/applications", { headers: { authorization } })).json();
	const { rows: jobs } = await (await app.api.request("/api/jobs", { headers: { authorization } })).json();
	const slugs = new Set(["general-application", ...jobs.map((job: { slug: string }) => job.slug)]);
	for (const row of rows) {
		expect(slugs).toContain(row.job_id);
		const resume = await app.api.request(`/api/applications/${row.id}/resume`, { headers: { authorization } });
		expect(resume.status).toBe(200);
		expect((await resume.text()).slice(0, 5)).toBe("%PDF-");
	}
});

const written = z.array(z.object({ title: z.string(), content: z.array(z.string()) }));

test("starter posts are public, stored as they are written, and their pictures exist", async () => {
	const posts = await listPublicPosts(app.deps.db, app.deps.clock(), 50);
	const starters = written.parse(JSON.parse(await readFile("content/starter/posts.json", "utf8")));
	expect(starters).toHaveLength(4);
	for (const { title, content } of starters) {
		const post = posts.find((post) => post.title === title);
		expect(post?.content).toBe(content.join(""));
		expect(existsSync(`public${post?.featured_image}`)).toBe(true);
	}
});

test("times of the content are as old on every day that a site is first started", async () => {
	const now = new Date("2026-03-09T03:30:00Z");
	const posts = await readPosts("starter/posts", now);
	expect(posts.map(({ written_at }) => written_at.toISOString().slice(0, 10))).toEqual([
		"2026-01-11",
		"2026-01-25",
		"2026-02-15",
		"2026-03-01",
	]);
	const [booking] = await readRows<{ created_at: Date; preferred_date: string }>("demo/bookings", now);
	expect(booking).toMatchObject({ created_at: new Date("2026-03-08T19:31:00Z"), preferred_date: "2026-03-11" });
});
