import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboundSourcesTable } from "#features/inbound/inbound.table.ts";
import { startTestApp } from "#tests/app.ts";
import { type Dovecot, noDovecot, startDovecot } from "#tests/dovecot.ts";
import { type ImapLine, startImapLine } from "#tests/imap-line.ts";
import { inboundSettings, mailOf } from "#tests/inbound-message.ts";
import { becomes, impatient, isConnected, receivedSubjects, startReading } from "#tests/mailbox-reader.ts";

const client = { client_id: "desk-of-the-firm", client_secret: "a-secret-of-the-client", scope: "mail.read" };

/** Gives tokens to the one client that it knows, and tells the mail server which of them are good. */
async function startTokenServer() {
	const given: string[] = [];
	const server = createServer(async (request, response) => {
		const asked = Object.fromEntries(new URLSearchParams(await text(request)));
		const answer = (status: number, body: object) =>
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		if (request.url === "/introspect") {
			return answer(200, { active: given.includes(asked.token ?? ""), username: "desk" });
		}
		const { grant_type, ...who } = asked;
		if (grant_type !== "client_credentials" || JSON.stringify(who) !== JSON.stringify(client)) {
			return answer(401, { error: "invalid_client" });
		}
		given.push(`token-${given.length + 1}-of-the-mailbox`);
		answer(200, { access_token: given.at(-1), token_type: "Bearer", expires_in: 3600 });
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		given,
		close: () => server.close(),
	};
}

describe.skipIf(noDovecot)(`a mailbox that wants a token${noDovecot ? ` (skipped: ${noDovecot})` : ""}`, () => {
	const app = startTestApp(inboundSettings);
	let tokens: Awaited<ReturnType<typeof startTokenServer>>;
	let server: Dovecot;
	let line: ImapLine;
	beforeAll(async () => {
		tokens = await startTokenServer();
		server = await startDovecot({ introspectionUrl: `${tokens.url}/introspect` });
		line = await startImapLine(server.url);
	});
	afterAll(async () => {
		line?.close();
		await server?.stop();
		tokens?.close();
	});

	const read = (clientSecret = client.client_secret, waits: number[] = []) =>
		startReading(
			app,
			{
				url: line.url.replace(/:[^:@/]+@/, ":no-password@"),
				oauth: {
					tokenUrl: `${tokens.url}/token`,
					clientId: client.client_id,
					clientSecret,
					scope: client.scope,
				},
			},
			impatient(waits),
		);

	test("is opened with one that the token server gives to the client, another one for each connection", async () => {
		const stop = read();
		await becomes(async () => expect(await isConnected(app)).toBe(true));
		expect(tokens.given).toHaveLength(1);
		server.deliver(mailOf("By a token"));
		await becomes(async () => expect(await receivedSubjects(app)).toEqual(["By a token"]));
		server.deliver(mailOf("By another token"));
		line.cut();
		await becomes(async () => expect(await receivedSubjects(app)).toEqual(["By a token", "By another token"]));
		await stop();
		expect(tokens.given).toHaveLength(2);
		expect(JSON.stringify(app.log)).not.toContain("of-the-mailbox");
	});

	test("stays closed to a client that the token server refuses, who is told so and tries again five minutes later", async () => {
		const waits: number[] = [];
		const stop = read("another-secret", waits);
		await becomes(async () => expect(waits.length).toBeGreaterThan(1));
		await stop();
		expect(new Set(waits)).toEqual(new Set([300_000]));
		const [source] = await app.deps.db.select().from(inboundSourcesTable);
		expect(source?.last_error).toBe(
			"The sign-in was refused. The token server responded with 401. Check the INBOUND_IMAP_OAUTH_… settings.",
		);
		expect(JSON.stringify([app.log, source])).not.toContain("another-secret");
	});
});
