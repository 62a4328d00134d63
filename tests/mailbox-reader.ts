import { vi } from "vitest";
import { inboundMailsTable } from "#features/inbound/inbound.table.ts";
import { watchMailbox } from "#features/inbound/sources/imap.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { intakeHooks } from "#wiring.server.ts";
import type { TestApp } from "./app.ts";

type ImapSettings = NonNullable<Settings["inbound"]["imap"]>;

/** What has come in, in its order. */
export const receivedSubjects = async (app: TestApp) =>
	(await app.deps.db.select().from(inboundMailsTable).orderBy(inboundMailsTable.uid)).map(({ subject }) => subject);

export const isConnected = async (app: TestApp) =>
	(await app.deps.metrics.inboundConnected.get()).values[0]?.value === 1;

export const becomes = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

export type Wait = NonNullable<Parameters<typeof watchMailbox>[2]>;

/**
 * Reads the mailbox as one process of the site.
 * @param options.alone on the database server that the program runs for itself
 * @returns a function that stops it
 */
export function startReading(
	app: TestApp,
	imap: Partial<ImapSettings> & { url: string },
	wait?: Wait,
	{ alone = false } = {},
) {
	const stopping = new AbortController();
	const inbound = { ...app.deps.settings.inbound, imap: { pollSeconds: 60, ...imap } };
	const databaseUrl = alone ? undefined : "postgres://shared";
	const deps = { ...app.deps, settings: { ...app.deps.settings, databaseUrl, inbound }, stopping: stopping.signal };
	const stop = watchMailbox(deps, intakeHooks(app.deps), wait);
	return async () => {
		stopping.abort();
		await stop();
	};
}

/** Reads it until `work` is done. */
export async function whileReading(app: TestApp, imap: string, work: () => Promise<unknown>, wait?: Wait) {
	const stop = startReading(app, { url: imap }, wait);
	try {
		await work();
	} finally {
		await stop();
	}
}

/** Connects again almost at once. @param waits gets how long it would have waited */
export const impatient =
	(waits: number[] = []): Wait =>
	async (ms) => {
		waits.push(ms);
		await new Promise((resolve) => setTimeout(resolve, 5));
	};
