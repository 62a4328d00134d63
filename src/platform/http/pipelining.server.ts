import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No browser sends a second request before it gets the first response. Some programs send a few. */
const mostUnanswered = 8;

/**
 * Closes a connection that sends more requests while this many are unanswered. Node starts all requests in a packet
 * at once, and even a small packet can contain thousands.
 * @returns whether the request was refused; other requests from the same packet still arrive here
 */
export function limitPipelining(
	most = mostUnanswered,
): (request: IncomingMessage, response: ServerResponse) => boolean {
	const waiting = new WeakMap<Socket, { count: number }>();
	// Shared by all responses and told by `this`, so that none needs a function of its own.
	function onClose(this: ServerResponse) {
		const responses = waiting.get(this.req.socket);
		if (responses) responses.count--;
	}
	return ({ socket }, response) => {
		if (socket.destroyed) return true;
		// A response has the socket at once, unless another one is ahead of it. Counting each would cost a twentieth of the
		// rate of pages from memory.
		if (response.socket) return false;
		let responses = waiting.get(socket);
		if (!responses) {
			responses = { count: 0 };
			waiting.set(socket, responses);
		}
		responses.count++;
		if (responses.count >= most) {
			socket.destroy();
			return true;
		}
		response.on("close", onClose);
		return false;
	};
}
