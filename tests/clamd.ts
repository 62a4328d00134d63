import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** As antivirus vendors agreed on it, in two parts, so that this file is not taken for it. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${"ANTIVIRUS-TEST-FILE"}!$H+H*`;

/** A peer that speaks the protocol of clamd, and knows one signature. */
export async function startClamd(answer?: (content: Buffer) => string) {
	const scanned: Buffer[] = [];
	const server = createServer((socket) => void serve(socket, scanned, answer ?? verdict));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	const address = server.address();
	return { url: `tcp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, scanned };
}

/** Where Debian's clamav-daemon and builds from source put it. */
const program = ["/usr/sbin/clamd", "/usr/local/sbin/clamd"].find((path) => existsSync(path));

export const whyNoClamd = program ? "" : "no clamd is installed: `apt-get install clamav-daemon` brings one";

/**
 * The real one, by its socket, with a signature of the EICAR file alone: it starts at once, and no vendor's signatures have
 * to be there. @throws unless clamd is installed
 */
export async function startInstalledClamd(): Promise<{ url: string }> {
	if (!program) throw new Error(whyNoClamd);
	const folder = await mkdtemp(join(tmpdir(), "clamd-"));
	const socket = join(folder, "clamd.ctl");
	const settings = join(folder, "clamd.conf");
	await writeFile(join(folder, "eicar.ndb"), `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString("hex")}\n`);
	await writeFile(settings, `LocalSocket ${socket}\nDatabaseDirectory ${folder}\nForeground yes\nLogTime yes\n`);
	const clamd = spawn(program, ["--config-file", settings], { stdio: ["ignore", "pipe", "pipe"] });
	const ended = once(clamd, "exit");
	onTestFinished(async () => {
		clamd.kill();
		await ended;
		await rm(folder, { recursive: true });
	});
	let printed = "";
	await new Promise<void>((ready, failed) => {
		const read = (part: Buffer) => {
			printed += part;
			// Its last line before it serves.
			if (/Self checking/.test(printed)) ready();
		};
		clamd.stdout.on("data", read);
		clamd.stderr.on("data", read);
		clamd.once("exit", (code) => failed(new Error(`clamd ended with status ${code}: ${printed}`)));
	});
	return { url: `unix://${socket}` };
}

const verdict = (content: Buffer) => (content.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK");

async function serve(socket: Socket, scanned: Buffer[], answer: (content: Buffer) => string): Promise<void> {
	socket.on("error", () => undefined);
	let received = Buffer.alloc(0);
	const command = Buffer.from("zINSTREAM\0");
	for await (const part of socket) {
		received = Buffer.concat([received, part]);
		const content = contentOf(received.subarray(command.length));
		if (!received.subarray(0, command.length).equals(command) || !content) continue;
		scanned.push(content);
		return void socket.end(`${answer(content)}\0`);
	}
}

/** All pieces, once the empty one has come. */
function contentOf(stream: Buffer): Buffer | undefined {
	const pieces: Buffer[] = [];
	let at = 0;
	while (stream.length >= at + 4) {
		const length = stream.readUInt32BE(at);
		if (length === 0) return Buffer.concat(pieces);
		pieces.push(stream.subarray(at + 4, at + 4 + length));
		at += 4 + length;
	}
	return undefined;
}
