import { randomUUID } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import { z } from "zod";
import { inboundMailboxesTable } from "#features/inbound/inbound.table.ts";
import type { IntakeHooks } from "#features/inbound/intake/hooks.ts";
import {
	type IntakeDeps,
	type MailboxPlace,
	mostMessageBytes,
	takeIn,
} from "#features/inbound/intake/take-in.server.ts";
import { headerEnd, maxHeaderBytes } from "#features/inbound/message/mime-parts.ts";
import { HttpError, isConnectionFailure } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { isSystemFailure } from "#platform/process/worker.server.ts";
import { holdSource, letGo, watchSource, withArrivalFile } from "./source-states.server.ts";

type ImapDeps = IntakeDeps & Pick<Deps, "stopping">;
type ImapSettings = NonNullable<Settings["inbound"]["imap"]>;

/** IDLE is broken and begun again this often: servers forget those who are silent for half an hour. */
const idleMs = 5 * 60_000;
/** Often enough that another process takes over within a minute. */
const renewEveryMs = 10_000;
/** How often a process that does not read asks whether it may. */
const askEveryMs = 5_000;
/** After which a message is put aside that the database refuses. */
const mostTries = 3;
const longestPauseMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Reads the mailbox, in one process of the site.
 * @param wait between two attempts; shorter in tests
 * @returns a function that ends this and waits for it
 */
export function watchMailbox(deps: ImapDeps, hooks: IntakeHooks, wait = pause): () => Promise<void> {
	const { imap } = deps.settings.inbound;
	if (!imap) return async () => undefined;
	const running = readForGood(deps, hooks, imap, wait);
	return () => running;
}

async function readForGood(deps: ImapDeps, hooks: IntakeHooks, imap: ImapSettings, wait: typeof pause): Promise<void> {
	const { stopping, metrics } = deps;
	const holder = randomUUID();
	const watch = watchSource(deps, "imap");
	/** How often the database has refused a message. */
	const refused = new Map<number, number>();
	let pauseMs = 0;
	// The program's own database server has one process: so a process that still holds the mailbox was killed.
	if (!deps.settings.databaseUrl) await letGo(deps, "imap").catch(() => undefined);
	while (!stopping.aborted) {
		const held = await holdSource(deps, "imap", holder).catch(() => false);
		if (!held) {
			await wait(askEveryMs, stopping);
			continue;
		}
		const lost = new AbortController();
		const renewal = setInterval(async () => {
			// Without the database nothing can be taken in, and another process may have taken over.
			if (!(await holdSource(deps, "imap", holder).catch(() => false))) lost.abort();
		}, renewEveryMs).unref();
		try {
			const ended = AbortSignal.any([stopping, lost.signal]);
			await readWhileConnected(deps, hooks, imap, ended, refused, async () => {
				pauseMs = 0;
				metrics.inboundConnected.set(1);
				await watch.succeeded();
			});
		} catch (error) {
			const { reason, isRefused } = failureOf(error);
			await watch.failed(reason);
			pauseMs = isRefused ? longestPauseMs : Math.min(Math.max(pauseMs * 2, 1_000), longestPauseMs);
		} finally {
			metrics.inboundConnected.set(0);
		}
		// The lease is kept during the pause, because another process would fail in the same way.
		if (!lost.signal.aborted) await wait(pauseMs, AbortSignal.any([stopping, lost.signal]));
		clearInterval(renewal);
	}
	await letGo(deps, "imap", holder).catch(() => undefined);
}

/** @param signal ends it early */
const pause = (ms: number, signal: AbortSignal) =>
	setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** Looks at what is new, whenever the server says so and every `pollSeconds`, until the connection or the right to it ends. */
