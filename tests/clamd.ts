import { once } from "node:events";
import { createServer, type Socket } from "node:net";
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
