import { expect, test } from "vitest";
import { insertUser, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { mailedAccountsPerHour } from "./accounts/mail-interval.server.ts";

const site = startAuthSite();

const newAddress = () => `${crypto.randomUUID()}@example.com`;

test("14.4 recover and resend answer alike for known and unknown addresses, on the first call and on the second", async () => {
	await insertUser(site.deps, { email: "known@example.com" });
	await insertUser(site.deps, { email: "waiting@example.com", confirmed: false });
	const outcomes = async (path: string, email: string) => {
		const calls = [];
		for (let call = 0; call < 2; call++) {
			const response = await site.send("POST", path, { type: "signup", email });
			calls.push([response.status, [...response.headers], await response.text()]);
		}
		return calls;
	};
	const unknown = await outcomes("/recover", "unknown@example.com");
	expect(unknown[0]?.[2]).toBe("{}");
	expect(unknown[1]?.[0]).toBe(429);
	expect(await outcomes("/recover", "known@example.com")).toEqual(unknown);
	expect(await outcomes("/recover", "waiting@example.com")).toEqual(unknown);

	const unknownResend = await outcomes("/resend", "unknown@example.com");
	expect(unknownResend[0]?.[2]).toBe("{}");
	expect(unknownResend[1]?.[0]).toBe(429);
	expect(await outcomes("/resend", "known@example.com")).toEqual(unknownResend);
	expect(await outcomes("/resend", "waiting@example.com")).toEqual(unknownResend);
	const recipients = (await site.mails()).map(({ to }) => to);
	expect(recipients).not.toContain("unknown@example.com");
	expect(recipients.filter((to) => to === "known@example.com")).toHaveLength(1);
	expect(recipients.filter((to) => to === "waiting@example.com")).toHaveLength(2);
});

test("a mail asked for too soon says for how long, and goes out again after the interval", async () => {
	const email = newAddress();
	await insertUser(site.deps, { email });
	await site.send("POST", "/recover", { email });
	site.wait(18);
	const tooSoon = await site.openTab().resetPasswordForEmail(email);
	expect(tooSoon.error).toMatchObject({
		status: 429,
		code: "over_email_send_rate_limit",
		message: "For security purposes, you can only request this after 42 seconds.",
	});
	site.wait(42);
	expect((await site.openTab().resetPasswordForEmail(email)).error).toBeNull();
});

test("sign-up and resend share one interval; recovery has its own", async () => {
	const email = newAddress();
	await site.send("POST", "/signup", { email, password: testPassword });
	expect((await site.send("POST", "/resend", { type: "signup", email })).status).toBe(429);
	expect((await site.send("POST", "/recover", { email })).status).toBe(200);
});

const tooSoon = (seconds: number) => ({
	code: "over_email_send_rate_limit",
	message: `For security purposes, you can only request this after ${seconds} seconds.`,
});
const exhausted = { code: "over_email_send_rate_limit", message: "email rate limit exceeded" };

test.each([
	["/recover", "a known address"],
	["/recover", "an unknown address"],
	["/resend", "a known address"],
	["/resend", "an unknown address"],
])("%s for %s is granted in growing intervals, ten times a day", async (path, whose) => {
	const email = newAddress();
	if (whose === "a known address") await insertUser(site.deps, { email, confirmed: path === "/recover" });
	const ask = async () => {
		const response = await site.send("POST", path, { type: "signup", email });
		return [response.status, await response.json(), response.headers.get("Retry-After")];
	};
	const intervals = [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600];
	for (const seconds of intervals) {
		expect(await ask()).toEqual([200, {}, null]);
		expect(await ask()).toEqual([429, tooSoon(seconds), String(seconds)]);
		site.wait(seconds - 1);
		expect(await ask()).toEqual([429, tooSoon(1), "1"]);
		site.wait(1);
	}
	expect(await ask()).toEqual([200, {}, null]);
	site.wait(3600);
	const untilTomorrow = 24 * 3600 - intervals.reduce((sum, seconds) => sum + seconds, 3600);
	expect(await ask()).toEqual([429, exhausted, String(untilTomorrow)]);
	site.wait(untilTomorrow);
	expect(await ask()).toEqual([200, {}, null]);
	expect(await ask()).toEqual([429, exhausted, "60"]);
	site.wait(24 * 3600);
	expect(await ask()).toEqual([200, {}, null]);
	expect(await ask()).toEqual([429, tooSoon(60), "60"]);
});

test("of requests for one address at the same moment, one is granted", async () => {
	const email = newAddress();
	const answers = await Promise.all([1, 2, 3, 4, 5].map(() => site.send("POST", "/recover", { email })));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
});

test("there is a ceiling on the accounts that are mailed within an hour, which unknown addresses do not use up", async () => {
	site.wait(3600);
	await site.deps.database.query(
		`insert into users (email, recovery_sent_at, confirmed_at, created_at, updated_at)
			select 'mailed-' || n || '@example.com', $1, $1, $1, $1 from generate_series(2, ${mailedAccountsPerHour}) n`,
		[site.deps.clock().toISOString()],
	);
	const { email } = await insertUser(site.deps);
	for (const address of [newAddress(), newAddress(), email]) {
		expect((await site.send("POST", "/recover", { email: address })).status).toBe(200);
	}
	for (const address of [newAddress(), (await insertUser(site.deps)).email]) {
		const response = await site.send("POST", "/recover", { email: address });
		expect([response.status, await response.json()]).toEqual([429, exhausted]);
	}
	expect((await site.send("POST", "/signup", { email: newAddress(), password: testPassword })).status).toBe(200);
	site.wait(3600);
	expect((await site.send("POST", "/recover", { email: newAddress() })).status).toBe(200);
});

test("recoveries of unconfirmed accounts use up the ceiling on confirmations, and nobody's recovery", async () => {
	site.wait(3600);
	await site.deps.database.query(
		`insert into users (email, recovery_sent_at, confirmation_sent_at, created_at, updated_at)
			select 'stranger-' || n || '@example.com', $1, $1, $1, $1 from generate_series(2, ${mailedAccountsPerHour}) n`,
		[site.deps.clock().toISOString()],
	);
	const [last, beyond, owner] = [
		await insertUser(site.deps, { confirmed: false }),
		await insertUser(site.deps, { confirmed: false }),
		await insertUser(site.deps),
	];
	for (const { email } of [last, beyond, owner]) {
		expect((await site.send("POST", "/recover", { email })).status).toBe(200);
	}
	expect((await site.mailTo(last.email)).subject).toBe((await site.mailTo(owner.email)).subject);
	const { rows } = await site.deps.database.query("select 1 from mails where recipient = $1", [beyond.email]);
	expect(rows).toEqual([]);
	expect((await site.send("POST", "/signup", { email: newAddress(), password: testPassword })).status).toBe(429);
	site.wait(3600);
});

test("addresses of one mailbox share the interval of confirmations, whoever has an account among them", async () => {
	const name = crypto.randomUUID();
	const signUp = (tag: string) =>
		site.send("POST", "/signup", { email: `${name}${tag}@example.com`, password: testPassword });
	await insertUser(site.deps, { email: `${name}+taken@example.com` });
	const statuses = [];
	for (const tag of ["+0", "+1", "+taken", ""]) statuses.push((await signUp(tag)).status);
	expect(statuses).toEqual([200, 429, 429, 429]);
	site.wait(61);
	expect([(await signUp("+taken")).status, (await signUp("+1")).status]).toEqual([200, 429]);
});