async function readWhileConnected(
	deps: ImapDeps,
	hooks: IntakeHooks,
	imap: ImapSettings,
	ended: AbortSignal,
	refused: Map<number, number>,
	onRead: () => Promise<void>,
): Promise<void> {
	const client = await connect(imap);
	let failure: unknown;
	let wake = () => {};
	client.on("exists", () => wake());
	client.on("close", () => {
		failure ??= new Error("the connection was closed");
		wake();
	});
	client.on("error", (error) => {
		failure = error;
		wake();
	});
	const end = () => wake();
	ended.addEventListener("abort", end);
	try {
		await client.connect();
		await client.mailboxOpen(mailboxIn(imap));
		while (!ended.aborted) {
			const changed = new Promise<void>((resolve) => {
				wake = resolve;
			});
			if (failure) throw failure;
			await readNew(deps, hooks, imap, client, ended, refused);
			await onRead();
			const waiting = new AbortController();
			await Promise.race([changed, pause(imap.pollSeconds * 1000, AbortSignal.any([ended, waiting.signal]))]);
			waiting.abort();
		}
	} finally {
		ended.removeEventListener("abort", end);
		client.close();
	}
}

const mailboxIn = ({ url }: ImapSettings) => decodeURIComponent(new URL(url).pathname.slice(1)) || "INBOX";

/** The mailbox as the cursor names it: without a password. */
function placeName(imap: ImapSettings): string {
	const { hostname, username } = new URL(imap.url);
	return `${decodeURIComponent(username)}@${hostname}/${mailboxIn(imap)}`;
}

async function connect(imap: ImapSettings): Promise<ImapFlow> {
	const { hostname, password, port, protocol, username } = new URL(imap.url);
	const secure = protocol === "imaps:";
	const isThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
	const user = decodeURIComponent(username);
	const { ImapFlow } = await import("imapflow");
	return new ImapFlow({
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port) || (secure ? 993 : 143),
		secure,
		// A password is never sent in the clear, even if someone on the way removes STARTTLS from the greeting.
		...(!secure && !isThisMachine && { doSTARTTLS: true }),
		auth: imap.oauth
			? { user, accessToken: await fetchToken(imap.oauth) }
			: { user, pass: decodeURIComponent(password) },
		logger: false,
		autoIdleDelay: 50,
		maxIdleTime: idleMs,
	});
}

const tokenSchema = z.object({ access_token: z.string() });

async function fetchToken({ tokenUrl, clientId, clientSecret, scope }: NonNullable<ImapSettings["oauth"]>) {
	const response = await fetch(tokenUrl, {
		method: "POST",
		body: new URLSearchParams({
			grant_type: "client_credentials",
			client_id: clientId,
			client_secret: clientSecret,
			scope,
		}),
		signal: AbortSignal.timeout(30_000),
	});
	if (!response.ok)
		throw new SignInRefused(
			`The token server responded with ${response.status}. Check the INBOUND_IMAP_OAUTH_… settings.`,
		);
	return tokenSchema.parse(await response.json()).access_token;
}

class SignInRefused extends Error {}

async function readNew(
	deps: ImapDeps,
	hooks: IntakeHooks,
	imap: ImapSettings,
	client: ImapFlow,
	ended: AbortSignal,
	refused: Map<number, number>,
): Promise<void> {
	const open = client.mailbox;
	if (!open) throw new Error("the mailbox is not open");
	const mailbox = placeName(imap);
	const uidValidity = Number(open.uidValidity);
	const [cursor] = await deps.db.select().from(inboundMailboxesTable).where(eq(inboundMailboxesTable.mailbox, mailbox));
	const now = deps.clock();
	if (!cursor) {
		// Messages that were there before the first start are skipped.
		const values = { mailbox, uid_validity: uidValidity, last_uid: open.uidNext - 1, looked_at: now };
		await deps.db.insert(inboundMailboxesTable).values(values).onConflictDoNothing();
		return;
	}
	const isSame = cursor.uid_validity === uidValidity;
	const uids = isSame
		? await newerThan(client, cursor.last_uid)
		: await arrivedSince(client, new Date(cursor.looked_at.getTime() - dayMs));
	for (const uid of uids) {
		if (ended.aborted) return;
		await readOne(deps, hooks, client, { mailbox, uidValidity, uid }, refused);
	}
	await deps.db
		.update(inboundMailboxesTable)
		.set({
			looked_at: now,
			...(!isSame && { uid_validity: uidValidity, last_uid: Math.max(open.uidNext - 1, uids.at(-1) ?? 0) }),
		})
		.where(eq(inboundMailboxesTable.mailbox, mailbox));
}

