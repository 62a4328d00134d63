import { and, eq, gte, lt } from "drizzle-orm";
import { Hono } from "hono";
import { z } from "zod";
import { timeInUtc } from "#lib/fields.ts";
import type { LiveChange, LiveEvent } from "#lib/live.ts";
import type { Database } from "#platform/database/database.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import type { Metrics } from "#platform/process/metrics.server.ts";
import type { Change, ChangeFeed } from "./change-feed.server.ts";
import { deletionsTable } from "./deletions.table.ts";

/** Reads the rows that a notice names, in the form in which their own endpoints present them. */
export type LiveSource = (ids: string[]) => Promise<{ id: string }[]>;

export type LiveOptions = {
	db: Database;
	changes: ChangeFeed;
	logger: Logger;
	metrics: Metrics;
	/** Sources by table. Changes to other tables are never sent. */
	sources: Record<string, LiveSource>;
	/** Announces who is looking at what. */
	presence?: { subscribe(listener: (event: object) => void): () => void };
	/** Checked again before every delivery, so that the stream ends when a role is revoked or a session ends. */
	mayListen(authorization: string | undefined): Promise<boolean>;
	/** Ends every stream, so that stopping the server doesn't have to wait for them. */
	stopping: AbortSignal;
};

type Connection = {
	authorization: string | undefined;
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
 * table. Each changed row is read and serialized once, no matter how many clients listen.
 */
export function liveApi({ db, changes, logger, metrics, sources, presence, mayListen, stopping }: LiveOptions) {
	const connections = new Set<Connection>();
	metrics.live.count = () => connections.size;
	const pending = new Map<string, Change>();
	let draining = false;

	/** @param bytes none to look only who may still listen */
	async function broadcast(bytes?: Uint8Array): Promise<void> {
		// Checks each session once, no matter how many tabs it has open.
		const bySession = Map.groupBy(connections, (connection) => connection.authorization);
		await Promise.all(
			[...bySession].map(async ([authorization, tabs]) => {
				const allowed = await mayListen(authorization).catch(() => false);
				for (const tab of tabs) {
					if (!allowed) tab.end();
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

	async function toEvent(batch: Change[]): Promise<Uint8Array> {
		if (batch.length > pendingLimit) return gap;
		try {
			return encodeEvent("changes", await readChanges(batch, sources));
		} catch (error) {
			logger.error({ err: error }, "changed rows could not be read for the live stream");
			return gap;
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
		onGap: () => void broadcast(gap),
	});
	const leavePresence = presence?.subscribe((event) => void broadcast(encodeEvent("presence", event)));
	const beat = setInterval(() => void broadcast(heartbeat), heartbeatMs).unref();
	stopping.addEventListener("abort", () => {
		clearInterval(beat);
		unsubscribe();
		leavePresence?.();
		for (const connection of connections) connection.end();
	});

	return new Hono()
		.get(
			"/",
			(c) =>
				new Response(openStream(connections, c.req.header("authorization")), {
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
			const { table_name, row_id, deleted_at } = deletionsTable;
			const rows = await db
				.select({ id: row_id })
				.from(deletionsTable)
				.where(and(eq(table_name, table), gte(deleted_at, new Date(since))));
			return c.json({ ids: rows.map((row) => row.id) });
		});
}

function openStream(connections: Set<Connection>, authorization: string | undefined): ReadableStream<Uint8Array> {
	let connection: Connection;
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				const leave = () => connections.delete(connection);
				connection = {
					authorization,
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

async function readChanges(batch: Change[], sources: LiveOptions["sources"]): Promise<LiveChange[]> {
	const rows = new Map<string, { id: string }>();
	for (const [table, changes] of Map.groupBy(batch, (change) => change.table)) {
		const ids = changes.filter((change) => change.operation !== "delete").map((change) => change.id);
		for (const row of (await sources[table]?.(ids)) ?? []) rows.set(row.id, row);
	}
	return batch.map(({ table, operation, id }) => {
		const row = rows.get(id);
		return row && operation !== "delete" ? { table, operation, row } : { table, operation: "delete", id };
	});
}
