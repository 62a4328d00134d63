import { spawnSync } from "node:child_process";
import { Agent, get } from "node:http";
import { expect, test } from "@playwright/test";
import { startPostgres } from "#tests/postgres-server.ts";
import { argumentsOfStart, startSite } from "./site-server.ts";

const inquiry = (message: string) => ({
	form: { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message },
});

const runToEnd = (environment: Record<string, string>) =>
	spawnSync(process.execPath, argumentsOfStart(), { env: { ...process.env, ...environment }, encoding: "utf8" });

/** Sends one request after the other, with a breath between, for as long as the server listens. */
function askUntilRefused(url: string, agent: Agent) {
	const first = Promise.withResolvers<void>();
	const refusal = Promise.withResolvers<string | undefined>();
	const ask = () => {
		const request = get(`${url}/healthz`, { agent }, (response) => {
			first.resolve();
			response.resume().once("end", () => setTimeout(ask, 100));
		});
		request.once("error", (error: NodeJS.ErrnoException) => refusal.resolve(error.code));
	};
	ask();
	return { firstAnswer: first.promise, refusal: refusal.promise };
}

test("stops with status 0 on SIGTERM, after answering what it has begun", async ({ request }) => {
	const site = await startSite();
	const answers = Array.from({ length: 10 }, () => request.post(`${site.url}/contact`, inquiry("on the way")));
	await Promise.race(answers);
	expect(await site.stop()).toBe(0);
	for (const answer of await Promise.allSettled(answers)) {
		if (answer.status === "fulfilled") expect(answer.value.status()).toBe(201);
	}
});

test("a browser that keeps its connection and goes on asking does not hold a stop up", async () => {
	const site = await startSite();
	const agent = new Agent({ keepAlive: true });
	const browsers = Array.from({ length: 10 }, () => askUntilRefused(site.url, agent));
	await Promise.race(browsers.map(({ firstAnswer }) => firstAnswer));
	expect(await site.stop()).toBe(0);
	for (const { refusal } of browsers) expect(["ECONNREFUSED", "ECONNRESET"]).toContain(await refusal);
});

test("names every bad setting and ends with status 1", () => {
	const bad = runToEnd({ PORT: "eighty", SITE_URL: "nowhere" });
	expect(bad.status).toBe(1);
	expect(bad.stderr).toContain("PORT");
	expect(bad.stderr).toContain("SITE_URL");
});

test("loses no acknowledged inquiry when it is killed", async ({ request }) => {
	const site = await startSite();
	const messages = Array.from({ length: 20 }, (_, index) => `number ${index + 1}`);
	for (const message of messages) {
		expect((await request.post(`${site.url}/contact`, inquiry(message))).status()).toBe(201);
	}
	await site.kill();
	const database = await site.openDatabase();
	const { rows } = await database.query("select message from contact_inquiries order by created_at");
	expect(rows.map((row) => row.message)).toEqual(messages);
	await database.close();
	await site.start();
	expect((await request.get(`${site.url}/healthz`)).status()).toBe(200);
	await site.stop();
});

test("says 503 when its database server goes away", async ({ request }) => {
	const postgres = await startPostgres();
	const site = await startSite({
		DATABASE_URL: `${postgres.url}/postgres`,
		AUTH_JWT_SECRET: "3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98",
	});
	expect((await request.post(`${site.url}/contact`, inquiry("to the server"))).status()).toBe(201);
	expect((await request.get(`${site.url}/healthz`)).status()).toBe(200);
	await postgres.stop();
	expect((await request.get(`${site.url}/healthz`)).status()).toBe(503);
	expect((await request.post(`${site.url}/contact`, inquiry("to nowhere"))).status()).toBe(503);
	await site.stop();
});
