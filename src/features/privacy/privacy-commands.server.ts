import { dirname } from "node:path";
import { Readable } from "node:stream";
import { readEmailAddress } from "#lib/reach/email-address.ts";
import { system } from "#platform/database/actor.server.ts";
import { syncFolder, writeSynced } from "#platform/files/durable-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { exportPerson } from "./export-person.server.ts";
import { erasureLabel } from "./privacy.schema.ts";
import { erasePerson } from "./privacy.server.ts";

/** @param path of the file to write, for its owner only */
export async function exportByCommand(
	deps: Pick<Deps, "db" | "storage" | "clock">,
	sources: readonly RecordSource[],
	typed: string,
	path: string,
): Promise<string> {
	const email = readEmailAddress(typed);
	if (!email) throw new Error(`${typed} is not an email address.`);
	const archive = await exportPerson(deps, sources, email);
	await writeSynced(path, Readable.from(archive));
	await syncFolder(dirname(path));
	return `Everything about ${email} is in ${path}.`;
}

export async function eraseByCommand(
	deps: Pick<Deps, "db" | "storage" | "settings">,
	sources: readonly RecordSource[],
	typed: string,
): Promise<string> {
	const email = readEmailAddress(typed) ?? typed;
	const { kept_invoices, account, counts, note } = await erasePerson(deps, sources, system, email);
	const erased = Object.entries(counts).map(([kind, count]) => `${erasureLabel(kind)}: ${count}`);
	return [
		`Erased all data about ${email}. ${erased.join(", ")}, Accounts: ${account ? 1 : 0}.`,
		...(kept_invoices.length > 0 ? [`Invoices kept for your records: ${kept_invoices.join(", ")}.`] : []),
		...(note ? [note] : []),
		"Existing backups will contain the data until they're replaced.",
	].join("\n");
}
