import type { IncomingMessage } from "node:http";

/**
 * A phone that switches cells may be silent for a few seconds. After half a minute without a byte, the request is
 * dead or an attack.
 */
const silentMs = 30_000;

/**
 * Returns a request listener that cuts a connection whose request body has stopped arriving, after one to two of
 * these intervals without a byte. The server's `requestTimeout` handles bodies that arrive slowly. Once a body is
 * complete, the response may take any time.
 */
export function cutSilentBodies(afterMs = silentMs): (request: IncomingMessage) => void {
	return (request) => {
		if (request.method === "GET" || request.method === "HEAD") return;
		const { socket } = request;
		let bytesReceived = socket.bytesRead;
		const watch = setInterval(() => {
			if (request.complete) return clearInterval(watch);
			// If data is waiting to be read, the delay is on this side, not the sender's.
			if (socket.bytesRead === bytesReceived && request.readableLength === 0) socket.destroy();
			bytesReceived = socket.bytesRead;
		}, afterMs);
		request.once("close", () => clearInterval(watch));
	};
}
