import { beforeEach, expect, test } from "vitest";
import { insertApp, insertUser, openSession, signInTwice } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { TestAuthenticator } from "#tests/authenticator.ts";

// Guessing is limited for whoever guesses, not for the owner of what is guessed.

const site = startAuthSite({ RATE_LIMITS: "on", AUTH_MAIL_INTERVAL: "0", SITE_URL: "https://site.test" });

beforeEach(() => {
	site.setTime(new Date());
});

let lastAddress = 0;
/** An address that no other test uses. */
const newAddress = () => `192.0.2.${++lastAddress}`;

const call = (path: string, body: object, remoteAddress: string, headers: Record<string, string> = {}) =>
	site.api.request(
		`/auth/v1${path}`,
		{ method: "POST", body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } },
		{ incoming: { socket: { remoteAddress } } },
	);

/** An account with an app, in a session that has its password alone: a thief's, or its owner's. */
async function beforeTheStep() {
	const user = await insertUser(site.deps);
	const app = await insertApp(site.deps, user.id);
	const { headers } = await openSession(site.deps, user);
	const guess = async (code: string, from: string) => {
		const challenge = await (await call(`/factors/${app.id}/challenge`, {}, from, headers)).json();
		return (await call(`/factors/${app.id}/verify`, { challenge_id: challenge.id, code }, from, headers)).status;
	};
	return { user, app, headers, guess };
}

async function times<Result>(count: number, action: () => Promise<Result>): Promise<Result[]> {
	const results: Result[] = [];
	for (let n = 0; n < count; n += 1) results.push(await action());
	return results;
}

test("five wrong codes here stop the guessing for a while, elsewhere not, and the owner hears of it once a day", async () => {
	const { user, app, guess } = await beforeTheStep();
	const here = newAddress();
	expect(await times(5, () => guess("000000", here))).toEqual(Array(5).fill(422));
	expect(await guess(app.code(), here)).toBe(429);
	const there = newAddress();
	expect(await times(3, () => guess("000000", there))).toEqual(Array(3).fill(422));
	// The owner, from another network, is not locked out.
	expect(await guess(app.code(), newAddress())).toBe(200);
	const told = (await site.mails()).filter(({ to, subject }) => to === user.email && subject.startsWith("Someone has"));
	expect(told).toMatchObject([{ subject: "Someone has your password for Pilcrow Communications" }]);
});

test("guesses sent all at once do not slip through, and right codes do not count", async () => {
	const { app, guess } = await beforeTheStep();
	const here = newAddress();
	for (const delay of [-1, 0, 1]) expect(await guess(app.code(delay), here)).toBe(200);
	const statuses = await Promise.all(Array.from({ length: 12 }, () => guess("000000", here)));
	expect(statuses.filter((status) => status === 422)).toHaveLength(5);
});

test("fifty wrong codes in a day, from wherever, stop codes alone: recovery codes and passkeys still work", async () => {
	const { user, headers: owner } = await signInTwice(site.deps);
	const codes = await (await call("/factors/recovery-codes", {}, newAddress(), owner)).json();
	const authenticator = new TestAuthenticator("https://site.test");
	const registration = await (await call("/passkeys/registration/options", {}, newAddress(), owner)).json();
	const created = {
		challenge_id: registration.challenge_id,
		credential: authenticator.create(registration.options),
	};
	expect((await call("/passkeys/registration/verify", created, newAddress(), owner)).status).toBe(200);
	const app = await insertApp(site.deps, user.id);
	const { headers } = await openSession(site.deps, user);
	const guess = async (code: string, from: string) => {
		const challenge = await (await call(`/factors/${app.id}/challenge`, {}, from, headers)).json();
		return (await call(`/factors/${app.id}/verify`, { challenge_id: challenge.id, code }, from, headers)).status;
	};
	for (let network = 0; network < 10; network += 1) {
		const from = newAddress();
		expect(await times(5, () => guess("000000", from))).toEqual(Array(5).fill(422));
	}
	const here = newAddress();
	expect(await guess(app.code(), here)).toBe(429);
	const code = codes.codes[0];
	expect((await call("/factors/recovery-codes/verify", { code }, here, headers)).status).toBe(200);
	const started = await (await call("/passkeys/authentication/options", {}, here)).json();
	const proof = { challenge_id: started.challenge_id, credential: authenticator.get(started.options) };
	expect((await call("/passkeys/authentication/verify", proof, here)).status).toBe(200);
});

const device = (letter: string) => ({ "X-Device": letter.repeat(22) });

