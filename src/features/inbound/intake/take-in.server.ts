import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { eq, sql } from "drizzle-orm";
import type { inboundOutcomes, inboundSources } from "#features/inbound/inbound.schema.ts";
import { inboundMailboxesTable, inboundMailsTable } from "#features/inbound/inbound.table.ts";
import {
	keyOfFile,
	readHeaderFile,
	readMessageFile,
	removeFiles,
} from "#features/inbound/message/message-reader.server.ts";
import type { MessageHeader, ReadMessage } from "#features/inbound/message/read-message.ts";
import { arrivalsFolder } from "#features/inbound/sources/source-states.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { announceQuarantined } from "#features/quarantine/quarantine-notices.server.ts";
import { type HoldReason, isSuspect, type SpamReason } from "#features/quarantine/spam.ts";
import { isRepeatedText } from "#features/quarantine/suspect-forms.server.ts";
import { placeOf, type ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import { system, withActor } from "#platform/database/actor.server.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import { findMalware } from "#platform/files/malware-scan.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { recordOf } from "#records.ts";
import { confirmInquiry, notifyStaff } from "./answers.server.ts";
import { noteReport } from "./bounces.server.ts";
import { type Decision, decide } from "./decide.ts";
import { gatherFacts, spamIn } from "./facts.server.ts";
import type { IntakeHooks } from "./hooks.ts";
import { type StoredFile, storeAsInquiry, storeInThread } from "./store-message.server.ts";

export type IntakeDeps = Pick<
	Deps,
	"db" | "jobs" | "storage" | "settings" | "clock" | "logger" | "rateLimits" | "metrics"
>;

/** A message that has just arrived. Its file is read and left where it is. */
export type Arrival = {
	source: (typeof inboundSources)[number];
	path: string;
	size: number;
	/** When the mail server accepted it, if that is known. */
	at?: Date;
	/** It is larger than the limit, so the file contains only its beginning. */
	isTooLarge?: boolean;
	/** Storing it has failed repeatedly, so only its bytes are stored. */
	isUnreadable?: boolean;
	/** Its place in the mailbox; the cursor advances with it. */
	place?: MailboxPlace;
};

export type MailboxPlace = { mailbox: string; uidValidity: number; uid: number };

export type TakenIn = {
	id: string;
	outcome: (typeof inboundOutcomes)[number];
	reason: string | null;
	duplicate: boolean;
};

/** Above this, only the header of a message is read. */
export const mostMessageBytes = 25 * 1024 * 1024;

/** Whoever stores or moves messages holds it, so that no two choose conversations at once. */
export const inboundLock = "inbound mails";

/** Within this process; the lock in the database makes the other processes wait. */
const inTurn = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });

/**
 * Stores a message: its files first, then everything else in one transaction. The whole site handles one message at a
 * time, so a reply finds what it replies to, and a second delivery finds the first.
 */
export const takeIn = (deps: IntakeDeps, hooks: IntakeHooks, arrival: Arrival): Promise<TakenIn> =>
	inTurn(async () => {
		const read = await readArrival(deps, arrival);
		const taken = await storeUnlessKnown(deps, hooks, arrival, read).finally(
			() => read.message && removeFiles(read.message),
		);
		if (!taken.duplicate) {
			deps.metrics.inboundMails.inc({ source: arrival.source, outcome: taken.outcome });
			if (taken.outcome === "bounce" && taken.reason === "failed") deps.metrics.mailBounces.inc();
			deps.logger.info({ inbound: taken.id, outcome: taken.outcome, reason: taken.reason }, "an email was received");
			if (taken.outcome === "held") await announceQuarantined(deps);
		}
		return taken;
	});

/** The parts that could be read, and the key. */
type Read = { key: string; header?: MessageHeader; message?: ReadMessage; ignored?: "unreadable" | "too_large" };

async function readArrival(deps: IntakeDeps, { path, isTooLarge, isUnreadable }: Arrival): Promise<Read> {
	if (isUnreadable) return { key: await keyOfFile(path), ignored: "unreadable" };
	if (isTooLarge) {
		const header = await readHeaderFile(path);
		return "unreadable" in header
			? { key: header.unreadable, ignored: "too_large" }
			: { key: header.key, header, ignored: "too_large" };
	}
	const message = await readMessageFile(path, await arrivalsFolder(deps.settings));
	return "unreadable" in message
		? { key: message.unreadable, ignored: "unreadable" }
		: { key: message.key, header: message, message };
}

