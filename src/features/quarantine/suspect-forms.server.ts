import { randomUUID } from "node:crypto";
import { type Reception, type SentForm, storeForm } from "#features/forms/reception.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { findMalware } from "#platform/files/malware-scan.server.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { insertRow } from "#platform/records/records.server.ts";
import { quarantineTable } from "./quarantine.table.ts";
import { announceQuarantined, writtenIn } from "./quarantine-notices.server.ts";
import { isSuspect, sameText, suspicions } from "./spam.ts";

type HoldDeps = Pick<Deps, "db" | "storage" | "logger" | "settings" | "rateLimits" | "jobs">;

/** An impatient visitor sends a text again, but not a fourth time in a day. */
const sameTextLimit: RateLimit = { name: "same-text", points: 3, seconds: 24 * 60 * 60 };

/** Whether a text has been sent too often today. Each call counts as one. */
export const isRepeatedText = async ({ rateLimits }: Pick<Deps, "rateLimits">, text: string) =>
	text !== "" && (await rateLimits.count(sameTextLimit, sameText(text))) !== undefined;

/**
 * Puts a form that looks like spam on hold for staff to review.
 * @param signs what the page itself tells of who has filled it in
 * @param hold what else is stored with it
 * @returns whether it has done so
 */
export async function holdSuspect(
	deps: HoldDeps,
	{ form, fields, file }: SentForm,
	signs: { trap: string; seconds: number | undefined },
	reception: Reception,
	hold?: (tx: Database, heldId: string) => Promise<void>,
): Promise<boolean> {
	const malware = file && (await findMalware(deps, file.content));
	const written = writtenIn(fields);
	const repeated = await isRepeatedText(deps, written.text);
	const reasons = suspicions({ infected: malware !== undefined, ...signs, ...written, repeated });
	if (!isSuspect(reasons)) return false;
	// Malware is kept from staff: it is stored nowhere, and the form arrives without it.
	const stored = file && !malware ? await storeFile(deps, file) : null;
	const file_name = stored && file && storableName(file.name);
	const { form_key } = reception;
	await storeForm(
		deps.db,
		reception,
		async (tx) => {
			const row = await insertRow(tx, quarantineTable, { form, fields, form_key, reasons, file: stored, file_name });
			await hold?.(tx, row.id);
		},
		() => removeFile(deps.storage, "quarantine", stored),
	);
	deps.logger.info({ form, reasons }, "a submission looks like spam and is on hold");
	await announceQuarantined(deps);
	return true;
}

/** The end of the name, which shows the kind of file, without characters that PostgreSQL refuses. */
const storableName = (name: string) => name.slice(-200).toWellFormed().replaceAll("\0", "");

/** The file is stored before its row, as always, so that a process killed in between leaves no row without its file. */
async function storeFile({ storage }: HoldDeps, file: UploadedFile): Promise<string> {
	const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? "";
	const name = `${randomUUID()}${extension.toLowerCase()}`;
	await storage.put("quarantine", name, file.content);
	return name;
}
