import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Proxy = { url: string; backends: string[]; close(): void };

/** Hands each request to the next of its backends; one that cannot be reached is passed over. Streams in both directions. */
export async function startProxy(): Promise<Proxy> {
	const backends: string[] = [];
	let turn = 0;
	const server = createServer((incoming, response) => {
		turn += 1;
		const order = backends.map((_, index) => backends[(turn + index) % backends.length] ?? "");
		forward(incoming, response, order);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://localhost:${port}`,
		backends,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function forward(incoming: IncomingMessage, response: ServerResponse, [backend, ...others]: string[]): void {
	if (!backend) {
		response.writeHead(502).end();
		return;
	}
	const outgoing = request(new URL(incoming.url ?? "/", backend), {
		method: incoming.method,
		headers: { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress },
		agent: false,
	});
	outgoing.on("socket", (socket) => socket.once("connect", () => incoming.pipe(outgoing)));
	outgoing.on("response", (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
		answer.pipe(response);
		answer.on("error", () => response.destroy());
	});
	outgoing.on("error", (error) => {
		const unreachable = "code" in error && error.code === "ECONNREFUSED";
		if (unreachable) forward(incoming, response, others);
		else response.destroy();
	});
	response.on("close", () => outgoing.destroy());
}
