import { EventSourceParserStream } from "eventsource-parser/stream";
import { beforeEach, expect, test } from "vitest";
import { forgetOldDevices } from "#features/auth/factors/known-devices.server.ts";
import { insertUser, openSession, signInAs, signInTwice, testPassword } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";

const site = startAuthSite();

beforeEach(() => {
	site.setTime(new Date());
});

type Headers = Record<string, string>;

const call = (method: string, path: string, headers: Headers) => site.api.request(path, { method, headers });
const sessionsOf = async (headers: Headers) => (await (await call("GET", "/api/sessions", headers)).json()).sessions;
const statusOf = async (headers: Headers) => (await call("GET", "/api/profile", headers)).status;

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

const signIn = async (email: string, headers: Headers = {}) => {
	const answer = await site.send("POST", "/token?grant_type=password", { email, password: testPassword }, headers);
	const session = await answer.json();
	return { ...session, headers: { Authorization: `Bearer ${session.access_token}` } };
};

test("a person sees where they are signed in, by labels of our own words alone", async () => {
	const user = await insertUser(site.deps);
	const first = await signIn(user.email, { "User-Agent": firefox });
	site.wait(60);
	const second = await signIn(user.email, { "User-Agent": "<script>alert(1)</script>" });
	expect(await sessionsOf(second.headers)).toMatchObject([
		{ device: "Unknown device", level: "aal1", methods: ["password"], current: true },
		{ device: "Firefox on Linux", current: false },
	]);
	expect(JSON.stringify(await sessionsOf(first.headers))).not.toContain("alert");
});

test("an ended session fails at its next request and its next refresh", async () => {
	const user = await insertUser(site.deps);
	const [first, second] = [await signIn(user.email), await signIn(user.email)];
	const [own] = (await sessionsOf(second.headers)).filter(({ current }: { current: boolean }) => !current);
	expect((await call("DELETE", `/api/sessions/${own.id}`, second.headers)).status).toBe(204);
	expect([await statusOf(first.headers), await statusOf(second.headers)]).toEqual([401, 200]);
	const refreshed = await site.send("POST", "/token?grant_type=refresh_token", { refresh_token: first.refresh_token });
	expect((await refreshed.json()).code).toBe("refresh_token_not_found");
	expect((await call("DELETE", `/api/sessions/${own.id}`, second.headers)).status).toBe(404);
});

test("nobody ends another person's session, nor any of their own without a recent proof", async () => {
	const owner = await signInAs(site.deps);
	const stranger = await signInAs(site.deps);
	expect((await call("DELETE", `/api/sessions/${owner.session.id}`, stranger.headers)).status).toBe(404);
	const other = await openSession(site.deps, owner.user);
	site.wait(601);
	const refused = await call("DELETE", "/api/sessions", owner.headers);
	expect([refused.status, (await refused.json()).code]).toEqual([403, "reauthentication_needed"]);
	const fresh = await openSession(site.deps, owner.user);
	expect((await call("DELETE", "/api/sessions", fresh.headers)).status).toBe(204);
	expect([await statusOf(fresh.headers), await statusOf(owner.headers), await statusOf(other.headers)]).toEqual([
		200, 401, 401,
	]);
});

test("an admin ends another account's sessions only after a recent proof", async () => {
	const admin = await signInTwice(site.deps, { role: "admin" });
	const person = await signInAs(site.deps);
	site.wait(601);
	const path = `/api/users/${person.user.id}/sessions`;
	expect((await (await call("DELETE", path, admin.headers)).json()).code).toBe("reauthentication_needed");
	expect(await statusOf(person.headers)).toBe(200);
});

test("the live stream of an ended session closes at once, without another event", async () => {
	const admin = await signInAs(site.deps, { role: "admin" });
	const other = await openSession(site.deps, admin.user);
	const stream = await site.api.request("/api/live", { headers: admin.headers });
	const events = stream.body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	expect((await events?.read())?.value?.event).toBe("ready");
	const began = performance.now();
	await call("DELETE", `/api/sessions/${admin.session.id}`, other.headers);
	let last = await events?.read();
	// That the account was added may still have been on its way.
	if (last?.value?.data.includes('"insert"')) last = await events?.read();
	expect(last).toEqual({ done: true, value: undefined });
	// Not by the heartbeat, which would find it after 20 seconds.
	expect(performance.now() - began).toBeLessThan(15_000);
});

test("a session ends thirty days after its sign-in, and seven after its last use", async () => {
	const user = await insertUser(site.deps);
	const day = 24 * 60 * 60;
	const idle = await signIn(user.email);
	let { refresh_token, headers } = idle;
	const refresh = async () => {
		const answer = await site.send("POST", "/token?grant_type=refresh_token", { refresh_token });
		const session = await answer.json();
		if (answer.ok)
			({ refresh_token, headers } = { ...session, headers: { Authorization: `Bearer ${session.access_token}` } });
		return session.code;
	};
	for (let week = 0; week < 4; week += 1) {
		site.wait(7 * day - 60);
		expect(await refresh()).toBeUndefined();
		expect(await statusOf(headers)).toBe(200);
	}
	site.wait(3 * day);
	expect(await refresh()).toBe("session_expired");
	expect(await refresh()).toBe("refresh_token_not_found");
	const next = await signIn(user.email);
	site.wait(7 * day + 1);
	const answer = await site.send("POST", "/token?grant_type=refresh_token", { refresh_token: next.refresh_token });
	expect(await answer.json()).toMatchObject({
		code: "session_expired",
		message: "Invalid Refresh Token: Session Expired",
	});
});

test("an account has fifty sessions at most: the oldest ends", async () => {
	const user = await insertUser(site.deps);
	const first = await openSession(site.deps, user);
	for (let more = 0; more < 49; more += 1) {
		site.wait(1);
		await openSession(site.deps, user);
	}
	expect(await statusOf(first.headers)).toBe(200);
	site.wait(1);
	const last = await signIn(user.email);
	expect([await statusOf(first.headers), (await sessionsOf(last.headers)).length]).toEqual([401, 50]);
});

test("a new device is told to the owner once, and the first one of an account is not", async () => {
	const user = await insertUser(site.deps);
	const device = (letter: string) => ({ "X-Device": letter.repeat(22), "User-Agent": firefox });
	for (const letter of ["a", "a", "b", "b", "a"]) await signIn(user.email, device(letter));
	const mails = (await site.mails()).filter(({ to }) => to === user.email);
	expect(mails.map(({ subject }) => subject)).toEqual(["New sign-in to your account at Pilcrow Communications"]);
	expect(mails[0]?.text).toContain("Device: Firefox on Linux");
	expect(mails[0]?.text).toContain(
		"If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.",
	);
	expect(mails[0]?.text).not.toContain("/auth/v1/verify");
});

test("a device stays known for a year after it was last seen", async () => {
	const user = await insertUser(site.deps);
	const comeBack = async (letter: string) => {
		const before = (await site.mails()).length;
		await signIn(user.email, { "X-Device": letter.repeat(22), "User-Agent": firefox });
		return (await site.mails()).slice(before).map(({ subject }) => subject);
	};
	await comeBack("a");
	const news = await comeBack("b");
	expect(news).toHaveLength(1);
	const halfYear = 200 * 24 * 60 * 60;
	site.wait(halfYear);
	expect([await comeBack("a"), await comeBack("c")]).toEqual([[], news]);
	site.wait(halfYear);
	await forgetOldDevices(site.deps);
	expect([await comeBack("a"), await comeBack("b")]).toEqual([[], news]);
});