/** An account with an app and recovery codes, whose owner has signed in on one device, and a stranger with its password. */
async function underAttack() {
	const { user, app, headers: strong } = await signInTwice(site.deps);
	const { codes } = await (await call("/factors/recovery-codes", {}, newAddress(), strong)).json();
	const answerTo = async (code: string, from: string, headers: Record<string, string>) => {
		const challenge = await (await call(`/factors/${app.id}/challenge`, {}, from, headers)).json();
		return call(`/factors/${app.id}/verify`, { challenge_id: challenge.id, code }, from, headers);
	};
	const verify = async (...guess: Parameters<typeof answerTo>) => (await answerTo(...guess)).status;
	const recover = async (code: string, from: string, headers: Record<string, string>) =>
		(await call("/factors/recovery-codes/verify", { code }, from, headers)).status;
	const home = newAddress();
	const first = await openSession(site.deps, user);
	// With a code of the step before, so that the next one is still good.
	const raised = await (await answerTo(app.code(-1), home, { ...first.headers, ...device("o") })).json();
	const known = { ...(await openSession(site.deps, user)).headers, ...device("o") };
	const stranger = (await openSession(site.deps, user)).headers;
	return {
		app,
		codes: codes as string[],
		home,
		strong: { Authorization: `Bearer ${raised.access_token}` },
		known,
		stranger,
		verify,
		recover,
	};
}

// A6
test.each(["known", "strong"] as const)(
	"a stranger with the password, next door or anywhere, uses up nothing of the owner's (%s), for codes of both kinds",
	async (owner) => {
		const { app, codes, home, stranger, verify, recover, ...owners } = await underAttack();
		for (const from of [home, ...Array.from({ length: 10 }, newAddress)]) {
			await times(5, () => verify("000000", from, { ...stranger, ...device("x") }));
		}
		expect(await verify(app.code(), newAddress(), stranger)).toBe(429);
		await times(6, () => recover("0000000000000000", newAddress(), stranger));
		expect(await recover(codes[0] ?? "", newAddress(), { ...stranger, ...device("x") })).toBe(429);
		const headers = owners[owner];
		expect(await verify("000000", home, headers)).toBe(422);
		expect(await recover("0000000000000000", home, headers)).toBe(422);
		expect(await verify(app.code(), home, headers)).toBe(200);
	},
);

// A6
test("a known device has limits, too, and its guesses lock no one else out", async () => {
	const { app, codes, home, strong, known, verify, recover } = await underAttack();
	expect(await times(5, () => verify("000000", newAddress(), known))).toEqual(Array(5).fill(422));
	expect(await verify(app.code(), newAddress(), known)).toBe(429);
	expect(await times(5, () => recover("0000000000000000", newAddress(), known))).toEqual(Array(5).fill(422));
	expect(await recover(codes[0] ?? "", home, known)).toBe(429);
	expect(await recover(codes[0] ?? "", home, strong)).toBe(200);
	// Its own session ended with that step.
	expect(await recover(codes[1] ?? "", home, known)).toBe(403);
});

// A6
test("a label is no device: who claims the owner's browser without its id is a stranger", async () => {
	const { app, stranger, verify } = await underAttack();
	for (let network = 0; network < 10; network += 1) {
		const from = newAddress();
		await times(5, () => verify("000000", from, { ...stranger, "User-Agent": "Mozilla/5.0" }));
	}
	expect(await verify(app.code(), newAddress(), stranger)).toBe(429);
});

// A19
test("a code of separators alone is empty, and no wrong guess", async () => {
	const { app, codes, home, known, stranger, verify, recover } = await underAttack();
	for (const code of ["", " ", " - ", "---", "\u2013\u2014", "\u200b", ". _ /", "\u00a0-\u00a0"]) {
		expect([code, await recover(code, home, stranger)]).toEqual([code, 400]);
		expect([code, await verify(code, home, stranger)]).toEqual([code, 400]);
	}
	expect(await recover(codes[0] ?? "", home, stranger)).toBe(200);
	expect(await verify(app.code(), home, known)).not.toBe(429);
});

const id = crypto.randomUUID();

test.each([
	["/factors", 30, 400],
	["/passkeys/registration/options", 30, 200],
	["/passkeys/registration/verify", 30, 400],
	[`/factors/${id}/challenge`, 60, 404],
	[`/factors/${id}/verify`, 30, 404],
	["/factors/recovery-codes/verify", 30, 400],
	["/passkeys/authentication/options", 60, 200],
	["/passkeys/authentication/verify", 30, 400],
])("%s takes %i requests in five minutes from one address, and others stay served", async (path, limit, status) => {
	const { headers } = await signInTwice(site.deps);
	const [address, elsewhere] = [newAddress(), newAddress()];
	const send = async (from: string) => (await call(path, {}, from, headers)).status;
	expect(await times(limit + 1, () => send(address))).toEqual([...Array(limit).fill(status), 429]);
	expect(await send(elsewhere)).toBe(status);
});

test("whoever has no password of an account counts nothing against its second step", async () => {
	const { app, guess } = await beforeTheStep();
	const stranger = await signInTwice(site.deps);
	const from = newAddress();
	for (const headers of [{}, stranger.headers]) {
		const body = { challenge_id: id, code: "000000" };
		const statuses = await times(6, async () => (await call(`/factors/${app.id}/verify`, body, from, headers)).status);
		expect(new Set(statuses)).toEqual(new Set([headers === stranger.headers ? 404 : 401]));
	}
	expect(await guess(app.code(), from)).toBe(200);
});
