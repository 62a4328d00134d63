import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { openPostgresDatabase } from "#platform/database/database.server.ts";
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

test("notices come by the address that is named for them, beside a pooler's", async () => {
	const server = inject("postgresServer");
	const url = `${server}/postgres`;
	const database = openPostgresDatabase(`${url}?application_name=pooled`, {
		poolSize: 1,
		listenUrl: `${url}?application_name=direct`,
	});
	const notice = Promise.withResolvers<string>();
	await database.listen("by_address", notice.resolve);
	await database.query("notify by_address, 'heard'");
	expect(await notice.promise).toBe("heard");
	const { rows } = await database.query(
		"select application_name from pg_stat_activity where query ilike 'listen%by_address%'",
	);
	expect(rows).toEqual([{ application_name: "direct" }]);
	await database.close();
});
