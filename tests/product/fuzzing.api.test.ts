import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, test } from "vitest";
import { action as sendCall } from "#features/bookings/page/book-call-page.tsx";
import { action as sendContact } from "#features/contacts/page/contact-page.tsx";
import { timeField, trapField } from "#lib/submission.ts";
import { provideDeps } from "#platform/process/deps.server.ts";
import { openSession, type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { addressOf, type Endpoint, endpoints, insertRowsFor, type KnownRows, samples } from "#tests/endpoints.ts";
import { type HostileRequest, hostileJson, hostileRequest, hostileTexts } from "#tests/hostile-input.ts";
import { isLong } from "#tests/long.ts";

const app = startTestApp({ AUTH_MAIL_INTERVAL: "0" });

/** Per endpoint and caller; `npm run test:all` and `npm run torture` ask for more. */
const runs = Number(process.env.FUZZ_RUNS ?? 2);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** What has most often broken a field is tried in each; of the rest, a field gets every fourth, and the next field the next. */
const textsOf = (index: number) =>
	hostileTexts.filter((text, n) => isLong || /^[\0\ud800]/.test(text) || (n + index) % 4 === 0);
const slowMs = 1_000;
const timeout = runs * 3_000 + 180_000;
const callers = ["nobody", "user", "admin"] as const;

let tried = 0;
afterAll(() => {
	process.stdout.write(`fuzzing: ${tried.toLocaleString("en-US")} inputs\n`);
});

/** The time that this process has worked for it: on a busy machine an answer may take far longer. */
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
	const before = process.cpuUsage();
	const answer = await app.api.request(request);
	const { user, system } = process.cpuUsage(before);
	const ms = (user + system) / 1000;
	await answer.body?.cancel();
	return { status: answer.status, ms };
}

const encoded = (rows: KnownRows): KnownRows =>
	Object.fromEntries(Object.entries(rows).map(([key, id]) => [key, encodeURIComponent(id.toWellFormed()) || "x"]));

for (const endpoint of endpoints) {
	test(`${endpoint} answers every input with less than 500, after at most a second of work`, { timeout }, async () => {
		let rows = await insertRowsFor(app.deps, endpoint);
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
					if (answer.status === 204 || (method === "DELETE" && answer.status < 300))
						rows = await insertRowsFor(app.deps, endpoint);
					// Once may be the collector's or the compiler's work, twice is ours.
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
	test(`${endpoint} answers every hostile text in every field with less than 500`, async () => {
		const rows = await insertRowsFor(app.deps, endpoint);
		const account = await signInAs(app.deps, { role: "admin" });
		for (const [index, field] of Object.keys(sample).entries()) {
			for (const text of textsOf(index)) {
				tried += 1;
				const content = jsonWith(sample, field, JSON.stringify(text));
				const answer = await send(endpoint, rows, { id: undefined, query: [], content }, account.headers);
				expect([field, text.slice(0, 50), answer.status < 500]).toEqual([field, text.slice(0, 50), true]);
			}
		}
	});

	test(`${endpoint} refuses what is no text in every text field`, async () => {
		const rows = await insertRowsFor(app.deps, endpoint);
		const account = await signInAs(app.deps, { role: "admin" });
		for (const field of Object.keys(sample).filter((name) => typeof sample[name] === "string")) {
			for (const json of hostileJson) {
				tried += 1;
				const content = jsonWith(sample, field, json);
				const { status } = await send(endpoint, rows, { id: undefined, query: [], content }, account.headers);
				expect([field, json.slice(0, 50), Math.floor(status / 100)]).toEqual([field, json.slice(0, 50), 4]);
			}
		}
	});
}

const visitor = {
	firstName: "Ada",
	lastName: "Byron",
	email: "ada@example.com",
	phone: "1",
	[trapField]: "",
	[timeField]: "",
};

/** The pages whose actions take forms, with everything that they send: their subject's fields and the page's own. */
const pages = {
	"/contact": { action: sendContact, sample: { ...visitor, subject: "Engines", message: "Hello" } },
	"/book-call": {
		action: sendCall,
		sample: { ...visitor, company: "Engines", industry: "retail", projectDescription: "A launch" },
	},
};

for (const [path, { action, sample }] of Object.entries(pages)) {
	async function post({ content }: Pick<HostileRequest, "content">): Promise<number | undefined> {
		tried += 1;
		const request = new Request(`http://site.test${path}`, {
			method: "POST",
			...(content && { body: content.body, headers: content.type ? { "content-type": content.type } : {} }),
		});
		const context = new RouterContextProvider();
		provideDeps(context, app.deps);
		const { init } = await action({ request, context, params: {}, url: new URL(request.url), pattern: path });
		return init?.status;
	}

	test(`the form at ${path} answers every input with less than 500`, { timeout }, async () => {
		expect(await post({ content: jsonWith(sample, "phone", '"2"') })).toBe(201);
		await fc.assert(
			fc.asyncProperty(hostileRequest("POST", sample), async (input) => {
				expect(await post(input)).toBeLessThan(500);
			}),
			{ numRuns: runs * 2, seed, endOnFailure: runs > 50 },
		);
		for (const field of [trapField, timeField]) {
			for (const text of hostileTexts) {
				const status = await post({ content: jsonWith(sample, field, JSON.stringify(text)) });
				expect([field, text.slice(0, 50), Number(status) < 500]).toEqual([field, text.slice(0, 50), true]);
			}
		}
	});

	test(`the form at ${path} refuses what is no text, in the page's own fields too`, async () => {
		for (const field of Object.keys(sample)) {
			for (const json of hostileJson) {
				const status = await post({ content: jsonWith(sample, field, json) });
				expect([field, json.slice(0, 50), status]).toEqual([field, json.slice(0, 50), 422]);
			}
		}
	});
}

/** The sample as JSON with one field replaced by what is given as JSON. */
function jsonWith(sample: Record<string, unknown>, field: string, json: string) {
	const others = Object.entries(sample).filter(([name]) => name !== field);
	const members = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
	return { body: `{${[...members, `${JSON.stringify(field)}:${json}`].join()}}`, type: "application/json" };
}

test("after all this every list can be read, and no one has become an admin", async () => {
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
