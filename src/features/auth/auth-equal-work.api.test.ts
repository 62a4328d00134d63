import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertUser } from "#tests/accounts.ts";
import { startAuthSite } from "#tests/auth-site.ts";
import { usersTable } from "./auth.table.ts";

// Passwords cost by far the most of an answer's time: where the same passwords are worked on, times tell nothing apart.
const site = startAuthSite({ AUTH_MAIL_INTERVAL: "0" }, (text) => statements.push(text));
let work: string[] = [];
let statements: string[] = [];

beforeAll(() => {
	const real = site.deps.passwords;
	site.deps.passwords = {
		...real,
		hash: (password) => {
			work.push("hash");
			return real.hash(password);
		},
		matches: (hash, password) => {
			work.push("verify");
			return real.matches(hash, password);
		},
	};
});

beforeEach(() => {
	work = [];
});

test("14.1 verifies a password for an unknown address as for a known one", async () => {
	await insertUser(site.deps, { email: "known@example.com" });
	for (const email of ["known@example.com", "unknown@example.com"]) {
		work = [];
		await site.send("POST", "/token?grant_type=password", { email, password: "not the password" });
		expect(work).toEqual(["verify"]);
	}
});

test.each(["/token?grant_type=password", "/recover", "/resend"])(
	"14.1, 14.4 %s sends the database the same statements for a known address and an unknown one",
	async (path) => {
		const known = await insertUser(site.deps, { confirmed: path !== "/resend" });
		const sent = [];
		for (const email of [known.email, "unknown@example.com"]) {
			statements = [];
			await site.send("POST", path, { type: "signup", email, password: "not the password" });
			sent.push(statements);
		}
		expect(sent[0]?.length).toBeGreaterThan(1);
		expect(sent[0]).toEqual(sent[1]);
	},
);

test("14.3 hashes the password of a sign-up whatever the state of the address", async () => {
	await insertUser(site.deps, { email: "confirmed@example.com" });
	await insertUser(site.deps, { email: "waiting@example.com", confirmed: false });
	for (const email of ["fresh@example.com", "waiting@example.com", "confirmed@example.com"]) {
		work = [];
		await site.send("POST", "/signup", { email, password: "another good password" });
		expect(work).toEqual(["hash"]);
	}
});

test.each(["/recover", "/resend"])("14.4 %s works on no password, known address or not", async (path) => {
	for (const email of ["confirmed@example.com", "waiting@example.com", "unknown@example.com"]) {
		await site.send("POST", path, { type: "signup", email });
	}
	expect(work).toEqual([]);
});

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
