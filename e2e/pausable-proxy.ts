import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type PausableProxy = {
	url: string;
	pull(): void;
	/** As soon as a client says `words`, which still arrive. */
	pullAt(words: string): void;
	plug(): void;
	/** Where new connections lead from now on. */
	leadTo(to: string): void;
	close(): void;
};

/** A line to a server that can be pulled: nothing arrives any more and nothing is closed, as when a machine freezes. */
export async function startPausableProxy(to: string): Promise<PausableProxy> {
	const { port } = new URL(to);
	let target = new URL(to);
	const ends = new Set<Socket>();
	let pulled = false;
	let fatal: string | undefined;
	function pull(): void {
		pulled = true;
		fatal = undefined;
		for (const end of ends) end.pause();
	}
	const server = createServer((near) => {
		const far = connect(Number(target.port), target.hostname);
		for (const [end, other] of [
			[near, far],
			[far, near],
		] as const) {
			ends.add(end);
			end.on("data", (chunk) => {
				if (fatal && chunk.includes(fatal)) pull();
				other.write(chunk);
			});
			end.on("error", () => undefined);
			end.on("close", () => {
				ends.delete(end);
				other.destroy();
			});
			if (pulled) end.pause();
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port: ownPort } = server.address() as AddressInfo;
	return {
		url: to.replace(`:${port}`, `:${ownPort}`),
		pull,
		pullAt: (words) => {
			fatal = words;
		},
		plug: () => {
			pulled = false;
			for (const end of ends) end.resume();
		},
		leadTo: (next) => {
			target = new URL(next);
		},
		close: () => {
			for (const end of ends) end.destroy();
			server.close();
		},
	};
}
