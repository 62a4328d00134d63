import { and, eq, gte, lt } from "drizzle-orm";
import { Hono } from "hono";
import { z } from "zod";
import type { Areas } from "#lib/access/areas.ts";
import { timeInUtc } from "#lib/fields.ts";
import type { LiveChange, LiveEvent } from "#lib/live.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Metrics } from "#platform/process/metrics.server.ts";
import { recordOf, sees } from "#records.ts";
import type { Change, ChangeFeed } from "./change-feed.server.ts";
import { deletionsTable } from "./deletions.table.ts";

/** A changed row, in the form in which its own endpoint presents it to someone with this limit; undefined if it doesn't. */
export type LiveRow = { id: string; for(limit: Areas): { id: string } | undefined };

/** Reads the rows that a notice names. */
export type LiveSource = (ids: string[]) => Promise<LiveRow[]>;

export type LiveOptions = {
	db: Database;
	changes: ChangeFeed;
	logger: Logger;
	metrics: Metrics;
	/** Sources by table. Changes to other tables are never sent. */
	sources: Record<string, LiveSource>;
	/** Announces who is looking at what. */
	presence?: { subscribe(listener: (event: { record_table: string }) => void): () => void };
	/**
	 * Asked again before every delivery, so that the stream ends when a role is revoked, a session ends, or a limit changes.
	 * Undefined for someone who may not listen.
	 */
	findListener(authorization: string | undefined): Promise<{ areas: Areas } | undefined>;
	/** Ends every stream, so that stopping the server doesn't have to wait for them. */
	stopping: AbortSignal;
};

type Connection = {
	authorization: string | undefined;
	/** To what its listener was limited when it began. */
	limit: string;
	send(bytes: Uint8Array): void;
	end(): void;
};

const heartbeatMs = 20_000;
/** A client with this much unread data is disconnected. It reconnects and catches up. */
const unreadLimit = 1024 * 1024;
/** Above this number of changed rows, catching up costs clients less than receiving each row. */
const pendingLimit = 1000;

const encoder = new TextEncoder();
const encodeEvent = (event: LiveEvent, data: unknown) =>
	encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

const ready = encodeEvent("ready", null);
const gap = encodeEvent("gap", null);
const heartbeat = encoder.encode(": still here\n\n");

const deletionsQuerySchema = z.object({
	table: z.string().max(63),
	since: timeInUtc(),
});

/** A tab that was asleep for longer than this keeps showing rows deleted in the meantime, until it is reloaded. */
const deletionRetentionMs = 30 * 24 * 60 * 60_000;

export async function deleteOldDeletions(db: Database, now: Date): Promise<void> {
	await db.delete(deletionsTable).where(lt(deletionsTable.deleted_at, new Date(now.getTime() - deletionRetentionMs)));
}

/**
 * GET / returns server-sent events. GET /deletions is for a client that missed some. Both are protected by the access
 * table. Each changed row is read once, and serialized once for each limit, no matter how many clients listen.
 */
