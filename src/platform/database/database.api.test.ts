import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildBooking } from "#tests/factories/bookings.ts";

const app = startTestApp();

test("a transaction that ignores a failed statement fails: nothing of it would be stored", async () => {
	const written = app.deps.db.transaction(async (tx) => {
		await insertRow(tx, bookingsTable, buildBooking());
		await tx.execute(sql`select 1 / 0`).catch(() => undefined);
	});
	await expect(written).rejects.toMatchObject({
		cause: { message: expect.stringContaining("transaction is aborted") },
	});
	expect(await app.deps.db.$count(bookingsTable)).toBe(0);
	expect(await app.deps.db.transaction(async (tx) => insertRow(tx, bookingsTable, buildBooking()))).toBeDefined();
});
