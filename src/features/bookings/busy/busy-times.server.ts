import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, lt, min, sql } from "drizzle-orm";
import { usersTable } from "#features/auth/auth.table.ts";
import { getCallHours } from "#features/bookings/slots/call-hours.server.ts";
import { beginCalls } from "#features/bookings/slots/reservations.server.ts";
import { bookableDays } from "#features/bookings/slots/slot-rules.ts";
import { dayMs, dayOfWall, startOfDay } from "#lib/time/zone-clock.ts";
import type { Database } from "#platform/database/database.server.ts";
import { invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { openSecret, sealSecret } from "#platform/process/sealed-secrets.server.ts";
import { site } from "#site.config.ts";
import type { BusySpans } from "./busy-spans.ts";
import { mostSources } from "./busy-times.schema.ts";
import {
	type BusySource,
	busySettingsId,
	busySettingsTable,
	busySourcesTable,
	busyTimesTable,
	callTakersTable,
} from "./busy-times.table.ts";
import { CalendarProblem } from "./calendar-problem.ts";
import { expandCalendar } from "./expand-calendar.server.ts";
import { fetchCalendar } from "./fetch-calendar.server.ts";

type Reading = Pick<Deps, "db" | "settings" | "clock">;

/** A booking waits no longer than this for a calendar, and not at all for one that was read just now. */
const bookingWaitsMs = 3_000;
const recentMs = 60_000;
/** From then on, staff are told that a calendar can't be read. */
const unreadAfterMs = 30 * 60_000;

const { checked_at, id, user_id } = busySourcesTable;

/** What a calendar is asked now, and to whom it belongs. */
async function askingOf({ db, clock }: Reading, userId: string) {
	const now = clock();
	const hours = await getCallHours(db);
	const { last } = bookableDays({ timeZone: site.timeZone, hours }, now);
	const end = startOfDay(site.timeZone, dayOfWall(last + dayMs)).getTime();
	const until = end + (hours.length_minutes + hours.buffer_after_minutes) * 60_000;
	const [account] = await db.select({ email: usersTable.email }).from(usersTable).where(eq(usersTable.id, userId));
	const [settings] = await db.select({ domains: busySettingsTable.domains }).from(busySettingsTable);
	const asking = { until, timeZone: site.timeZone, address: account?.email ?? "", domains: settings?.domains ?? [] };
	return { asking: { ...asking, from: now.getTime() }, basis: JSON.stringify(asking), now };
}

type Address = Pick<BusySource, "user_id"> & Partial<Pick<BusySource, "basis" | "etag" | "last_modified">>;

/** Reads an address. Undefined spans: nothing has changed since it was read for the same. @throws {CalendarProblem} */
async function readAddress(deps: Reading, address: string, source: Address) {
	const { asking, basis } = await askingOf(deps, source.user_id);
	const { etag = null, last_modified = null } = source;
	const known = source.basis === basis && (etag || last_modified) ? { etag, last_modified } : undefined;
	const allowLoopback = deps.settings.busyTimesLoopback;
	const { content, ...validators } = await fetchCalendar(address, known, { allowLoopback });
	const spans = content && (await expandCalendar({ ...asking, octets: content }));
	return { spans, read: { ...validators, basis } };
}

/** Keeps what a calendar says: only what has changed is written, and the database takes or frees the lanes. */
async function storeSpans(tx: Database, sourceId: string, { spans }: BusySpans): Promise<void> {
	const keyOf = (row: { starts: Date; ends: Date; hash: string }) => `${+row.starts} ${+row.ends} ${row.hash}`;
	const rows = spans.map((span) => ({
		source_id: sourceId,
		starts: new Date(span.starts),
		ends: new Date(span.ends),
		hash: span.hash,
	}));
	const next = new Map(rows.map((row) => [keyOf(row), row]));
	const { source_id, starts, ends, hash } = busyTimesTable;
	const known = await tx.select({ starts, ends, hash }).from(busyTimesTable).where(eq(source_id, sourceId));
	const gone = known.filter((row) => !next.has(keyOf(row)));
	for (const row of known) next.delete(keyOf(row));
	if (gone.length > 0) {
		const values = sql`select * from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone(starts timestamptz, ends timestamptz, hash text)`;
		await tx
			.delete(busyTimesTable)
			.where(and(eq(source_id, sourceId), sql`(${starts}, ${ends}, ${hash}) in (${values})`));
	}
	if (next.size > 0) await tx.insert(busyTimesTable).values([...next.values()]);
}

const lostSecret = () =>
	new CalendarProblem("The site's secret has changed, and this address can't be decrypted. Please paste it again.");

/** Reads a calendar and keeps what it says, or why it can't be read. What was known last stays then. */
async function readSource(deps: Reading, source: BusySource): Promise<void> {
	const { db, settings, clock } = deps;
	const isIt = eq(id, source.id);
	try {
		const secret = openSecret(settings, source);
		if (!secret) throw lostSecret();
		const { spans, read } = await readAddress(deps, secret.toString("utf8"), source);
		await db.transaction(async (tx) => {
			if (spans) await beginCalls(tx, clock());
			const counts = spans && { events: spans.events, unreadable: spans.unreadable };
			const known = await tx
				.update(busySourcesTable)
				.set({ ...read, ...counts, read_at: clock(), failing_since: null, failure: null })
				.where(isIt)
				.returning({ unread_until: busySourcesTable.unread_until });
			// It may have been removed meanwhile.
			if (known.length === 0) return;
			if (known[0]?.unread_until) await tx.update(busySourcesTable).set({ unread_until: null }).where(isIt);
			if (spans) await storeSpans(tx, source.id, spans);
		});
	} catch (error) {
		const failure = error instanceof CalendarProblem ? error.message : "The calendar couldn't be read.";
		const { asking, now } = await askingOf(deps, source.user_id);
		const failing_since = source.failing_since ?? now;
		await db.update(busySourcesTable).set({ failing_since, failure }).where(isIt);
		const isLong = now.getTime() - failing_since.getTime() >= unreadAfterMs;
		if (isLong && source.unread_until?.getTime() !== asking.until) {
			await db
				.update(busySourcesTable)
				.set({ unread_until: new Date(asking.until) })
				.where(isIt);
		}
		if (!(error instanceof CalendarProblem)) throw error;
	}
}

/** Reads the calendars that no process has tried for so long. */
export async function readDueSources(deps: Reading, forMs: number, onlyOfTakers = false): Promise<void> {
	const now = deps.clock();
	const takers = deps.db.select({ user_id: callTakersTable.user_id }).from(callTakersTable);
	const due = await deps.db
		.update(busySourcesTable)
		.set({ checked_at: now })
		.where(and(lt(checked_at, new Date(now.getTime() - forMs)), onlyOfTakers ? inArray(user_id, takers) : undefined))
		.returning();
	const results = await Promise.allSettled(due.map((source) => readSource(deps, source)));
	const failed = results.find((result) => result.status === "rejected");
	if (failed) throw failed.reason;
}

/**
 * Before a guest books or moves: reads calendars once more that were read a while ago. One that doesn't answer in time
 * counts as it is known, and goes on being read.
 */
export async function refreshBusyTimes(deps: Reading): Promise<void> {
	const { promise: waited, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, bookingWaitsMs);
	// The reason is kept with the calendar; a booking never fails for it.
	const read = readDueSources(deps, recentMs, true).catch(() => undefined);
	await Promise.race([read, waited]);
	clearTimeout(timer);
}

/** The caller's calendars and choices, and what the firm has set. */
export async function getBusyTimes({ db, clock }: Reading, userId: string) {
	const sources = await db
		.select()
		.from(busySourcesTable)
		.where(eq(user_id, userId))
		.orderBy(asc(busySourcesTable.created_at));
	const { source_id, starts } = busyTimesTable;
	const ids = sources.map((source) => source.id);
	const next = await db
		.select({ source_id, starts: min(starts) })
		.from(busyTimesTable)
		.where(and(inArray(source_id, ids), gt(starts, clock())))
		.groupBy(source_id);
	const [settings] = await db.select({ unread: busySettingsTable.unread }).from(busySettingsTable);
	return {
		takes_calls: (await db.$count(callTakersTable, eq(callTakersTable.user_id, userId))) > 0,
		unread: settings?.unread ?? ("keep" as const),
		sources: sources.map(({ id, host, last_four, events, unreadable, read_at, failure, unread_until }) => ({
			id,
			host,
			last_four,
			events,
			unreadable,
			read_at: read_at.toISOString(),
			next_busy: next.find((each) => each.source_id === id)?.starts?.toISOString() ?? null,
			failure,
			/** For so long that colleagues are told, too. */
			is_unread: unread_until !== null,
		})),
	};
}

const tooMany = () => invalidInput({ url: "You have three calendars already. Remove one first." });

/** Reads a calendar, and keeps its address if that succeeds. @throws {HttpError} 422 with the reason in words */
export async function addSource(deps: Reading, userId: string, url: string): Promise<void> {
	const { db, settings, clock } = deps;
	if ((await db.$count(busySourcesTable, eq(user_id, userId))) >= mostSources) throw tooMany();
	const { spans, read } = await readAddress(deps, url, { user_id: userId }).catch((error) => {
		throw error instanceof CalendarProblem ? invalidInput({ url: error.message }) : error;
	});
	const now = clock();
	const sourceId = randomUUID();
	await db.transaction(async (tx) => {
		await beginCalls(tx, now);
		if ((await tx.$count(busySourcesTable, eq(user_id, userId))) >= mostSources) throw tooMany();
		await tx.insert(busySourcesTable).values({
			...read,
			...sealSecret(settings, sourceId, Buffer.from(url)),
			id: sourceId,
			user_id: userId,
			host: new URL(url.replace(/^webcals?:/i, "https:")).hostname,
			last_four: url.slice(-4),
			created_at: now,
			checked_at: now,
			read_at: now,
			events: spans?.events ?? 0,
			unreadable: spans?.unreadable ?? 0,
		});
		if (spans) await storeSpans(tx, sourceId, spans);
	});
}

const ownSource = (sourceId: string, userId: string) => and(eq(id, sourceId), eq(user_id, userId));

/** Reads one of the caller's calendars now. @throws {HttpError} 404 */
export async function testSource(deps: Reading, userId: string, sourceId: string): Promise<void> {
	const [source] = await deps.db
		.update(busySourcesTable)
		.set({ checked_at: deps.clock() })
		.where(ownSource(sourceId, userId))
		.returning();
	if (!source) throw notFound("This calendar");
	await readSource(deps, source);
}

/** Forgets one of the caller's calendars and its times. @throws {HttpError} 404 */
export async function removeSource({ db }: Pick<Reading, "db">, userId: string, sourceId: string): Promise<void> {
	const removed = await db.delete(busySourcesTable).where(ownSource(sourceId, userId)).returning({ id });
	if (removed.length === 0) throw notFound("This calendar");
}

/** Whether the caller takes calls. */
export async function setTakesCalls({ db }: Pick<Reading, "db">, userId: string, takesCalls: boolean): Promise<void> {
	if (takesCalls) await db.insert(callTakersTable).values({ user_id: userId }).onConflictDoNothing();
	else await db.delete(callTakersTable).where(eq(callTakersTable.user_id, userId));
}

/** What the firm does while a calendar can't be read. */
export async function setUnread({ db }: Pick<Reading, "db">, unread: "keep" | "none"): Promise<void> {
	await db.transaction(async (tx) => {
		await beginCalls(tx, new Date(0));
		const isRow = { id: busySettingsId, unread };
		await tx
			.insert(busySettingsTable)
			.values(isRow)
			.onConflictDoUpdate({ target: busySettingsTable.id, set: { unread } });
	});
}

/** Keeps the domain that ids of calls have now, beside those that they had earlier. */
export async function rememberDomain(db: Database, domain: string): Promise<void> {
	const lower = domain.toLowerCase();
	const added = sql`array_append(${busySettingsTable.domains}, ${lower})`;
	await db
		.insert(busySettingsTable)
		.values({ id: busySettingsId, domains: [lower] })
		.onConflictDoUpdate({
			target: busySettingsTable.id,
			set: { domains: added },
			setWhere: sql`not ${lower} = any(${busySettingsTable.domains})`,
		});
}
