import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type ImapLine = {
	url: string;
	/** How many connections have been made. */
	connections(): number;
	/** How many bytes have passed over the newest connection, both ways. */
	bytes(): number;
	/** Cuts what is connected. */
	cut(): void;
	/** Cuts it, and the next connection once this many bytes have passed over it, both ways together. */
	cutNextAfter(bytes: number): void;
	/** From now on what the server says of its own accord while it idles does not arrive. */
	muteNews(): void;
	close(): void;
};

const withoutNews = (chunk: Buffer) => chunk.toString("latin1").replace(/^\* \d+ (?:EXISTS|RECENT)\r\n/gm, "");

/** A line to a mail server that breaks where a test wants it to. */
export async function startImapLine(to: string, ownPort = 0): Promise<ImapLine> {
	const { hostname, port } = new URL(to);
	const ends = new Set<Socket>();
	let [connections, passed, limit, muted] = [0, 0, Number.POSITIVE_INFINITY, false];
	const server = createServer((near) => {
		connections++;
		passed = 0;
		const allowed = limit;
		limit = Number.POSITIVE_INFINITY;
		let own = 0;
		const far = connect(Number(port), hostname);
		for (const [end, other] of [
			[near, far],
			[far, near],
		] as const) {
			ends.add(end);
			end.setNoDelay();
			end.on("data", (chunk: Buffer) => {
				if (muted && end === far) return void other.write(withoutNews(chunk), "latin1");
				const rest = allowed - own;
				own += chunk.length;
				passed = own;
				if (chunk.length < rest) return void other.write(chunk);
				// What has passed arrives; then the line is gone on both sides.
				other.end(chunk.subarray(0, rest), () => other.destroy());
				end.destroy();
			});
			end.on("error", () => undefined);
			end.on("close", () => {
				ends.delete(end);
				if (!other.writableEnded) other.destroy();
			});
		}
	});
	server.listen(ownPort, "127.0.0.1");
	await once(server, "listening");
	const own = (server.address() as AddressInfo).port;
	const cut = () => {
		for (const end of ends) end.destroy();
	};
	return {
		url: to.replace(`:${port}/`, `:${own}/`),
		connections: () => connections,
		bytes: () => passed,
		cut,
		cutNextAfter(bytes) {
			limit = bytes;
			cut();
		},
		muteNews() {
			muted = true;
		},
		close() {
			cut();
			server.close();
		},
	};
}
