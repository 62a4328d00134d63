import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestAuthenticator } from "#tests/authenticator.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { insertAccount } from "./accounts.ts";
import { codeOf } from "./authenticator-app.ts";
import { savePost } from "./blog-posts.ts";
import { addOverHttp, bookingsPath, lostConnection, openDesk, openLiveDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { startProxy } from "./proxy.ts";
import { openSession, type Session } from "./sessions.ts";
import { newSharedSite } from "./shared-services.ts";
import { prepared, type SiteServer, startSite } from "./site-server.ts";
import { listAsStaff, signInOverHttp } from "./staff.ts";

// One site for all, which the last test kills.
test.describe.configure({ mode: "default" });

/** Two processes of one site, on one database and one bucket, behind a proxy. */
let cluster: { address: string; a: SiteServer; b: SiteServer; backups: string; stop(): Promise<void> };
test.beforeAll(async () => {
	test.setTimeout(90_000);
	const proxy = await startProxy();
	const backups = await mkdtemp(join(tmpdir(), "test-backups-"));
	const settings = {
		...(await newSharedSite(prepared())),
		SITE_URL: proxy.url,
		BACKUP_DIR: backups,
		TRUSTED_PROXIES: "1",
		RATE_LIMITS: "on",
	};
	// At once, so that they also migrate the empty database at once.
	const [a, b] = await Promise.all([startSite(settings), startSite(settings)]);
	proxy.backends.push(a.url, b.url);
	const stop = async () => {
		proxy.close();
		await Promise.all([a.stop(), b.stop()]);
		await rm(backups, { recursive: true });
	};
	cluster = { address: proxy.url, a, b, backups, stop };
});
test.afterAll(() => cluster.stop());

/** Before the browser would say or ask it again by itself, ten seconds later. How long it takes is measured by `npm run bench`. */
const byNews = { timeout: 5000 };

test("a booking that one process stores is on the other one's screens without a reload", async ({ page }) => {
	const name = uniqueName("Across");
	await openLiveDesk(page, `${cluster.b.url}${bookingsPath}`);
	await expect(page.getByText("No bookings")).toBeVisible();
	await addOverHttp(cluster.a, "bookings", buildBooking({ name }));
	await expect(rowOf(page, name)).toBeVisible();
	await expect(toast(page, "New Booking!")).toContainText(name);
});

// Contract of the site, 8.4: with 200 visits in a second.
test("of a hundred publications no page mixes two, and none is more than a second late", { tag: "@long" }, async () => {
	test.setTimeout(120_000);
	const headers = { authorization: `Bearer ${await signInOverHttp(cluster.a)}`, "content-type": "application/json" };
	const write = async (method: string, path: string, body: object): Promise<{ version: number }> => {
		const answer = await fetch(`${cluster.a.url}/api/site/firm/${path}`, {
			method,
			headers,
			body: JSON.stringify(body),
		});
		expect(answer.status, path).toBe(200);
		return answer.json();
	};
	/** When each was answered. */
	const published: number[] = [];
	const wrong: string[] = [];
	let visits = 0;
	async function visit({ url }: SiteServer): Promise<void> {
		const begun = performance.now();
		const due = published.findLastIndex((moment) => moment + 1000 < begun);
		const marks = [...new Set((await (await fetch(url)).text()).match(/Mark\d+M/g))];
		visits++;
		if (marks.length > 1) wrong.push(`mixed: ${marks.join()}`);
		if (due >= 0 && Number(marks[0]?.slice(4, -1)) < due) wrong.push(`${marks[0]}, although ${due} was due`);
	}
	const underWay: Promise<void>[] = [];
	const load = setInterval(() => underWay.push(visit(cluster.a), visit(cluster.b)), 10);
	let version = 0;
	for (let n = 0; n < 100; n++) {
		({ version } = await write("PUT", "draft", { values: { name: `Mark${n}M` }, expected_version: version }));
		({ version } = await write("POST", "publish", { expected_version: version }));
		published.push(performance.now());
	}
	await expect.poll(() => performance.now() - (published.at(-1) ?? 0)).toBeGreaterThan(1500);
	clearInterval(load);
	await Promise.all(underWay);
	expect(wrong).toEqual([]);
	expect(visits).toBeGreaterThan(500);
	await write("POST", "publish", { expected_version: version, number: 0 });
});

test("a post published through one process is at once on the pages that the other one keeps", { tag: "@long" }, async ({
	playwright,
}) => {
	const request = await playwright.request.newContext({ baseURL: cluster.address });
	const readBlog = async () => (await request.get(`${cluster.b.url}/blog`)).text();
	const title = uniqueName("Read on both sides");
	await readBlog();
	expect(await readBlog()).not.toContain(title);
	await savePost(cluster.a, request, { title, content: "<p>Here.</p>", publish: true });
	await expect.poll(readBlog).toContain(title);
	await request.dispose();
});

test("wrong passwords are counted together", { tag: "@long" }, async ({ request }) => {
	const attempt = (site: SiteServer) =>
		request.post(`${site.url}/auth/v1/token?grant_type=password`, {
			headers: { "x-forwarded-for": "192.0.2.7" },
			data: { email: "nobody@example.com", password: "wrong every time" },
		});
	const statuses: number[] = [];
	for (let round = 0; round < 6; round++) {
		for (const site of [cluster.a, cluster.b]) statuses.push((await attempt(site)).status());
	}
	expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
});

test("a code, a challenge and a recovery code are good once, also when they reach both processes at once", async () => {
	const account = await insertAccount(cluster.a, "user");
	let lastAddress = 0;
	const send = async (site: SiteServer, path: string, body: object, token = "") => {
		lastAddress += 1;
		const answer = await fetch(`${site.url}/auth/v1${path}`, {
			method: "POST",
			headers: {
				authorization: `Bearer ${token}`,
				"content-type": "application/json",
				// The limits of guessing have tests of their own.
				"x-forwarded-for": `198.51.100.${lastAddress}`,
			},
			body: JSON.stringify(body),
		});
		return { status: answer.status, ...(await answer.json()) };
	};
	/** From the same moment on, to either process in turn. */
	const sendToBoth = async (count: number, path: string, body: object, token?: string) => {
		const both = [cluster.a, cluster.b];
		const answers = both.flatMap((site) => Array.from({ length: count / 2 }, () => send(site, path, body, token)));
		return (await Promise.all(answers)).map(({ status }) => status).sort();
	};
	const signIn = async () => (await send(cluster.b, "/token?grant_type=password", account)).access_token;

	const first = await signIn();
	const app = await send(cluster.a, "/factors", { factor_type: "totp" }, first);
	const [verify, challenge] = [`/factors/${app.id}/verify`, `/factors/${app.id}/challenge`];
	const proof = { challenge_id: (await send(cluster.a, challenge, {}, first)).id, code: codeOf(app.totp.secret) };
	expect(await sendToBoth(6, verify, proof, first)).toEqual([200, ...Array(5).fill(422)]);

	const owner = await signIn();
	const challenges = await Promise.all([cluster.a, cluster.b].map((site) => send(site, challenge, {}, owner)));
	const code = codeOf(app.totp.secret, 1);
	const answers = await Promise.all(
		challenges.map(({ id }, process) => {
			const site = process === 0 ? cluster.b : cluster.a;
			return send(site, verify, { challenge_id: id, code }, owner);
		}),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	const raised = answers.find(({ status }) => status === 200).access_token;

	const { codes } = await send(cluster.a, "/factors/recovery-codes", {}, raised);
	const recovery = { code: codes[0] };
	expect(await sendToBoth(4, "/factors/recovery-codes/verify", recovery, raised)).toEqual([200, 422, 422, 422]);

	const authenticator = new TestAuthenticator(cluster.address);
	const registration = await send(cluster.a, "/passkeys/registration/options", {}, raised);
	const created = { challenge_id: registration.challenge_id, credential: authenticator.create(registration.options) };
	expect(await sendToBoth(4, "/passkeys/registration/verify", created, raised)).toEqual([200, 400, 400, 400]);
	const { challenge_id, options } = await send(cluster.b, "/passkeys/authentication/options", {});
	const assertion = { challenge_id, credential: authenticator.get(options) };
	expect(await sendToBoth(6, "/passkeys/authentication/verify", assertion)).toEqual([200, ...Array(5).fill(400)]);
});

test("a session that one process ends is over at the other one's next request, and so is its live stream", {
	tag: "@long",
}, async () => {
	const account = await insertAccount(cluster.a, "admin");
	const [ended, kept] = await Promise.all([openSession(cluster.b.url, account), openSession(cluster.a.url, account)]);
	const withToken = ({ access_token }: Session) => ({ headers: { authorization: `Bearer ${access_token}` } });
	const stream = (await fetch(`${cluster.b.url}/api/live`, withToken(ended))).body?.getReader();
	await stream?.read();
	const closing = stream?.read();
	await fetch(`${cluster.a.url}/api/sessions`, { method: "DELETE", ...withToken(kept) });
	expect((await fetch(`${cluster.b.url}/api/profile`, withToken(ended))).status).toBe(401);
	expect((await fetch(`${cluster.b.url}/api/profile`, withToken(kept))).status).toBe(200);
	await expect.poll(() => closing, byNews).toMatchObject({ done: true });
});

test.describe("in one conversation through two processes", () => {
	test.use({ expectedErrors: /409 \(Conflict\)/ });

	test("two people see each other by the news, and the second to send is asked, with what is new above the text", {
		tag: "@long",
	}, async ({ page }) => {
		const name = uniqueName("Hanne Solberg");
		await addOverHttp(cluster.a, "contacts", buildContact({ name }));
		const id = (await listAsStaff(cluster.b, "contacts")).find((row) => row.name === name)?.id;
		const conversation = `${cluster.b.url}/api/threads/contact_inquiries/${id}`;
		const { access_token } = await openSession(cluster.b.url, await insertAccount(cluster.b, "admin", "Grace Hopper"));
		const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
		const post = async (path: string, body: object) =>
			(await fetch(conversation + path, { method: "POST", headers, body: JSON.stringify(body) })).status;
		const present = async () => (await (await fetch(conversation, { headers })).json()).presence;

		await openLiveDesk(page, `${cluster.a.url}/admin/contacts?id=${id}`);
		const dialog = page.getByRole("dialog");
		await expect.poll(present).toMatchObject([{ state: "viewing" }]);
		expect(await post("/presence", { state: "viewing" })).toBe(204);
		await expect(dialog).toContainText("Grace Hopper is looking at this", byNews);
		await page.keyboard.press("r");
		const text = dialog.getByRole("textbox", { name: "Reply", exact: true });
		await expect(text).toBeFocused();
		await page.keyboard.type("From the first. ");
		await expect.poll(present, byNews).toMatchObject([{ state: "typing" }]);
		expect(await post("/presence", { state: "typing" })).toBe(204);
		await expect(dialog).toContainText("Grace Hopper is writing a reply", byNews);

		const reply = { key: crypto.randomUUID(), text: "From Grace.", after: id };
		expect(await post("/replies", reply)).toBe(201);
		expect(await post("/presence", { state: "gone" })).toBe(204);
		await expect(dialog).not.toContainText("Grace Hopper is writing a reply", byNews);
		await page.keyboard.press("Control+Enter");
		const asked = dialog.getByRole("alert");
		await expect(asked).toContainText("Grace Hopper has written here since you opened this. Read it before you send.");
		await expect(asked).toContainText("From Grace.");
		await expect(text).toHaveValue(/^From the first\./);
		const [question, written] = await Promise.all([asked.boundingBox(), text.boundingBox()]);
		expect((question?.y ?? 0) + (question?.height ?? 0)).toBeLessThanOrEqual(written?.y ?? 0);
	});
});

test("the day's backup is made once, however many processes there are", { tag: "@long" }, async () => {
	const database = await cluster.a.openDatabase();
	const waiting = async () => {
		const { rows } = await database.query("select 1 from pgboss.job where name = 'daily-backup'");
		return rows.length;
	};
	await expect.poll(() => readdir(cluster.backups), { timeout: 20_000 }).toHaveLength(1);
	await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
	expect(await readdir(cluster.backups)).toEqual([expect.stringMatching(/^site-.*Z\.tar\.gz$/)]);
	await database.close();
});

test.describe("when a process is killed", () => {
	test.use({ expectedErrors: lostConnection });

	test("the site stays up, and its screens go on through the other one", async ({ page, request }) => {
		test.setTimeout(60_000);
		const known = uniqueName("Here before");
		await addOverHttp(cluster.a, "bookings", buildBooking({ name: known }));
		await openDesk(page, `${cluster.address}${bookingsPath}`);
		await expect(rowOf(page, known)).toBeVisible();
		for (const [killed, left] of [
			[cluster.a, cluster.b],
			[cluster.b, cluster.a],
		] as const) {
			await killed.kill();
			expect((await request.get(cluster.address)).status()).toBe(200);
			const name = uniqueName("Still here");
			await addOverHttp(left, "bookings", buildBooking({ name }));
			await expect(rowOf(page, name)).toBeVisible({ timeout: 10_000 });
			await expect(page.getByText("Reconnecting...")).toBeHidden();
			await killed.start();
		}
	});
});
