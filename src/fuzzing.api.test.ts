import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openSession, type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { addressOf, type Endpoint, endpoints, insertKnownRows, type KnownRows, samples } from "#tests/endpoints.ts";
import { type HostileRequest, hostileRequest, hostileTexts } from "#tests/hostile-input.ts";

const app = startTestApp({ AUTH_MAIL_INTERVAL: "0" });

/** Per endpoint and caller; `npm run torture` asks for more. */
const runs = Number(process.env.FUZZ_RUNS ?? 5);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const slowMs = 1_000;
const callers = ["nobody", "user", "admin"] as const;

let tried = 0;
afterAll(() => {
	process.stdout.write(`fuzzing: ${tried.toLocaleString("en-US")} inputs on ${process.env.TEST_ENGINE}\n`);
});

type Answer = { status: number; ms: number };

async function send(endpoint: Endpoint, rows: KnownRows, input: HostileRequest, headers: object): Promise<Answer> {
	const bent =
		input.id === undefined ? rows : Object.fromEntries(Object.keys(rows).map((key) => [key, input.id ?? ""]));
	const { method, path } = addressOf(endpoint, encoded(bent));
	const address = new URL(path, "http://site.test");
	for (const [name, value] of input.query) address.searchParams.append(name.toWellFormed(), value.toWellFormed());
	const type = input.content?.type;
	const request = new Request(address, {
		method,
		headers: { ...headers, ...(type && { "content-type": type }) },
		...(input.content && { body: input.content.body }),
	});
	const started = performance.now();
	const answer = await app.api.request(request);
	const ms = performance.now() - started;
	await answer.body?.cancel();
	return { status: answer.status, ms };
}

const encoded = (rows: KnownRows): KnownRows =>
	Object.fromEntries(Object.entries(rows).map(([key, id]) => [key, encodeURIComponent(id.toWellFormed()) || "x"]));

for (const endpoint of endpoints) {
	test(`${endpoint} answers every input with less than 500, within a second`, {
		timeout: runs * 3_000 + 20_000,
	}, async () => {
		let rows = await insertKnownRows(app.deps);
		for (const caller of callers) {
			let account: SignedInUser | undefined =
				caller === "nobody" ? undefined : await signInAs(app.deps, { role: caller });
			const [method = ""] = endpoint.split(" ");
			await fc.assert(
				fc.asyncProperty(hostileRequest(method, samples[endpoint]), async (input) => {
					tried += 1;
					let answer = await send(endpoint, rows, input, account?.headers ?? {});
					// A session that an input has ended, a row that one has deleted: on with new ones.
					if (account && answer.status === 401) account = await openSession(app.deps, account.user);
					if (answer.status === 204 || method === "DELETE") rows = await insertKnownRows(app.deps);
					// Once may be the machine's fault, twice is ours.
					if (answer.ms > slowMs) answer = await send(endpoint, rows, input, account?.headers ?? {});
					expect(answer.status).toBeLessThan(500);
					expect(answer.ms).toBeLessThan(slowMs);
				}),
				{ numRuns: caller === "admin" ? runs * 2 : runs, seed, endOnFailure: runs > 50 },
			);
		}
	});
}

for (const endpoint of endpoints) {
	const sample = samples[endpoint];
	if (typeof sample !== "object") continue;
	test(`${endpoint} answers every hostile text in every field with less than 500`, { timeout: 120_000 }, async () => {
		const rows = await insertKnownRows(app.deps);
		const account = await signInAs(app.deps, { role: "admin" });
		for (const field of Object.keys(sample)) {
			for (const text of hostileTexts) {
				tried += 1;
				const content = { body: JSON.stringify({ ...sample, [field]: text }), type: "application/json" };
				const answer = await send(endpoint, rows, { id: undefined, query: [], content }, account.headers);
				expect([field, text.slice(0, 50), answer.status < 500]).toEqual([field, text.slice(0, 50), true]);
			}
		}
	});
}

test("after all this every list can be read, and nobody has become an admin", async () => {
	const { headers } = await signInAs(app.deps, { role: "admin" });
	const lists = endpoints.filter(
		(endpoint) => /^GET \/(api|functions)\/[^:]*$/.test(endpoint) && !/live/.test(endpoint),
	);
	expect(lists.length).toBeGreaterThan(8);
	for (const endpoint of lists) {
		const answer = await app.api.request(endpoint.slice(4), { headers });
		expect([endpoint, answer.status < 500]).toEqual([endpoint, true]);
		await answer.text();
	}
	const errors = app.log.filter(({ level }) => level === "error");
	expect(errors).toEqual([]);
	expect(({} as { role?: string }).role).toBeUndefined();
});
