import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { cutSilentBodies } from "./silent-bodies.server.ts";

// Over real connections; only the clock of the limit is turned by hand.

const limitMs = 30_000;
const letTheLimitPass = () => vi.advanceTimersByTime(limitMs);

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
	vi.useRealTimers();
});

async function openConnection(answer: RequestListener) {
	const server = createServer(answer).on("request", cutSilentBodies(limitMs));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => undefined); // of being cut
	onTestFinished(() => {
		client.destroy();
		server.close();
	});
	return { server, client, received: text(client).catch(() => "") };
}

const post = (size: number) =>
	`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`;

test("a body that has stopped arriving loses its connection", async () => {
	const { server, client } = await openConnection((request) => request.resume());
	client.write(post(100));
	const [request] = await once(server, "request");
	client.write("the beginning");
	await once(request, "data");
	const closed = once(client, "close");
	letTheLimitPass();
	letTheLimitPass();
	await closed;
});

test("a body that arrives slowly is taken whole", async () => {
	const { server, client, received } = await openConnection(async (request, response) => {
		response.end(`${await text(request)} was taken`);
	});
	client.write(post(5));
	const [request] = await once(server, "request");
	for (const letter of "hello") {
		client.write(letter);
		await once(request, "data");
		letTheLimitPass();
	}
	expect(await received).toContain("hello was taken");
});

test("a body that the server is slow to read is not cut", async () => {
	const { promise: reading, resolve: read } = Promise.withResolvers<void>();
	const { server, client, received } = await openConnection(async (request, response) => {
		await reading;
		response.end(`${await text(request)} was taken`);
	});
	client.write(`${post(5)}hell`);
	const [request] = await once(server, "request");
	if (request.readableLength === 0) await once(request, "readable");
	for (let times = 0; times < 3; times++) letTheLimitPass();
	read();
	client.write("o");
	expect(await received).toContain("hello was taken");
});

test("a response may take any time once the request has arrived", async () => {
	const { promise: ready, resolve: finish } = Promise.withResolvers<void>();
	const { server, client, received } = await openConnection(async (_request, response) => {
		response.write("so far ");
		server.emit("answering");
		await ready;
		response.end("so good");
	});
	const answering = once(server, "answering");
	client.write(post(0));
	await answering;
	for (let times = 0; times < 5; times++) letTheLimitPass();
	finish();
	expect(await received).toContain("so good");
});
