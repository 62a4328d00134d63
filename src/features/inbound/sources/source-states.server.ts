import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { inboundSources } from "#features/inbound/inbound.schema.ts";
import { inboundSourcesTable } from "#features/inbound/inbound.table.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

export type InboundSource = (typeof inboundSources)[number];

/** Where messages lie while they are read; shared with uploads, whose leftovers are removed every hour. */
export async function arrivalsFolder({ dataDir }: Pick<Settings, "dataDir">): Promise<string> {
	const folder = join(dataDir, "uploads");
	await mkdir(folder, { recursive: true });
	return folder;
}

/** Lends a name in that folder, whose file is removed afterwards. */
export async function withArrivalFile<T>(settings: Settings, use: (path: string) => Promise<T>): Promise<T> {
	const path = join(await arrivalsFolder(settings), randomUUID());
	try {
		return await use(path);
	} finally {
		await rm(path, { force: true });
	}
}

type StateDeps = Pick<Deps, "db" | "metrics" | "logger">;

/** A success is written down as often as this; screens need no more. */
const noteEveryMs = 30_000;

/** Notes how a source fares, in the database when that changes and now and then. */
export function watchSource({ db, metrics, logger }: StateDeps, source: InboundSource) {
	let noted = 0;
	let failing: string | undefined;

	async function write(
		values: Partial<typeof inboundSourcesTable.$inferInsert>,
		set: PgUpdateSetSource<typeof inboundSourcesTable> = values,
	): Promise<void> {
		const { source: target } = inboundSourcesTable;
		await db
			.insert(inboundSourcesTable)
			.values({ source, ...values })
			.onConflictDoUpdate({ target, set });
	}

	return {
		async succeeded(): Promise<void> {
			metrics.inboundLastSuccess.set({ source }, Date.now() / 1000);
			if (failing === undefined && Date.now() - noted < noteEveryMs) return;
			if (failing !== undefined) logger.info({ source }, "incoming email is read again");
			failing = undefined;
			noted = Date.now();
			await write({ connected: true, last_success_at: new Date(), last_error: null, failing_since: null });
		},
		/** @param reason in words for staff, without a password */
		async failed(reason: string): Promise<void> {
			if (failing !== reason) logger.warn({ source, reason }, "incoming email cannot be read");
			failing = reason;
			const state = { connected: false, last_error: reason };
			const since = sql`coalesce(${inboundSourcesTable.failing_since}, now())`;
			// Without the database nothing is read either; that is reported elsewhere.
			await write({ ...state, failing_since: new Date() }, { ...state, failing_since: since }).catch(() => undefined);
		},
	};
}

/** What staff see of the sources that are set up. */
export async function describeSources({ db, settings }: Pick<Deps, "db" | "settings">) {
	const { address, plus, unmatched, imap, webhookSecret, dir } = settings.inbound;
	const rows = await db.select().from(inboundSourcesTable);
	const imapUrl = imap && new URL(imap.url);
	const places: Record<InboundSource, string | undefined> = {
		imap: imapUrl && `${imapUrl.hostname}${imapUrl.pathname}`,
		webhook: webhookSecret && new URL("/api/inbound-mail", settings.siteUrl).href,
		folder: dir,
	};
	return {
		address,
		plus,
		unmatched,
		sources: inboundSources.flatMap((source) => {
			const place = places[source];
			if (!place) return [];
			const row = rows.find((one) => one.source === source);
			const { last_success_at = null, last_error = null, failing_since = null } = row ?? {};
			// A webhook has no connection to lose.
			const connected = source === "webhook" || (row?.connected ?? false);
			return [withIsoDates({ source, place, connected, last_success_at, last_error, failing_since })];
		}),
	};
}

const leaseSeconds = 30;

/** Takes or keeps the right to read a source alone. @returns whether this process has it */
export async function holdSource({ db }: Pick<Deps, "db">, source: InboundSource, holder: string): Promise<boolean> {
	const until = sql`now() + ${leaseSeconds} * interval '1 second'`;
	const rows = await db
		.insert(inboundSourcesTable)
		.values({ source, holder, held_until: until })
		.onConflictDoUpdate({
			target: inboundSourcesTable.source,
			set: { holder, held_until: until },
			setWhere: sql`${inboundSourcesTable.holder} = ${holder} or coalesce(${inboundSourcesTable.held_until}, now()) <= now()`,
		})
		.returning({ source: inboundSourcesTable.source });
	return rows.length > 0;
}

/** Lets another process take over at once. Removes the holder, no matter which process it is. */
export async function letGo({ db }: Pick<Deps, "db">, source: InboundSource, holder?: string): Promise<void> {
	await db
		.update(inboundSourcesTable)
		.set({ holder: null, held_until: null, connected: false })
		.where(and(eq(inboundSourcesTable.source, source), holder ? eq(inboundSourcesTable.holder, holder) : undefined));
}
