import type { IncomingMessage } from "node:http";

/**
 * A phone that switches cells can be silent for some seconds. After half a minute without a byte, the request is an
 * attack or dead.
 */
const silentMs = 30_000;

/**
 * A listener for a server's requests that cuts the connection of one whose body has stopped arriving: after one to two
 * such times without a byte. What still moves, however slowly, is left to the server's `requestTimeout`, and what has
 * arrived whole may be answered for as long as it takes.
 */
export function cutSilentBodies(afterMs = silentMs): (request: IncomingMessage) => void {
	return (request) => {
		if (request.method === "GET" || request.method === "HEAD") return;
		const { socket } = request;
		let bytesReceived = socket.bytesRead;
		const watch = setInterval(() => {
			if (request.complete) return clearInterval(watch);
			// What waits to be read is our slowness, not the sender's.
			if (socket.bytesRead === bytesReceived && request.readableLength === 0) socket.destroy();
			bytesReceived = socket.bytesRead;
		}, afterMs);
		request.once("close", () => clearInterval(watch));
	};
}
