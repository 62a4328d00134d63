import { randomUUID } from "node:crypto";
import { z } from "zod";
import { timeField, trapField } from "#lib/submission.ts";
import type { Actor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { findMalware } from "#platform/files/malware-scan.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { secondsSince } from "./form-time.server.ts";
import { quarantineTable } from "./quarantine.table.ts";
import { announceQuarantined } from "./quarantine-notices.server.ts";
import { isSuspect, sameText, suspicions } from "./spam.ts";
import type { FormName } from "./waiting-forms.ts";

export type QuarantineDeps = Pick<Deps, "db" | "storage" | "clock" | "logger" | "settings" | "rateLimits" | "jobs">;

/** The parts of a valid form that matter here. */
export type Inspection = {
	form: FormName;
	fields: Record<string, unknown>;
	/** Given and family name. */
	names: readonly string[];
	phone: string;
	subject: string;
	text: string;
	file?: UploadedFile;
};

/** Says that a form was on hold since it was sent and has been released. */
export type Released = {
	/** Who released it. */
	actor: Actor;
	sentAt: Date;
	/** Its id while it was on hold. */
	heldId: string;
	/** Deletes the submission on hold in the transaction that writes its record, or refuses. */
	remove: (tx: Database) => Promise<void>;
};

const pageText = z.string({ error: "Please enter text." }).nullish();
/** What the page adds to every public form, besides the fields of its subject. */
export const pageFieldsSchema = z.object({ [trapField]: pageText, [timeField]: pageText });

/** An impatient visitor sends a text again, but not a fourth time in a day. */
const sameTextLimit: RateLimit = { name: "same-text", points: 3, seconds: 24 * 60 * 60 };

/** Whether a text has been sent too often today. Each call counts as one. */
export const isRepeatedText = async ({ rateLimits }: Pick<Deps, "rateLimits">, text: string) =>
	text !== "" && (await rateLimits.count(sameTextLimit, sameText(text))) !== undefined;

/**
 * Puts a form that looks like spam on hold for staff to review.
 * @param page what the page itself has sent along
 * @param hold what else is stored with it
 * @returns whether it has done so
 */
export async function quarantineSuspect(
	deps: QuarantineDeps,
	page: z.infer<typeof pageFieldsSchema>,
	{ form, fields, file, ...written }: Inspection,
	hold?: (tx: Database, heldId: string) => Promise<void>,
): Promise<boolean> {
	const malware = file && (await findMalware(deps, file.content));
	const reasons = suspicions({
		infected: malware !== undefined,
		trap: page[trapField] ?? "",
		seconds: secondsSince(deps.settings, page[timeField] ?? "", deps.clock()),
		...written,
		repeated: await isRepeatedText(deps, written.text),
	});
	if (!isSuspect(reasons)) return false;
	// Malware is kept from staff: it is stored nowhere, and the form arrives without it.
	const stored = file && !malware ? await storeFile(deps, file) : undefined;
	await deps.db.transaction(async (tx) => {
		const file_name = stored && file && storableName(file.name);
		const row = await insertRow(tx, quarantineTable, { form, fields, reasons, file: stored, file_name });
		await hold?.(tx, row.id);
	});
	deps.logger.info({ form, reasons }, "a submission looks like spam and is on hold");
	await announceQuarantined(deps);
	return true;
}

/** The end of the name, which shows the kind of file, without characters that PostgreSQL refuses. */
const storableName = (name: string) => name.slice(-200).toWellFormed().replaceAll("\0", "");

/** The file is stored before its row, as always, so that a process killed in between leaves no row without its file. */
async function storeFile({ storage }: QuarantineDeps, file: UploadedFile): Promise<string> {
	const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? "";
	const name = `${randomUUID()}${extension.toLowerCase()}`;
	await storage.put("quarantine", name, file.content);
	return name;
}
