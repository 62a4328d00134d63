import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { commitWith } from "./database.server.ts";

const app = startTestApp();

const stored = (name: string) => app.deps.db.select().from(bookingsTable).where(eq(bookingsTable.name, name));

test("a commit that is sent with the last statement keeps all that the transaction wrote", async () => {
	const last = await app.deps.db.transaction(async (tx) => {
		await insertRow(tx, bookingsTable, buildBooking({ name: "Kept First" }));
		return commitWith(tx, insertRow(tx, bookingsTable, buildBooking({ name: "Kept Last" })));
	});

	expect(await stored("Kept First")).toHaveLength(1);
	expect(await stored("Kept Last")).toEqual([last]);
});

test("a commit that is sent with a statement that fails rolls back all before it", async () => {
	const { id } = await insertRow(app.deps.db, bookingsTable, buildBooking({ name: "Here Already" }));

	const written = app.deps.db.transaction(async (tx) => {
		await insertRow(tx, bookingsTable, buildBooking({ name: "Rolled Back" }));
		return commitWith(tx, insertRow(tx, bookingsTable, { ...buildBooking({ name: "Here Twice" }), id }));
	});

	await expect(written).rejects.toThrow();
	expect(await stored("Rolled Back")).toEqual([]);
	expect(await stored("Here Twice")).toEqual([]);
});
