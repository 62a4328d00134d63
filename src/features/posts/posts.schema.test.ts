import { expect, test } from "vitest";
import { countPublished, isScheduled, postInputSchema } from "./posts.schema.ts";

test.each([
	["2026-03-04T15:00:00+23:59", true],
	["9999-12-31T23:59:59Z", true],
	["9999-12-31T23:59:59-00:01", false],
	["1900-01-01T00:00:00+00:01", false],
	["0000-01-01T00:00:00Z", false],
])("takes a date that is from 1900 to 9999 in UTC: %s", (published_at, taken) => {
	expect(postInputSchema.safeParse({ title: "A", published_at }).success).toBe(taken);
});

test("counts published posts that are live apart from scheduled ones", () => {
	const now = Date.parse("2026-11-20T12:00:00.000Z");
	const updated_at = "2026-11-20T11:00:00.000Z";
	const post = (status: "draft" | "published", published_at: string | null) => ({ status, published_at, updated_at });
	const posts = [
		post("published", "2026-11-20T12:00:00.000Z"),
		post("published", "2026-11-20T12:00:00.001Z"),
		post("published", null),
		post("draft", "2026-12-24T00:00:00.000Z"),
	];
	expect(countPublished(posts, now)).toEqual({ live: 2, scheduled: 1 });
	const justPublished = { ...post("published", "2026-11-20T12:00:40.000Z"), updated_at: "2026-11-20T12:00:40.000Z" };
	expect(isScheduled(justPublished, now)).toBe(false);
	expect(posts.map((each) => isScheduled(each, now))).toEqual([false, true, false, false]);
});
