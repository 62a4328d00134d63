import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPasswordHasher } from "#platform/password-hasher.server.ts";
import { insertUser } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

const site = startAuthSite({ AUTH_MAIL_INTERVAL: "0" });

/**
 * The least processor time that each request took in several rounds, in milliseconds. Unlike the time on the clock it does
 * not grow with other load on the machine; what else runs in this process only ever adds. What would tell accounts apart
 * is a missing password verification or a missing transaction, many times the tolerance.
 */
async function leastWork(requests: Record<string, () => Promise<Response>>, rounds: number) {
	const least = new Map<string, number>();
	for (let round = 0; round < rounds; round++) {
		for (const [name, request] of Object.entries(requests)) {
			const started = process.cpuUsage();
			await request();
			const { user, system } = process.cpuUsage(started);
			least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, (user + system) / 1000));
		}
	}
	return [...least.values()];
}

const tolerance = 2;
const spread = (amounts: number[]) => Math.max(...amounts) / Math.min(...amounts);

async function insertKnown() {
	// The cost of production, so that its absence would show.
	site.deps.passwords = createPasswordHasher();
	const suffix = crypto.randomUUID().slice(0, 8);
	const [confirmed, waiting] = [`confirmed-${suffix}@example.com`, `waiting-${suffix}@example.com`];
	await insertUser(site.deps, { email: confirmed });
	await insertUser(site.deps, { email: waiting, confirmed: false });
	return { confirmed, waiting, unknown: `unknown-${suffix}@example.com` };
}

test("14.1 a wrong password takes as long as an unknown address", { retry: 3 }, async () => {
	const { confirmed, unknown } = await insertKnown();
	const signIn = (email: string) => () =>
		site.send("POST", "/token?grant_type=password", { email, password: "not the password" });
	expect(spread(await leastWork({ known: signIn(confirmed), unknown: signIn(unknown) }, 8))).toBeLessThan(tolerance);
});

test("14.3 a sign-up takes as long for a new, an unconfirmed and a confirmed address", { retry: 3 }, async () => {
	const { confirmed, waiting } = await insertKnown();
	const signUp = (email: () => string) => () =>
		site.send("POST", "/signup", { email: email(), password: "another good password" });
	const times = await leastWork(
		{
			fresh: signUp(() => `${crypto.randomUUID()}@example.com`),
			waiting: signUp(() => waiting),
			confirmed: signUp(() => confirmed),
		},
		8,
	);
	expect(spread(times)).toBeLessThan(tolerance);
});

test.each(["/recover", "/resend"])(
	"14.4 %s takes as long for known and unknown addresses",
	{ retry: 3 },
	async (path) => {
		const { confirmed, waiting, unknown } = await insertKnown();
		const ask = (email: string) => () => site.send("POST", path, { type: "signup", email });
		const times = await leastWork({ confirmed: ask(confirmed), waiting: ask(waiting), unknown: ask(unknown) }, 25);
		expect(spread(times)).toBeLessThan(tolerance);
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
