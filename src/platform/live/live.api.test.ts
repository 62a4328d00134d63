import { sql } from "drizzle-orm";
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { Hono } from "hono";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { LiveChange } from "#lib/live.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { deleteOldDeletions, type LiveOptions, liveApi } from "./live.server.ts";

const app = startTestApp();
const open: AbortController[] = [];
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
});

afterEach(() => {
	for (const controller of open.splice(0)) controller.abort();
});

/** A client of the stream: `next` resolves to the following event, undefined when the server has ended the stream. */
async function listen(api: { request: Hono["request"] } = app.api, path = "/api/live", bearer = authorization) {
	const controller = new AbortController();
	open.push(controller);
	const response = await api.request(path, { signal: controller.signal, headers: { authorization: bearer } });
	expect(response.status).toBe(200);
	if (!response.body) throw new Error("the stream has no body");
	const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
	const reader = events.getReader();
	const next = async (): Promise<EventSourceMessage | undefined> => (await reader.read()).value;
	expect(await next()).toMatchObject({ event: "ready" });
	const nextChanges = async (): Promise<LiveChange[]> => JSON.parse((await next())?.data ?? "[]");
	/** Passes over what an earlier test has left on its way. */
	const changeOf = async (id: string): Promise<LiveChange> => {
		for (;;) {
			const change = (await nextChanges()).find((each) => id === (each.operation === "delete" ? each.id : each.row.id));
			if (change) return change;
		}
	};
	return { next, nextChanges, changeOf };
}

/** Everyone may see it. */
const shown = <Row extends { id: string }>(row: Row) => ({ id: row.id, for: () => row });
const bare = (id: string) => shown({ id });

function liveApiWith(overrides: Partial<LiveOptions> = {}) {
	const api = liveApi({
		...app.deps,
		sources: { bookings: async (ids) => ids.map(bare) },
		findListener: async () => ({ areas: null }),
		...overrides,
	});
	const guarded = new Hono<AccountEnv>().use((c, next) => {
		c.set("account", { userId: "", sessionId: "", email: "", role: "admin", areas: null, isFresh: true });
		return next();
	});
	return guarded.route("/", api);
}

test("no proxy collects events before it hands them on", async () => {
	const { body, headers } = await app.api.request("/api/live", { headers: { authorization } });
	expect(headers.get("x-accel-buffering")).toBe("no");
	await body?.cancel();
});

// proves S7-bookings-04
test("delivers an inserted row to every listener, as the list endpoint presents it", async () => {
	const clients = [await listen(), await listen()];
	const row = await insertBooking(app.deps.db, { name: "Priya Raman" });
	for (const client of clients) {
		expect(await client.changeOf(row.id)).toMatchObject({
			table: "bookings",
			operation: "insert",
			row: { name: "Priya Raman", created_at: row.created_at.toISOString() },
		});
	}
});

// proves S7-contacts-05, S7-bookings-04
test("tells insertion, update and deletion apart", async () => {
	const client = await listen();
	const { id } = await insertContact(app.deps.db);
	expect(await client.changeOf(id)).toMatchObject({ table: "contact_inquiries", operation: "insert" });
	await app.deps.database.query("update contact_inquiries set status = 'closed' where id = $1", [id]);
	expect(await client.changeOf(id)).toMatchObject({ operation: "update", row: { status: "closed" } });
	await app.deps.database.query("delete from contact_inquiries where id = $1", [id]);
	expect(await client.changeOf(id)).toEqual({ table: "contact_inquiries", operation: "delete", id });
});

test("tells a screen that was not listening which rows are gone, until nobody can ask any more", async () => {
	const [before, after] = [await insertBooking(app.deps.db), await insertBooking(app.deps.db)];
	await app.deps.database.query("delete from bookings where id = $1", [before.id]);
	await app.deps.database.query("update deletions set deleted_at = '2026-01-01T00:00:00Z'");
	await app.deps.database.query("delete from bookings where id = $1", [after.id]);
	const deletedSince = async (table: string, since: string) => {
		const path = `/api/live/deletions?${new URLSearchParams({ table, since })}`;
		const response = await app.api.request(path, { headers: { authorization } });
		return (await response.json()).ids;
	};
	expect(await deletedSince("bookings", "2026-01-02T00:00:00.000Z")).toEqual([after.id]);
	expect(await deletedSince("contact_inquiries", "2026-01-02T00:00:00.000Z")).toEqual([]);
	expect(await deletedSince("bookings", "2025-12-31T00:00:00.000Z")).toEqual([before.id, after.id]);
	await deleteOldDeletions(app.deps.db, new Date("2026-02-15T00:00:00Z"));
	expect(await deletedSince("bookings", "2025-12-31T00:00:00.000Z")).toEqual([after.id]);
});

