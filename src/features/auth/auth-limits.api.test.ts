import { describe, expect, test } from "vitest";
import { createPasswordHasher } from "#platform/process/password-hasher.server.ts";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { refreshToken } from "./sessions/refresh-token.server.ts";

let lastAddress = 0;
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${++lastAddress}`;

/** What the node server hands over with a request from this address. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

const site = startAuthSite({ RATE_LIMITS: "on", AUTH_MAIL_INTERVAL: "0" });

const send = (address: string, path: string, body: unknown, headers: Record<string, string> = {}, method = "POST") =>
	site.api.request(
		`/auth/v1${path}`,
		{ method, body: JSON.stringify(body), headers: { "X-Supabase-Api-Version": "2024-01-01", ...headers } },
		from(address),
	);

const signIn = (address: string, email: string, password: string, headers?: Record<string, string>) =>
	send(address, "/token?grant_type=password", { email, password }, headers);

async function statuses(count: number, request: (n: number) => Response | Promise<Response>): Promise<number[]> {
	const all: number[] = [];
	for (let n = 0; n < count; n++) all.push((await request(n)).status);
	return all;
}

const refusedOnly = (count: number, status: number) => [...Array.from({ length: count }, () => status), 429];

test("14.20 guessing one account stops after ten failures, for the right password too, and nowhere else", async () => {
	const [address, elsewhere] = [newAddress(), newAddress()];
	await insertUser(site.deps, { email: "target@example.com" });
	expect(await statuses(11, () => signIn(address, "target@example.com", "a guess"))).toEqual(refusedOnly(10, 400));
	const right = await signIn(address, "TARGET@example.com", testPassword);
	expect([right.status, await right.json()]).toEqual([
		429,
		{ code: "over_request_rate_limit", message: "Request rate limit reached" },
	]);
	expect(Number(right.headers.get("Retry-After"))).toBeGreaterThan(840);
	expect((await signIn(elsewhere, "target@example.com", testPassword)).status).toBe(200);
});

test("14.20 guessing an address without an account stops in the same way", async () => {
	const address = newAddress();
	expect(await statuses(11, () => signIn(address, "nobody@example.com", "a guess"))).toEqual(refusedOnly(10, 400));
});

test("14.20 guesses sent all at once do not slip through", async () => {
	const address = newAddress();
	const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(address, "burst@example.com", "a guess")));
	expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});

test("14.20 right passwords do not count as failures", async () => {
	const address = newAddress();
	await insertUser(site.deps, { email: "often@example.com" });
	expect(await statuses(15, () => signIn(address, "often@example.com", testPassword))).not.toContain(429);
	expect((await signIn(address, "often@example.com", "a guess")).status).toBe(400);
});

test("14.20 spraying over accounts stops after thirty tries from one address", async () => {
	const address = newAddress();
	expect(await statuses(31, (n) => signIn(address, `spray-${n}@example.com`, "a guess"))).toEqual(refusedOnly(30, 400));
});

test("14.20 forged forwarding headers do not help", async () => {
	const address = newAddress();
	const forged = (n: number) => ({
		"X-Forwarded-For": `203.0.113.${n}`,
		"X-Real-IP": `203.0.113.${n}`,
		Forwarded: `for=203.0.113.${n}`,
		"CF-Connecting-IP": `203.0.113.${n}`,
	});
	const tries = await statuses(31, (n) => signIn(address, `forged-${n}@example.com`, "a guess", forged(n)));
	expect(tries).toEqual(refusedOnly(30, 400));
});

test.each([
	["/signup", 400],
	["/recover", 200],
	["/resend", 200],
	["/verify", 403],
] as const)("14.20 %s is limited to thirty requests for each address", async (path, status) => {
	const address = newAddress();
	const body = { type: "signup", token_hash: "x", ...(path !== "/verify" && { email: "limited@example.com" }) };
	expect(await statuses(31, () => send(address, path, body))).toEqual(refusedOnly(30, status));
	expect((await send(newAddress(), path, body)).status).toBe(status);
});

test("14.20 opened links count with posted ones", async () => {
	const address = newAddress();
	await statuses(29, () => send(address, "/verify", { type: "signup", token_hash: "x" }));
	const open = () => site.api.request("/auth/v1/verify?type=signup&token=x", {}, from(address));
	expect(await statuses(2, open)).toEqual([303, 429]);
});

test.each(["/signup", "/recover", "/resend", "/verify", "/token?grant_type=password"])(
	"14.20 %s counts a request before it reads the body",
	async (path) => {
		const address = newAddress();
		const broken = () => send(address, path, "no object");
		expect(await statuses(31, broken)).toEqual(refusedOnly(30, 400));
	},
);

test("14.20 the networks of one owner of IPv6 addresses have a limit in common", async () => {
	let network = 0;
	const fromNext = () => send(`2001:db8:7:${(++network).toString(16)}::1`, "/recover", "no object");
	expect(await statuses(301, fromNext)).toEqual(refusedOnly(300, 400));
	expect((await send("2001:db8:8:1::1", "/recover", "no object")).status).toBe(400);
});

test("14.20 PUT user is limited, refreshing generously", async () => {
	const address = newAddress();
	const { headers, session } = await signInAs(site.deps);
	const change = () => send(address, "/user", { data: { a: 1 } }, headers, "PUT");
	expect(await statuses(31, change)).toEqual(refusedOnly(30, 200));
	const refresh = () =>
		send(address, "/token?grant_type=refresh_token", {
			refresh_token: refreshToken(site.deps.settings, session.id, 0),
		});
	expect(await statuses(151, refresh)).toEqual(refusedOnly(150, 200));
});

test("a wrong current password counts as a guess", async () => {
	const address = newAddress();
	const { user, headers } = await signInAs(site.deps);
	const body = { password: "a brand new password", current_password: "a guess" };
	const guess = () => send(address, "/user", body, headers, "PUT");
	expect(await statuses(11, guess)).toEqual(refusedOnly(10, 400));
	expect((await signIn(address, user.email, testPassword)).status).toBe(429);
});

test("while too much password work waits, the service asks for patience in its own words", async () => {
	const address = newAddress();
	const { passwords } = site.deps;
	site.deps.passwords = createPasswordHasher(undefined, { running: 0, waiting: 0 });
	const answers = [
		await signIn(address, "nobody@example.com", "a guess"),
		await send(address, "/signup", { email: "crowd@example.com", password: testPassword }),
	];
	site.deps.passwords = passwords;
	for (const answer of answers) {
		expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
			503,
			"5",
			{
				code: "unexpected_failure",
				message: "We're getting too many requests right now. Please try again in a moment.",
			},
		]);
	}
	// It was not guessed at.
	expect(await statuses(10, () => signIn(address, "nobody@example.com", "a guess"))).not.toContain(429);
});

describe("behind one trusted proxy", () => {
	const proxied = startAuthSite({ RATE_LIMITS: "on", TRUSTED_PROXIES: "1" });
	const request = (forwardedFor: string) =>
		proxied.api.request(
			"/auth/v1/verify",
			{ method: "POST", body: '{"type":"signup","token_hash":"x"}', headers: { "X-Forwarded-For": forwardedFor } },
			from("10.0.0.1"),
		);

	test("14.20 counts by what the proxy saw, not by what the client wrote", async () => {
		const tries = await statuses(31, (n) => request(`203.0.113.${n}, 192.0.2.1`));
		expect(tries).toEqual(refusedOnly(30, 403));
		expect((await request("192.0.2.2")).status).toBe(403);
	});
});

const device = (letter: string) => ({ "X-Device": letter.repeat(22) });

// A11
test("guessing from many networks stops for a day; the owner hears of it once, and a known device still gets in", async () => {
	const user = await insertUser(site.deps, { email: "famous@example.com" });
	const home = newAddress();
	expect((await signIn(home, user.email, testPassword, device("o"))).status).toBe(200);
	const networks = (n: number) => `203.0.113.${n}`;
	const answers = await statuses(101, (n) => signIn(networks(n), user.email, "a guess", device("x")));
	expect(answers).toEqual(refusedOnly(100, 400));
	expect((await signIn(newAddress(), user.email, testPassword)).status).toBe(429);
	expect((await signIn(home, user.email, "mistyped", device("o"))).status).toBe(400);
	expect((await signIn(home, user.email, testPassword, device("o"))).status).toBe(200);
	const told = (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);
	expect(told).toEqual(["Someone is guessing your password for Pilcrow Communications"]);
});

// A11
test("guessing an address without an account stops in the same way, and emails no one", async () => {
	const before = (await site.mails()).length;
	const answers = await statuses(101, (n) => signIn(`203.0.114.${n}`, "no-one@example.com", "a guess"));
	expect(answers).toEqual(refusedOnly(100, 400));
	expect((await site.mails()).slice(before).filter(({ to }) => to)).toEqual([]);
});

// A11
test("the networks of one owner of IPv6 addresses guess one password together", async () => {
	await insertUser(site.deps, { email: "six@example.com" });
	await insertUser(site.deps, { email: "seven@example.com" });
	const from = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
	const answers = await statuses(101, (n) =>
		signIn(from(n), n < 100 ? "six@example.com" : "seven@example.com", "a guess"),
	);
	expect(answers).toEqual(Array(101).fill(400));
	expect((await signIn(from(200), "six@example.com", testPassword)).status).toBe(429);
});

// A6
test("someone in the owner's network uses up nothing of a known device", async () => {
	const user = await insertUser(site.deps, { email: "neighbor@example.com" });
	const shared = newAddress();
	expect((await signIn(shared, user.email, testPassword, device("o"))).status).toBe(200);
	await statuses(11, () => signIn(shared, user.email, "a guess", device("x")));
	expect((await signIn(shared, user.email, testPassword, device("o"))).status).toBe(200);
	expect((await signIn(shared, user.email, testPassword, device("x"))).status).toBe(429);
});

test("an address may try ten set-up links a minute", async () => {
	const [address, input] = [
		newAddress(),
		{ token: "x", name: "Ada", email: "ada@example.com", password: testPassword },
	];
	const setUp = () =>
		site.api.request(
			"/api/setup",
			{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(input) },
			from(address),
		);
	expect(await statuses(11, setUp)).toEqual(refusedOnly(10, 410));
});
