import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { limitPipelining } from "./pipelining.server.ts";

async function openConnection(answer: (response: ServerResponse) => void) {
	const refuse = limitPipelining(8);
	const server = createServer((request, response) => {
		if (!refuse(request, response)) answer(response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => undefined); // of being cut
	onTestFinished(() => {
		client.destroy();
		server.close();
	});
	return client;
}

const get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("a packet of many requests begins eight and loses its connection", async () => {
	let begun = 0;
	const client = await openConnection(() => begun++);
	const closed = once(client, "close");
	client.write(get.repeat(1000));
	await closed;
	expect(begun).toBe(8);
});

test("a few requests at once are answered, and so are many of such few, one after the other", async () => {
	const client = await openConnection((response) => response.end("answered"));
	for (let times = 0; times < 20; times++) {
		client.write(get.repeat(2));
		await once(client, "data");
	}
	const received = text(client);
	client.write(get.repeat(7) + get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
	expect((await received).match(/answered/g)).toHaveLength(8);
});