test("loses none of a burst of 200", async () => {
	const client = await listen();
	const waiting = new Set<string>();
	await app.deps.db.transaction(async (tx) => {
		for (let i = 0; i < 100; i++) waiting.add((await insertBooking(tx)).id);
	});
	for (let i = 0; i < 100; i++) waiting.add((await insertBooking(app.deps.db)).id);
	while (waiting.size > 0) {
		for (const change of await client.nextChanges()) if (change.operation === "insert") waiting.delete(change.row.id);
	}
	expect(waiting.size).toBe(0);
});

test("reads each changed row once, however many clients listen", async () => {
	const read: string[] = [];
	const api = liveApiWith({
		sources: {
			bookings: async (ids) => {
				read.push(...ids);
				return ids.map(bare);
			},
		},
	});
	const clients = [await listen(api, "/"), await listen(api, "/"), await listen(api, "/")];
	const { id } = await insertBooking(app.deps.db);
	for (const client of clients) await client.changeOf(id);
	expect(read.filter((each) => each === id)).toHaveLength(1);
});

test("a row that is changed before anybody has read it is one piece of news, and a new row", async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const api = liveApiWith({
		sources: { bookings: (ids) => released.then(() => ids.map(bare)) },
	});
	const client = await listen(api, "/");
	const noticed: string[] = [];
	const end = app.deps.changes.subscribe({ onChange: ({ id, operation }) => noticed.push(`${operation} ${id}`) });
	// Its row is being read while the next one comes.
	const { id: first } = await insertBooking(app.deps.db);
	await expect.poll(() => noticed).toContain(`insert ${first}`);
	const { id } = await app.deps.db.transaction(async (tx) => {
		const row = await insertBooking(tx);
		await tx.execute(sql`update bookings set calendar_sequence = 1 where id = ${row.id}`);
		return row;
	});
	await expect.poll(() => noticed).toContain(`update ${id}`);
	end();
	release();
	expect(await client.changeOf(first)).toMatchObject({ operation: "insert" });
	expect(await client.nextChanges()).toEqual([{ table: "bookings", operation: "insert", row: { id } }]);
});

test("is refused to everybody but admins", async () => {
	const user = await signInAs(app.deps, { role: "user" });
	expect((await app.api.request("/api/live")).status).toBe(401);
	expect((await app.api.request("/api/live", { headers: { authorization: user.authorization } })).status).toBe(403);
});

test.each([
	["the session has ended", "delete from sessions where user_id = $1"],
	["the role is lost", "update profiles set role = 'user' where user_id = $1"],
	["the account is gone", "delete from users where id = $1"],
])("sends nothing more, and ends the stream, once %s", async (_what, statement) => {
	const leaving = await signInAs(app.deps, { role: "admin" });
	const staying = await listen();
	const client = await listen(app.api, "/api/live", leaving.authorization);
	// After it, nothing is on its way that came earlier, such as the new profiles.
	await client.changeOf((await insertBooking(app.deps.db)).id);
	await app.deps.database.query(statement, [leaving.user.id]);
	const { id } = await insertBooking(app.deps.db);
	const left = [];
	for (let event = await client.next(); event; event = await client.next()) left.push(event.data);
	expect(left.join()).not.toContain(id);
	expect(await staying.changeOf(id)).toMatchObject({ operation: "insert" });
});

test("asks every client to catch up when rows cannot be read", async () => {
	const api = liveApiWith({
		sources: {
			bookings: async () => {
				throw new Error("connection lost");
			},
		},
	});
	const client = await listen(api, "/");
	await insertBooking(app.deps.db);
	expect(await client.next()).toMatchObject({ event: "gap" });
});

test("cuts off a client that does not read, without holding up the others", async () => {
	const large = "x".repeat(400_000);
	const api = liveApiWith({ sources: { bookings: async (ids) => ids.map((id) => shown({ id, large })) } });
	const stuck = await api.request("/");
	const client = await listen(api, "/");
	for (let i = 0; i < 6; i++) {
		const { id } = await insertBooking(app.deps.db);
		await client.changeOf(id);
	}
	await expect(stuck.text()).rejects.toThrow("the client reads too slowly");
});

test("an API that is stopped listens no longer, so that a new one can take its place", async () => {
	const { changes } = app.deps;
	let listening = 0;
	const subscribe: typeof changes.subscribe = (listener) => {
		const unsubscribe = changes.subscribe(listener);
		listening += 1;
		return () => {
			listening -= 1;
			unsubscribe();
		};
	};
	const stopping = new AbortController();
	liveApiWith({ changes: { ...changes, subscribe }, stopping: stopping.signal });
	expect(listening).toBe(1);
	stopping.abort();
	expect(listening).toBe(0);
});

test("ends every stream when the server stops", async () => {
	const stopping = new AbortController();
	const client = await listen(liveApiWith({ stopping: stopping.signal }), "/");
	stopping.abort();
	expect(await client.next()).toBeUndefined();
});
