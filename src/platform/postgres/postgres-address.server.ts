import { chownSync, lstatSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { hasCode, syncFolderSync } from "#platform/files/durable-files.server.ts";
import type { Place } from "./postgres-cluster.server.ts";

/*
 * The address of the program's own database server: a socket inside the cluster, which only the server's account can
 * open. If that path is too long for a socket, the socket is in a short folder of its own, whose name is written to
 * `db-address` beside the cluster.
 */

const addressSchema = z.object({ socketFolder: z.string() });
export type Address = z.infer<typeof addressSchema>;

const port = 5432;
const socketName = `.s.PGSQL.${port}`;
const longestSocketPath = process.platform === "darwin" ? 103 : 107;

const recordOf = ({ cluster }: Place) => join(dirname(cluster), "db-address");

/** Where a cluster's server listens, or will listen. */
export function addressOf(place: Place): Address {
	if (Buffer.byteLength(join(place.cluster, socketName)) <= longestSocketPath) return { socketFolder: place.cluster };
	const known = readRecord(place);
	if (known && isOurs(known.socketFolder, place)) return known;
	// The name is random, and this call creates the folder, so no one else can have put another one in its place.
	const socketFolder = mkdtempSync(join(tmpdir(), "pilcrow-"));
	const { uid, gid } = place.account;
	if (uid !== undefined && gid !== undefined) chownSync(socketFolder, uid, gid);
	return record(place, { socketFolder });
}

export const urlOf = ({ socketFolder }: Address, role: string, database: string): string =>
	`postgres://${role}@${encodeURIComponent(socketFolder)}:${port}/${database}`;

/** The settings that make the server listen at this address only. */
export const listeningOn = ({ socketFolder }: Address): Record<string, string> => ({
	listen_addresses: "",
	port: String(port),
	unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
	unix_socket_permissions: "0700",
});

function readRecord(place: Place): Address | undefined {
	try {
		return addressSchema.parse(JSON.parse(readFileSync(recordOf(place), "utf8")));
	} catch (error) {
		if (hasCode(error, "ENOENT")) return;
		throw error;
	}
}

function record(place: Place, address: Address): Address {
	const unfinished = `${recordOf(place)}.${process.pid}`;
	writeFileSync(unfinished, JSON.stringify(address), { mode: 0o600, flush: true });
	renameSync(unfinished, recordOf(place));
	syncFolderSync(dirname(recordOf(place)));
	return address;
}

/** Whether the socket folder is still the one that was created: temporary folders get cleaned up and made again. */
function isOurs(folder: string, { account }: Place): boolean {
	const found = lstatSync(folder, { throwIfNoEntry: false });
	return (
		found?.isDirectory() === true && found.uid === (account.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
	);
}

/** Returns a loopback port that is free now. */
export function freePort(): Promise<number> {
	const probe = createServer();
	return new Promise((found, reject) => {
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			const port = typeof address === "object" && address ? address.port : 0;
			probe.close(() => found(port));
		});
	});
}