/** In a range that ends with `*` the last message is always among the answers, however old it is. */
async function newerThan(client: ImapFlow, lastUid: number): Promise<number[]> {
	const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || [];
	return found.filter((uid) => uid > lastUid).sort((a, b) => a - b);
}

async function arrivedSince(client: ImapFlow, since: Date): Promise<number[]> {
	const found = (await client.search({ since }, { uid: true })) || [];
	return found.sort((a, b) => a - b);
}

/** Reads a message without marking it, takes it in, and only then marks it as read. It stays where it is. */
async function readOne(
	deps: ImapDeps,
	hooks: IntakeHooks,
	client: ImapFlow,
	place: MailboxPlace,
	refused: Map<number, number>,
): Promise<void> {
	const range = String(place.uid);
	const about = await client.fetchOne(range, { size: true, internalDate: true }, { uid: true });
	// Someone has deleted it meanwhile.
	if (!about) return;
	const size = about.size ?? 0;
	const isTooLarge = size > mostMessageBytes;
	const isThere = await withArrivalFile(deps.settings, async (path) => {
		const bytes = await download(client, range, isTooLarge, path);
		if (bytes === undefined) return false;
		const at = about.internalDate && new Date(about.internalDate);
		const tries = refused.get(place.uid) ?? 0;
		await takeIn(deps, hooks, {
			source: "imap",
			path,
			size: isTooLarge ? size : bytes,
			place,
			isTooLarge,
			// It must not keep those behind it waiting for ever.
			isUnreadable: tries >= mostTries,
			...(at && { at }),
		}).catch((error: unknown) => {
			const isOutage = isConnectionFailure(error) || isSystemFailure(error) || error instanceof HttpError;
			if (!isOutage) refused.set(place.uid, tries + 1);
			deps.logger.error({ err: error, uid: place.uid, tries }, "an email in the mailbox could not be stored");
			throw error;
		});
		refused.delete(place.uid);
		return true;
	});
	if (isThere) await client.messageFlagsAdd(range, ["\\Seen"], { uid: true });
}

/** So much of a message is in memory at a time. */
const pieceBytes = 256 * 1024;
const headerPieceBytes = 64 * 1024;

/** @returns how many bytes were written, or undefined for a message that someone has deleted meanwhile */
async function download(client: ImapFlow, range: string, headerOnly: boolean, path: string) {
	await using file = await open(path, "wx", 0o600);
	const maxLength = headerOnly ? headerPieceBytes : pieceBytes;
	for (let start = 0; ; ) {
		const fetched = await client.fetchOne(range, { source: { start, maxLength } }, { uid: true });
		if (!fetched) return undefined;
		const length = await writeAll(file, fetched.source);
		start += length;
		// The header may be as large as the message.
		const isEnough = headerOnly && (start > maxHeaderBytes || headerEnd(fetched.source ?? Buffer.of()) < length);
		if (length < maxLength || isEnough) return start;
	}
}

async function writeAll(file: FileHandle, bytes: Buffer | undefined): Promise<number> {
	if (!bytes) throw new Error("the server responded without the message");
	await file.writeFile(bytes);
	return bytes.length;
}

function failureOf(error: unknown): { reason: string; isRefused: boolean } {
	if (error instanceof SignInRefused) return { reason: `The sign-in was refused. ${error.message}`, isRefused: true };
	if (!(error instanceof Error))
		return { reason: "The mailbox can't be read. Check INBOUND_IMAP_URL.", isRefused: false };
	if ("authenticationFailed" in error && error.authenticationFailed) {
		return { reason: "The mail server refused the sign-in. Check INBOUND_IMAP_URL.", isRefused: true };
	}
	const code = "code" in error ? ` (${String(error.code)})` : "";
	return { reason: `The mailbox can't be read${code}. Check INBOUND_IMAP_URL.`, isRefused: false };
}
