import { addMinutes } from "date-fns/addMinutes";
import { beforeAll, expect, test } from "vitest";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertPost } from "#tests/factories/posts.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

const at = (minutes: number) => addMinutes(testTime, minutes).toISOString();

/** A draft that was saved at this time, which it is then. */
function insertDraft(minutes: number, title = "Draft") {
	app.setTime(addMinutes(testTime, minutes));
	return insertPost(app.deps, { title });
}

async function call(method: string, path: string, body: unknown) {
	const headers = { authorization, "content-type": "application/json" };
	const response = await app.api.request(`/api/posts${path}`, { method, headers, body: JSON.stringify(body) });
	return { status: response.status, body: await response.json() };
}

// proves S4-posts-05, S4-posts-06, S4-posts-07, S7-posts-04
test("the list's toggle publishes from now on, and withdraws the date", async () => {
	const { id } = await insertPost(app.deps, { status: "archived" });
	app.setTime(addMinutes(testTime, 3));
	const published = await call("PATCH", `/${id}/status`, { status: "published" });
	expect(published.body).toMatchObject({ status: "published", published_at: at(3) });
	const scheduled = await call("PATCH", `/${id}/status`, { status: "published", published_at: at(9) });
	expect(scheduled.body).toMatchObject({ status: "published", published_at: at(9) });
	const late = await call("PATCH", `/${id}/status`, { status: "published", published_at: at(2) });
	expect(late.body.published_at).toBe(at(3));
	// Chosen by a clock that is wrong.
	const wrong = { status: "published", published_at: at(1) };
	expect(await call("PATCH", `/${id}/status`, wrong)).toMatchObject({ status: 409, body: { code: "date_passed" } });
	const many = { changes: [{ ids: [id], ...wrong }] };
	expect(await call("POST", "/statuses", many)).toMatchObject({ status: 409, body: { code: "date_passed" } });
	const withdrawn = await call("PATCH", `/${id}/status`, { status: "draft" });
	// What it replaces, for an undo: the list may not have heard of it.
	const former = { status: "published", published_at: at(3) };
	expect(withdrawn.body).toMatchObject({ status: "draft", published_at: null, former });
	expect((await call("PATCH", `/${id}/status`, { status: "archived" })).status).toBe(422);
});

test("a post that was changed since it was seen is not published, and answered as it is now", async () => {
	const { id } = await insertDraft(2, "Not yet");
	const refused = await call("PATCH", `/${id}/status`, { status: "published", unchanged_since: at(1) });
	expect(refused).toMatchObject({ status: 409, body: { current: { title: "Not yet", status: "draft" } } });
	const taken = await call("PATCH", `/${id}/status`, { status: "published", unchanged_since: at(2) });
	expect(taken).toMatchObject({ status: 200, body: { status: "published" } });
	const unknown = await call("PATCH", `/${crypto.randomUUID()}/status`, { status: "draft", unchanged_since: at(2) });
	expect(unknown.status).toBe(404);
});

test("of many posts, those that were changed since they were seen stay as they are", async () => {
	const [seen, changed] = [await insertDraft(1), await insertDraft(2)];
	const ids = [seen.id, changed.id];
	const { body } = await call("POST", "/statuses", {
		changes: [{ ids, status: "published", unchanged_since: at(1) }],
	});
	const former = { status: "draft", published_at: null };
	expect(body.changed).toEqual([expect.objectContaining({ id: seen.id, status: "published", former })]);
});

