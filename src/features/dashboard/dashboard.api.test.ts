import { addDays } from "date-fns/addDays";
import { beforeAll, expect, test } from "vitest";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertJob } from "#tests/factories/jobs.ts";
import { insertPost } from "#tests/factories/posts.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

const get = async (path = "") => (await app.api.request(`/api/dashboard${path}`, { headers: admin.headers })).json();

test("counts nothing in an empty house", async () => {
	expect(Object.values(await get())).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
	expect(await get("/trends")).toEqual({
		applications: Array(12).fill(0),
		posts: Array(12).fill(0),
		bookings: Array(12).fill(0),
		contacts: Array(12).fill(0),
	});
});

// proves S7-dashboard-01
test("counts all, and those that wait", async () => {
	const { db } = app.deps;
	for (const status of ["new", "new", "closed"] as const) await insertBooking(db, { status });
	for (const status of ["new", "resolved"] as const) await insertContact(db, { status });
	for (const status of ["pending", "accepted"] as const) await insertApplication(db, { status });
	for (const publish of [true, false, false]) await insertPost(app.deps, { publish });
	await insertPost(app.deps, { status: "published", published_at: addDays(testTime, 1).toISOString() });
	expect(await get()).toEqual({
		applications: 2,
		posts: 4,
		bookings: 3,
		contacts: 2,
		pendingApplications: 1,
		newBookings: 2,
		newContacts: 1,
		publishedPosts: 1,
		scheduledPosts: 1,
	});
});

test("names the five that wait longest, without what staff have entered or snoozed", async () => {
	const { db } = app.deps;
	const hour = (n: number) => new Date(testTime.getTime() - n * 3_600_000);
	await insertBooking(db, { name: "Fourth", created_at: hour(20) });
	await insertContact(db, { name: "First", created_at: hour(50), subject: null });
	await insertContact(db, { name: "By staff", created_at: hour(60), by_staff: true });
	await insertContact(db, { name: "Tomorrow", created_at: hour(60), snoozed_until: "2999-01-01" });
	await insertContact(db, { name: "Due", created_at: hour(30), snoozed_until: "2020-01-01" });
	await insertContact(db, { name: "Done", created_at: hour(70), status: "resolved" });
	await insertJob(db, { title: "Editor" });
	await insertApplication(db, { applicant_name: "Second", applied_at: hour(40), job_id: "editor" });
	const { rows } = await get("/oldest");
	expect(rows.slice(0, 4)).toMatchObject([
		{ kind: "contact", name: "First", title: "No subject", at: hour(50).toISOString() },
		{ kind: "application", name: "Second", title: "Editor" },
		{ kind: "contact", name: "Due" },
		{ kind: "booking", name: "Fourth" },
	]);
	expect(rows).toHaveLength(5);
});

test("counts by weeks that begin with Monday where the firm is, and forgets what is older than 12", async () => {
	await app.deps.database.query("delete from bookings");
	// Monday 2026-11-16, 0:00 in New York is 5:00 in UTC; in summer 4:00.
	for (const created_at of [
		"2026-11-16T05:00:00Z",
		"2026-11-16T04:59:59Z",
		"2026-11-20T12:00:00Z",
		"2026-08-31T04:00:00Z",
		"2026-08-31T03:59:59Z",
	]) {
		await insertBooking(app.deps.db, { created_at: new Date(created_at) });
	}
	app.setTime(new Date("2026-11-21T12:00:00Z"));
	admin = await signInAs(app.deps, { role: "admin" });
	expect((await get("/trends")).bookings).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
});