async function storeUnlessKnown(deps: IntakeDeps, hooks: IntakeHooks, arrival: Arrival, read: Read): Promise<TakenIn> {
	const known = await findKnown(deps.db, read.key);
	if (!known) return store(deps, hooks, arrival, read);
	if (arrival.place) await advance(deps.db, arrival.place, deps.clock());
	return { ...known, duplicate: true };
}

async function findKnown(db: Database, key: string): Promise<Omit<TakenIn, "duplicate"> | undefined> {
	const { id, outcome, reason } = inboundMailsTable;
	const [row] = await db.select({ id, outcome, reason }).from(inboundMailsTable).where(eq(inboundMailsTable.key, key));
	return row;
}

/** The files of a message have to be stored before its rows can be written. */
class FilesNeeded extends Error {}

async function store(deps: IntakeDeps, hooks: IntakeHooks, arrival: Arrival, read: Read): Promise<TakenIn> {
	const { message } = read;
	const spam = message ? await spamReasons(deps, message) : [];
	const first = message && (await decideOn(deps.db, deps, message, spam));
	const stored = await storeFiles(deps, arrival.path, first && keepsFiles(first) ? message : undefined, true);
	// The time before the transaction begins. The confirmation has the transaction's time, so it comes after the message that
	// it confirms.
	const now = deps.clock();
	try {
		const taken = await writeRowOfFile<TakenIn>(
			stored.remove,
			(write) => withActor(deps.db, system, write),
			(tx) => writeRows(tx, deps, hooks, { arrival, read, spam, stored, now }),
		);
		if (taken.duplicate) await stored.remove();
		return taken;
	} catch (error) {
		if (error instanceof FilesNeeded) return store(deps, hooks, arrival, read);
		throw error;
	}
}

const keepsFiles = ({ outcome }: Decision) => outcome === "thread" || outcome === "new";

const decideOn = async (db: Database, deps: IntakeDeps, message: ReadMessage, spam: SpamReason[]) =>
	decide(message, await gatherFacts(db, deps, message, spam), deps.settings.inbound.unmatched);

/** Returns the reasons only if their points add up to spam. */
async function spamReasons(deps: IntakeDeps, message: ReadMessage): Promise<SpamReason[]> {
	const reasons = spamIn(message, await isRepeatedText(deps, message.text));
	return isSuspect(reasons) ? reasons : [];
}

type Stored = {
	/** The name of the source; null if it contains malware. */
	source: string | null;
	/** Undefined if the message's files are not stored. */
	files: StoredFile[] | undefined;
	remove(): Promise<void>;
};

/** @param withSource whether the message itself is stored as received */
export async function storeFiles(
	deps: IntakeDeps,
	path: string,
	message: ReadMessage | undefined,
	withSource: boolean,
): Promise<Stored> {
	const names: [Bucket, string][] = [];
	const put = async (bucket: Bucket, content: Blob, ending = "") => {
		const name = `${randomUUID()}${ending}`;
		await deps.storage.put(bucket, name, content);
		names.push([bucket, name]);
		return name;
	};
	const remove = async () => {
		for (const [bucket, name] of names) await deps.storage.remove(bucket, name).catch(() => undefined);
	};
	try {
		const files: StoredFile[] = [];
		let infected = false;
		for (const { name, type, inline, contentId, path: written } of message?.files ?? []) {
			const blob = await openAsBlob(written);
			const malware = await findMalware(deps, blob);
			infected ||= malware !== undefined;
			const file = malware ? null : await put("mail-attachments", blob);
			files.push({ file, name, type, size: blob.size, inline, contentId });
		}
		const source = infected || !withSource ? null : await put("mail-sources", await openAsBlob(path), ".eml");
		return { source, files: message && files, remove };
	} catch (error) {
		await remove();
		throw error;
	}
}

type Writing = { arrival: Arrival; read: Read; spam: SpamReason[]; stored: Stored; now: Date };

