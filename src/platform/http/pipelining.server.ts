import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No browser sends a second request before the answer to the first; some programs send a few. */
const mostUnanswered = 8;

/**
 * Ends a connection that asks for more while so many of its requests are unanswered: Node begins all requests of a
 * packet at once, and a small one holds thousands.
 * @returns whether the request was refused; those that came in the same packet still arrive here
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
