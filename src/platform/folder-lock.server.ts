import { createHash } from "node:crypto";
import { unlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Makes sure that one process at a time uses a folder. The lock is a listening local socket, so the operating system
 * releases it however the process ends, and a leftover socket file of a killed process is told from a live one at once.
 * @returns a function that gives the folder back
 * @throws when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
	const path = localSocketPath(folder, "lock");
	let server = await tryListen(path);
	if (!server) {
		if (await answers(path)) throw new FolderInUseError(folder);
		unlinkSync(path);
		server = await tryListen(path);
	}
	if (!server) throw new FolderInUseError(folder);
	const held = server;
	return () => new Promise((done) => held.close(() => done()));
}

export class FolderInUseError extends Error {
	constructor(folder: string) {
		super(`Another process has ${folder} open. Stop it first, or choose another DATA_DIR.`);
	}
}

/** Address of a local socket that belongs to a folder, for this machine only. */
export function localSocketPath(folder: string, name: string): string {
	if (process.platform === "win32") return `\\\\.\\pipe\\pilcrow-${digest(folder)}-${name}`;
	const inside = join(resolve(folder), name);
	// Unix sockets take at most about 100 bytes of path.
	return Buffer.byteLength(inside) < 100 ? inside : join(tmpdir(), `pilcrow-${digest(folder)}.${name}`);
}

const digest = (folder: string) => createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 24);

function tryListen(path: string): Promise<Server | undefined> {
	const server = createServer((socket) => socket.end());
	return new Promise((done, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code === "EADDRINUSE") done(undefined);
			else reject(error);
		});
		server.listen(path, () => {
			server.unref();
			done(server);
		});
	});
}

function answers(path: string): Promise<boolean> {
	return new Promise((done) => {
		const socket = connect(path);
		socket.once("connect", () => {
			socket.destroy();
			done(true);
		});
		socket.once("error", () => done(false));
	});
}
