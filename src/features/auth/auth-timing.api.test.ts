import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPasswordHasher } from "#platform/password-hasher.server.ts";
import { insertUser } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite({ AUTH_MAIL_INTERVAL: "0" });

/**
 * The fastest of several runs of each request, in turn, in milliseconds: other load on the machine only ever adds.
 * What would tell accounts apart is a missing password verification or a missing transaction, many times the tolerance.
 */
async function fastest(requests: Record<string, () => Promise<Response>>, rounds: number) {
	const best = new Map<string, number>();
	for (let round = 0; round < rounds; round++) {
		for (const [name, request] of Object.entries(requests)) {
			const started = performance.now();
			await request();
			best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - started));
		}
	}
	return [...best.values()];
}

const spread = (times: number[]) => Math.max(...times) / Math.min(...times);

async function insertKnown() {
	// The cost of production, so that its absence would show.
	site.deps.passwords = createPasswordHasher();
	const suffix = crypto.randomUUID().slice(0, 8);
	const [confirmed, waiting] = [`confirmed-${suffix}@example.com`, `waiting-${suffix}@example.com`];
	await insertUser(site.deps, { email: confirmed });
	await insertUser(site.deps, { email: waiting, confirmed: false });
	return { confirmed, waiting, unknown: `unknown-${suffix}@example.com` };
}

test("14.1 a wrong password takes as long as an unknown address", { retry: 2 }, async () => {
	const { confirmed, unknown } = await insertKnown();
	const signIn = (email: string) => () =>
		site.send("POST", "/token?grant_type=password", { email, password: "not the password" });
	expect(spread(await fastest({ known: signIn(confirmed), unknown: signIn(unknown) }, 6))).toBeLessThan(1.6);
});

test("14.3 a sign-up takes as long for a new, an unconfirmed and a confirmed address", { retry: 2 }, async () => {
	const { confirmed, waiting } = await insertKnown();
	const signUp = (email: () => string) => () =>
		site.send("POST", "/signup", { email: email(), password: "another good password" });
	const times = await fastest(
		{
			fresh: signUp(() => `${crypto.randomUUID()}@example.com`),
			waiting: signUp(() => waiting),
			confirmed: signUp(() => confirmed),
		},
		6,
	);
	expect(spread(times)).toBeLessThan(1.6);
});

test.each(["/recover", "/resend"])(
	"14.4 %s takes as long for known and unknown addresses",
	{ retry: 2 },
	async (path) => {
		const { confirmed, waiting, unknown } = await insertKnown();
		const ask = (email: string) => () => site.send("POST", path, { type: "signup", email });
		const times = await fastest({ confirmed: ask(confirmed), waiting: ask(waiting), unknown: ask(unknown) }, 25);
		expect(spread(times)).toBeLessThan(1.6);
	},
);

test("simultaneous sign-ups for one address end in one account and neutral answers", async () => {
	const answers = await Promise.all(
		[1, 2, 3, 4].map((n) =>
			site.send("POST", "/signup", { email: "at-once@example.com", password: `good password ${n}` }),
		),
	);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	const rows = await site.deps.db.select().from(usersTable).where(eq(usersTable.email, "at-once@example.com"));
	expect(rows).toHaveLength(1);
});
