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
	const unanswered = new WeakMap<Socket, number>();
	const add = (socket: Socket, change: 1 | -1) => {
		const count = (unanswered.get(socket) ?? 0) + change;
		unanswered.set(socket, count);
		return count;
	};
	return ({ socket }, response) => {
		if (socket.destroyed) return true;
		if (add(socket, 1) > most) {
			socket.destroy();
			return true;
		}
		response.once("close", () => add(socket, -1));
		return false;
	};
}
