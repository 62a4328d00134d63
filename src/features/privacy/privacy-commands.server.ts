import { dirname } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { system } from "#platform/database/actor.server.ts";
import { syncFolder, writeSynced } from "#platform/files/durable-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { erasePerson, exportPerson } from "./privacy.server.ts";

/** @param path of the file to write, for its owner only */
export async function exportByCommand(
	deps: Pick<Deps, "db" | "storage" | "clock">,
	email: string,
	path: string,
): Promise<string> {
	if (!z.email().safeParse(email).success) throw new Error(`${email} is not an email address.`);
	const archive = await exportPerson(deps, email);
	await writeSynced(path, Readable.from(archive));
	await syncFolder(dirname(path));
	return `Everything about ${email} is in ${path}.`;
}

export async function eraseByCommand(deps: Pick<Deps, "db" | "storage" | "settings">, email: string): Promise<string> {
	const { kept_invoices, account, ...counts } = await erasePerson(deps, system, email);
	const erased = Object.entries(counts).map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`);
	return [
		`Erased of ${email}: ${erased.join(", ")}, ${account ? "the account" : "no account"}.`,
		...(kept_invoices.length > 0 ? [`Invoices that stay, as the law demands: ${kept_invoices.join(", ")}.`] : []),
		"Older backups keep it until they are replaced.",
	].join("\n");
}
