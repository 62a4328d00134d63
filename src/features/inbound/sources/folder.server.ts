import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, lstat, readdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { failedFolder } from "#features/inbound/inbound-privacy.server.ts";
import type { IntakeHooks } from "#features/inbound/intake/hooks.ts";
import { type IntakeDeps, mostMessageBytes, type TakenIn, takeIn } from "#features/inbound/intake/take-in.server.ts";
import { maxHeaderBytes } from "#features/inbound/message/mime-parts.ts";
import { hasCode, makeFolderSync, syncFolder } from "#platform/files/durable-files.server.ts";
import { HttpError, isConnectionFailure } from "#platform/http/http-errors.server.ts";
import { repeat } from "#platform/jobs/repeat.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { isSystemFailure } from "#platform/process/worker.server.ts";
import { watchSource, withArrivalFile } from "./source-states.server.ts";

const lookEveryMs = 1_000;
/** After which a file is put aside that the database refuses. */
const mostTries = 3;

/** Looks through `INBOUND_DIR` every second, until the server stops. @returns a function that waits for the round that is running */
export function watchFolder(deps: IntakeDeps & Pick<Deps, "stopping">, hooks: IntakeHooks): () => Promise<void> {
	const folder = deps.settings.inbound.dir;
	if (!folder) return async () => undefined;
	return repeat(
		deps,
		lookEveryMs,
		"the folder of incoming email could not be read",
		createFolderReader(deps, hooks, folder),
	);
}

/** @returns a function that takes in what lies in the folder now, in the order of names */
export function createFolderReader(deps: IntakeDeps & Pick<Deps, "stopping">, hooks: IntakeHooks, folder: string) {
	const watch = watchSource(deps, "folder");
	const tries = new Map<string, number>();

	async function takeFile(name: string): Promise<void> {
		const path = join(folder, name);
		const file = await lstat(path);
		if (!file.isFile()) return;
		try {
			const taken = await takeFrom(deps, hooks, path, file.size);
			// Nothing else of a message that has been stored or refused may stay: no erasure would find it.
			if (taken.reason === "unreadable") await putAside(folder, name);
			else await remove(path);
		} catch (error) {
			// Another process has taken it meanwhile.
			if (hasCode(error, "ENOENT")) return;
			// A temporary outage is not the message's fault, so it doesn't count as a refusal.
			if (isConnectionFailure(error) || isSystemFailure(error) || error instanceof HttpError) throw error;
			const tried = (tries.get(name) ?? 0) + 1;
			tries.set(name, tried);
			deps.logger.error({ err: error, tried }, "an email in the folder could not be stored");
			if (tried < mostTries) throw error;
			await putAside(folder, name);
		}
		tries.delete(name);
	}

	return async (): Promise<void> => {
		try {
			makeFolderSync(folder);
			for (const name of (await readdir(folder)).filter((one) => one.endsWith(".eml")).sort()) {
				if (deps.stopping.aborted) return;
				await takeFile(name);
			}
			await watch.succeeded();
		} catch (error) {
			await watch.failed(reasonOf(error));
		}
	};
}

function reasonOf(error: unknown): string {
	if (error instanceof Error && "syscall" in error && "code" in error)
		return `The folder can't be read (${error.code}). Check INBOUND_DIR.`;
	return isConnectionFailure(error) ? "The database can't be reached." : "A message can't be stored.";
}

async function takeFrom(deps: IntakeDeps, hooks: IntakeHooks, path: string, size: number): Promise<TakenIn> {
	if (size <= mostMessageBytes) return takeIn(deps, hooks, { source: "folder", path, size });
	return withArrivalFile(deps.settings, async (beginning) => {
		await pipeline(createReadStream(path, { end: maxHeaderBytes }), createWriteStream(beginning, { mode: 0o600 }));
		return takeIn(deps, hooks, { source: "folder", path: beginning, size, isTooLarge: true });
	});
}

async function remove(path: string): Promise<void> {
	await rm(path, { force: true });
	await syncFolder(dirname(path));
}

/** Of a name that gets a UUID in front: a name has 255 bytes at most, and a character up to four. */
const longestName = 50;

/** Under its own name, unless one of that name lies there already. Its time there counts from now. */
async function putAside(folder: string, name: string): Promise<void> {
	const target = join(folder, failedFolder);
	makeFolderSync(target);
	const taken = await access(join(target, name)).then(
		() => true,
		() => false,
	);
	const path = join(target, taken ? `${randomUUID()}-${name.slice(-longestName)}` : name);
	await rename(join(folder, name), path);
	const now = new Date();
	await utimes(path, now, now);
	await syncFolder(target);
}