test("a post with nothing in it is not published, alone or among others; one with a picture is", async () => {
	const [empty, drawn, written] = [
		await insertPost(app.deps, { title: "Only a title", content: "<p></p>" }),
		await insertPost(app.deps, { content: '<p><img src="/storage/v1/object/public/blog-images/a.png" alt=""></p>' }),
		await insertPost(app.deps),
	];
	const refusal = {
		status: 409,
		body: { code: "no_content", error: expect.stringContaining("“Only a title” has no text yet.") },
	};
	expect(await call("PATCH", `/${empty.id}/status`, { status: "published" })).toMatchObject(refusal);
	const ids = [written.id, empty.id];
	expect(await call("POST", "/statuses", { changes: [{ ids, status: "published" }] })).toMatchObject(refusal);
	expect((await call("GET", `/${written.id}`, undefined)).body.status).toBe("draft");
	expect((await call("PATCH", `/${drawn.id}/status`, { status: "published" })).status).toBe(200);
	// An undo puts back what was there.
	const undone = await call("POST", "/statuses", {
		changes: [{ ids: [empty.id], status: "published" }],
		undo_of: "draft",
	});
	expect(undone.body.changed).toMatchObject([{ status: "published" }]);
});

test("nor does a save or a restored version leave one on the site without a text", async () => {
	const post = (id: string) => call("GET", `/${id}`, undefined);
	const refusal = { status: 422, body: { fields: { content: expect.stringContaining("needs a text") } } };
	const { id, slug } = await insertPost(app.deps, { title: "Emptied", content: "" });
	const save = async (fields: Record<string, unknown>) =>
		call("PATCH", `/${id}`, { title: "Emptied", slug, version: (await post(id)).body.version, ...fields });
	expect(await call("POST", "", { title: "New", status: "published" })).toMatchObject(refusal);
	expect(await save({ publish: true })).toMatchObject(refusal);
	expect(await save({ status: "published", published_at: at(99) })).toMatchObject(refusal);
	expect((await save({ publish: true, content: "<p>Text</p>" })).status).toBe(200);
	const revisions = (await call("GET", `/${id}/revisions`, undefined)).body;
	expect(await call("POST", `/${id}/revisions/${revisions.at(-1).id}/restore`, {})).toMatchObject(refusal);
	expect((await post(id)).body).toMatchObject({ status: "published", content: "<p>Text</p>" });
	expect((await save({ status: "draft", content: "" })).status).toBe(200);
	// What has been there without may stay so.
	await call("POST", "/statuses", { changes: [{ ids: [id], status: "published" }], undo_of: "draft" });
	expect((await save({ status: "published", title: "Emptied before" })).status).toBe(200);
});

test("whoever deletes a post that was changed since they saw it deletes nothing", async () => {
	const { id, updated_at } = await insertDraft(20);
	app.setTime(addMinutes(testTime, 21));
	const { version, ...fields } = (await call("GET", `/${id}`, undefined)).body;
	const saved = await call("PATCH", `/${id}`, { ...fields, version, content: "<p>More</p>" });
	const remove = async (since: string) => {
		const url = `/api/posts/${id}?unchanged_since=${encodeURIComponent(since)}`;
		return (await app.api.request(url, { method: "DELETE", headers: { authorization } })).status;
	};
	expect(await remove(updated_at.toISOString())).toBe(409);
	expect(await remove("yesterday")).toBe(422);
	expect(await remove(saved.body.updated_at)).toBe(204);
	expect(await remove(saved.body.updated_at)).toBe(404);
});

test("what was to be scheduled for a time that has passed is not published", async () => {
	app.setTime(testTime);
	const schedule = (published_at: string) =>
		call("POST", "", { title: "A", content: "<p>A</p>", publish: true, schedule: true, published_at });
	const refusal = { status: 422, body: { fields: { published_at: expect.stringContaining("has passed") } } };
	expect(await schedule(at(-2))).toMatchObject(refusal);
	expect(await schedule(at(-1))).toMatchObject({ status: 201, body: { published_at: at(0) } });
});

test("a post that was published and withdrawn since it was opened is another version", async () => {
	const { id, title } = await insertDraft(1, "Withdrawn");
	const { version } = (await call("GET", `/${id}`, undefined)).body;
	for (const status of ["published", "draft"]) await call("PATCH", `/${id}/status`, { status });
	const publish = { title, content: "<p>Text</p>", publish: true, version };
	expect(await call("PATCH", `/${id}`, publish)).toMatchObject({ status: 409, body: { code: "conflict" } });
});