export function liveApi({ db, changes, logger, metrics, sources, presence, findListener, stopping }: LiveOptions) {
	const connections = new Set<Connection>();
	metrics.live.count = () => connections.size;
	const pending = new Map<string, Change>();
	let draining = false;

	/** @param bytesFor what someone with this limit gets; none to look only who may still listen */
	async function broadcast(bytesFor: (limit: Areas) => Uint8Array | undefined = () => undefined): Promise<void> {
		const byLimit = new Map<string, Uint8Array | undefined>();
		// Checks each session once, no matter how many tabs it has open.
		const bySession = Map.groupBy(connections, (connection) => connection.authorization);
		await Promise.all(
			[...bySession].map(async ([authorization, tabs]) => {
				const listener = await findListener(authorization).catch(() => undefined);
				const limit = String(listener?.areas);
				if (listener && !byLimit.has(limit)) byLimit.set(limit, bytesFor(listener.areas));
				const bytes = byLimit.get(limit);
				for (const tab of tabs) {
					// With another limit, it begins anew with what may be seen now.
					if (!listener || tab.limit !== limit) tab.end();
					else if (bytes) tab.send(bytes);
				}
			}),
		);
	}

	/** One at a time, so that clients get the changes in order. */
	async function drain(): Promise<void> {
		if (draining) return;
		draining = true;
		while (pending.size > 0) {
			const batch = [...pending.values()];
			pending.clear();
			await broadcast(await toEvent(batch));
		}
		draining = false;
	}

	async function toEvent(batch: Change[]): Promise<(limit: Areas) => Uint8Array | undefined> {
		if (batch.length > pendingLimit) return () => gap;
		try {
			const changesFor = await readChanges(batch, sources);
			return (limit) => {
				const changes = changesFor(limit);
				return changes.length > 0 ? encodeEvent("changes", changes) : undefined;
			};
		} catch (error) {
			logger.error({ err: error }, "changed rows could not be read for the live stream");
			return () => gap;
		}
	}

	const unsubscribe = changes.subscribe({
		onChange(change) {
			// An ended session, or one that has to take its second step again: its stream ends now, not with the next event.
			if (change.table === "sessions") return void broadcast();
			if (connections.size === 0 || !sources[change.table] || pending.size > pendingLimit) return;
			const key = `${change.table} ${change.id}`;
			// A row that is inserted and then updated before it is read is still new to everyone.
			const operation =
				pending.get(key)?.operation === "insert" && change.operation === "update" ? "insert" : change.operation;
			pending.set(key, { ...change, operation });
			void drain();
		},
		onGap: () => void broadcast(() => gap),
	});
	const leavePresence = presence?.subscribe(
		(event) =>
			void broadcast((limit) => (sees(limit, event.record_table) ? encodeEvent("presence", event) : undefined)),
	);
	const beat = setInterval(() => void broadcast(() => heartbeat), heartbeatMs).unref();
	stopping.addEventListener("abort", () => {
		clearInterval(beat);
		unsubscribe();
		leavePresence?.();
		for (const connection of connections) connection.end();
	});

	return new Hono<AccountEnv>()
		.get(
			"/",
			(c) =>
				new Response(openStream(connections, c.req.header("authorization"), String(c.get("account").areas)), {
					headers: {
						"content-type": "text/event-stream",
						"cache-control": "no-store",
						// Without this header, nginx would hold events until its buffer is full.
						"x-accel-buffering": "no",
					},
				}),
		)
		.get("/deletions", validateQuery(deletionsQuerySchema), async (c) => {
			const { table, since } = c.req.valid("query");
			if (!seesDeletions(c.get("account").areas, table)) return c.json({ ids: [] });
			const { table_name, row_id, deleted_at } = deletionsTable;
			const rows = await db
				.select({ id: row_id })
				.from(deletionsTable)
				.where(and(eq(table_name, table), gte(deleted_at, new Date(since))));
			return c.json({ ids: rows.map((row) => row.id) });
		});
}

/** What a deleted row belonged to is unknown, but its notice has nothing but an id. */
const seesDeletions = (limit: Areas, table: string) => recordOf(table)?.area === "record" || sees(limit, table);

function openStream(
	connections: Set<Connection>,
	authorization: string | undefined,
	limit: string,
): ReadableStream<Uint8Array> {
	let connection: Connection;
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				const leave = () => connections.delete(connection);
				connection = {
					authorization,
					limit,
					send(bytes) {
						// The client may have left while its token was being checked.
						if (!connections.has(connection)) return;
						if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(bytes);
						leave();
						controller.error(new Error("the client reads too slowly"));
					},
					end() {
						if (leave()) controller.close();
					},
				};
				connections.add(connection);
				connection.send(ready);
			},
			cancel() {
				connections.delete(connection);
			},
		},
		new ByteLengthQueuingStrategy({ highWaterMark: unreadLimit }),
	);
}

/** @returns what someone with a limit may see of them */
async function readChanges(batch: Change[], sources: LiveOptions["sources"]): Promise<(limit: Areas) => LiveChange[]> {
	const rows = new Map<string, LiveRow>();
	for (const [table, changes] of Map.groupBy(batch, (change) => change.table)) {
		const ids = changes.filter((change) => change.operation !== "delete").map((change) => change.id);
		for (const row of (await sources[table]?.(ids)) ?? []) rows.set(row.id, row);
	}
	return (limit) =>
		batch.flatMap(({ table, operation, id }): LiveChange[] => {
			const changed = operation === "delete" ? undefined : rows.get(id);
			if (!changed || operation === "delete")
				return seesDeletions(limit, table) ? [{ table, operation: "delete", id }] : [];
			const row = changed.for(limit);
			return row ? [{ table, operation, row }] : [];
		});
}