async function writeRows(
	tx: Database,
	deps: IntakeDeps,
	hooks: IntakeHooks,
	{ arrival, read, spam, stored, now }: Writing,
): Promise<TakenIn> {
	await holdLock(tx, inboundLock);
	if (arrival.place) await advance(tx, arrival.place, now);
	const known = await findKnown(tx, read.key);
	if (known) return { ...known, duplicate: true };
	const at = arrival.at && arrival.at < now ? arrival.at : now;
	const { header, message } = read;
	const decision = message && (await decideOn(tx, deps, message, spam));
	if (decision && keepsFiles(decision) && !stored.files && message.files.length > 0) throw new FilesNeeded();
	const { id } = await insertRow(tx, inboundMailsTable, {
		source: arrival.source,
		key: read.key,
		message_id: header?.messageId ?? null,
		mailbox: arrival.place?.mailbox ?? null,
		uid_validity: arrival.place?.uidValidity ?? null,
		uid: arrival.place?.uid ?? null,
		at,
		from_name: header?.from?.name ?? null,
		from_address: header?.from?.address ?? null,
		subject: header?.subject ?? null,
		outcome: "ignored",
		reason: read.ignored ?? null,
		size: arrival.size,
		file: stored.source,
	});
	if (!decision) return { id, outcome: "ignored", reason: read.ignored ?? null, duplicate: false };
	const arrived = { inboundId: id, at, message, files: stored.files ?? [] };
	const noted = await carryOut(tx, deps, hooks, decision, arrived);
	await tx
		.update(inboundMailsTable)
		.set({ outcome: decision.outcome, ...noted })
		.where(eq(inboundMailsTable.id, id));
	return { id, outcome: decision.outcome, reason: noted.reason, duplicate: false };
}

type Noted = {
	reason: string | null;
	record_table?: ThreadRecord["table"];
	record_id?: string;
	thread_message_id?: string;
	mail_id?: string | null;
};

async function carryOut(
	tx: Database,
	deps: IntakeDeps,
	hooks: IntakeHooks,
	decision: Decision,
	arrived: { inboundId: string; at: Date; message: ReadMessage; files: readonly StoredFile[] },
): Promise<Noted> {
	const { message, inboundId, at } = arrived;
	switch (decision.outcome) {
		case "ignored":
			return { reason: decision.reason };
		case "bounce": {
			if (!message.report) throw new Error("a delivery report was expected, and the message has none");
			const { reason, mailId } = await noteReport(tx, message.report);
			return { reason, mail_id: mailId };
		}
		case "held":
			await holdMessage(tx, message, inboundId, decision.reasons, at);
			return { reason: decision.reasons[0] ?? null };
		case "thread": {
			const { record } = decision.named;
			const { messageId, calls } = await storeInThread(tx, hooks, record, { ...arrived, flags: decision.flags });
			if (calls) await notifyStaff(tx, deps, message, record, false, pathOf(record));
			return { reason: decision.reason, ...placeOf(record), thread_message_id: messageId };
		}
		case "new": {
			const record = await openInquiry(tx, deps, hooks, { ...arrived, flags: decision.flags }, decision.related);
			return { reason: null, ...placeOf(record), thread_message_id: record.messageId };
		}
	}
}

const pathOf = ({ table, id }: ThreadRecord) => recordOf(table)?.path(id) ?? "/admin";

/** Creates an inquiry from a message, notifies staff, and confirms it to the sender. */
export async function openInquiry(
	tx: Database,
	deps: Pick<IntakeDeps, "jobs" | "settings" | "clock">,
	hooks: IntakeHooks,
	arrived: Parameters<typeof storeAsInquiry>[1],
	related: ThreadRecord | undefined,
): Promise<ThreadRecord & { messageId: string }> {
	const { message } = arrived;
	const { id, messageId, inquiry } = await storeAsInquiry(tx, arrived, related);
	const record = { table: "contact_inquiries" as const, id };
	const { confirmation } = hooks.inquiryMails(id, inquiry);
	await confirmInquiry(tx, deps, message, id, { name: inquiry.name, confirmation });
	await notifyStaff(tx, deps, message, record, true, pathOf(record));
	return { ...record, messageId };
}

async function holdMessage(tx: Database, message: ReadMessage, inboundId: string, reasons: HoldReason[], at: Date) {
	const { from, subject, text } = message;
	await insertRow(tx, quarantineTable, {
		form: "email",
		fields: {
			firstName: from?.name ?? "",
			lastName: "",
			email: from?.address ?? "",
			subject,
			message: text,
			inboundId,
		},
		reasons,
		received_at: at,
	});
}

async function advance(db: Database, { mailbox, uidValidity, uid }: MailboxPlace, now: Date): Promise<void> {
	const { last_uid, uid_validity } = inboundMailboxesTable;
	await db
		.insert(inboundMailboxesTable)
		.values({ mailbox, uid_validity: uidValidity, last_uid: uid, looked_at: now })
		.onConflictDoUpdate({
			target: inboundMailboxesTable.mailbox,
			set: {
				uid_validity: uidValidity,
				last_uid: sql`case when ${uid_validity} = ${uidValidity} then greatest(${last_uid}, ${uid}) else ${uid} end`,
			},
		});
}
