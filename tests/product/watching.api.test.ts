import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { watchDatabase } from "#platform/process/metrics.server.ts";
import { startTestApp } from "#tests/app.ts";

const token = "a-token-for-the-metrics-of-this-test";
const plain = startTestApp({ RATE_LIMITS: "on" });
const proxied = startTestApp({ TRUSTED_PROXIES: "1", METRICS_TOKEN: token });

/** Two pages that answer without rendering: what is looked at is the frame around them. */
const build = {
	routes: {
		root: { id: "root", path: "", module: {} },
		post: { id: "post", parentId: "root", path: "blog/:slug", module: {} },
	},
};

const servers = new Map<typeof plain, { origin: string; close(): void }>();

beforeAll(async () => {
	for (const site of [plain, proxied]) {
		const app = createApp(site.deps, build as unknown as ServerBuild);
		const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		servers.set(site, { origin: `http://127.0.0.1:${port}`, close: () => server.close() });
	}
	watchDatabase(plain.deps.metrics, plain.deps.database);
});

afterAll(() => {
	for (const { close } of servers.values()) close();
});

const ask = (site: typeof plain, path: string, headers: Record<string, string> = {}) =>
	fetch(`${servers.get(site)?.origin}${path}`, { headers });

test("reports requests by route and status, the queue, and its age to this machine", async () => {
	await ask(plain, "/healthz");
	await ask(plain, "/api/bookings");
	await ask(plain, "/api/invented-1");
	const answer = await ask(plain, "/metrics");
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
	const text = await answer.text();
	expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1');
	expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/bookings",status="401"} 1');
	expect(text).toContain('route="nothing there",status="404"} 1');
	expect(text).not.toContain("invented");
	expect(text).toContain("live_connections 0");
	await plain.deps.db.transaction((tx) => plain.deps.jobs.send(tx, { ...mail, name: "mail" }, { to: null }));
	expect(await (await ask(plain, "/metrics")).text()).toMatch(
		/job_queue_waiting\{kind="mail"\} 1[\s\S]*job_queue_oldest_seconds\{kind="mail"\} \d/,
	);
});
const mail = { retryLimit: 1, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 1 };

test.each(["/auth/v1/recover", "/auth/v1/token?grant_type=password"])(
	"a body for %s that is cut off is a line for debugging, not a failure of ours",
	async (path) => {
		const socket = connect(Number(new URL(servers.get(plain)?.origin ?? "").port), "127.0.0.1");
		const head = `POST ${path} HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\nContent-Length: 100`;
		socket.end(`${head}\r\n\r\n{"email":`, () => socket.destroy());
		const [pathname] = path.split("?");
		const line = () => plain.log.find(({ fields }) => "path" in fields && fields.path === pathname);
		await expect
			.poll(line, { timeout: 30_000 })
			.toMatchObject({ level: "debug", message: "request", fields: { status: 400 } });
		expect(plain.log.filter(({ level }) => level === "error")).toEqual([]);
	},
);

test("tells nothing to whoever comes through a proxy, unless with the token", async () => {
	for (let request = 0; request < 2; request++) {
		expect((await ask(plain, "/metrics", { "x-forwarded-for": "127.0.0.1" })).status).toBe(403);
	}
	expect(plain.log.filter(({ message }) => message.includes("TRUSTED_PROXIES is 0"))).toHaveLength(1);
	expect((await ask(proxied, "/metrics")).status).toBe(403);
	expect((await ask(proxied, "/metrics", { "x-forwarded-for": "127.0.0.1" })).status).toBe(403);
	expect((await ask(proxied, "/metrics", { authorization: `Bearer ${token.slice(1)}` })).status).toBe(403);
	expect((await ask(proxied, "/metrics", { authorization: "Bearer " })).status).toBe(403);
	expect((await ask(proxied, "/metrics", { authorization: `Bearer ${token}` })).status).toBe(200);
	expect(proxied.log.filter(({ message }) => message === "access refused")).toHaveLength(4);
	expect(JSON.stringify(proxied.log)).not.toContain(token.slice(1));
});

test("logs each refused access once, without credentials", async () => {
	plain.log.length = 0;
	await ask(plain, "/api/users", { authorization: "Bearer carried-secret" });
	await ask(plain, "/auth/v1/user", { authorization: "Bearer carried-secret" });
	const refusals = plain.log.filter(({ message }) => message === "access refused");
	expect(refusals).toHaveLength(2);
	const signIn = () =>
		fetch(`${servers.get(plain)?.origin}/auth/v1/token?grant_type=password`, {
			method: "POST",
			body: JSON.stringify({ email: "ada@example.com", password: "carried-secret" }),
		});
	for (let attempt = 0; attempt < 11; attempt++) await signIn();
	expect(plain.log.filter(({ message }) => message === "access refused")).toHaveLength(3);
	expect(JSON.stringify(plain.log)).not.toContain("carried-secret");
});
