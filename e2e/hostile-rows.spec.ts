import type { Locator, Page } from "@playwright/test";
import fc from "fast-check";
import type { z } from "zod";
import { applicationFormSchema } from "#features/applications/applications.schema.ts";
import { bookingInputSchema, callFormSchema } from "#features/bookings/bookings.schema.ts";
import { contactFormSchema, contactInputSchema } from "#features/contacts/contacts.schema.ts";
import { invoiceInputSchema } from "#features/invoices/invoices.schema.ts";
import { jobFields } from "#features/jobs/jobs.schema.ts";
import { postChangeSchema } from "#features/posts/posts.schema.ts";
import { invitationInputSchema } from "#features/users/invitations/invitations.schema.ts";
import { trapField } from "#lib/submission.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { buildContact } from "#tests/factories/contacts.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildJob } from "#tests/factories/jobs.ts";
import { buildPost } from "#tests/factories/posts.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { hostileTexts } from "#tests/hostile-input.ts";
import { bentFields, bentForm } from "#tests/schema-input.ts";
import { openDesk } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

const isLong = process.env.TEST_ALL === "1";
/** How many rounds there are, how many inputs each form and endpoint gets in one, and how much is opened and searched for. */
const { rounds, inputs, dialogs, editors, searches } = isLong
	? { rounds: 3, inputs: 60, dialogs: 20, editors: 8, searches: 20 }
	: { rounds: 1, inputs: 10, dialogs: 4, editors: 1, searches: 4 };
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);

const visitor = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phone: "1" };

type Send = (input: Record<string, unknown>, fileName: string) => Promise<Response>;

/** Every way in which a row comes to be: its name, the inputs for it, and how one is sent. */
function sources(site: SiteServer, token: string): { name: string; input: fc.Arbitrary<object>; send: Send }[] {
	const ask = (path: string, init: RequestInit) => fetch(site.url + path, init);
	const page =
		(path: string, valid: object): Send =>
		(input) =>
			ask(path, {
				method: "POST",
				headers: { origin: site.url },
				body: new URLSearchParams({ ...visitor, ...valid, ...input }),
			});
	const staff =
		(path: string, build: () => object): Send =>
		(input) =>
			ask(path, {
				method: "POST",
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify({ ...build(), ...input }),
			});
	const trapped = { [trapField]: "https://x.example" };
	const without = (schema: z.ZodObject, ...left: string[]) =>
		Object.keys(schema.shape).filter((name) => !left.includes(name));
	return [
		{ name: "inquiry", input: bentForm(contactFormSchema), send: page("/contact", { message: "Hello" }) },
		{
			name: "held-back inquiry",
			input: bentForm(contactFormSchema),
			send: page("/contact", { ...trapped, message: "Hello" }),
		},
		{ name: "call", input: bentForm(callFormSchema), send: page("/book-call", { projectDescription: "A launch" }) },
		{
			name: "held-back call",
			input: bentForm(callFormSchema),
			send: page("/book-call", { ...trapped, projectDescription: "A launch" }),
		},
		...[{}, trapped].map((more) => ({
			name: "trapField" in more ? "held-back application" : "application",
			input: bentForm(applicationFormSchema, without(applicationFormSchema, "job_id")),
			send: (input: object, fileName: string) =>
				ask("/api/applications", {
					method: "POST",
					body: buildApplicationForm({
						job_id: "general-application",
						...more,
						...input,
						resume: new File([buildPdf("Ada")], fileName),
					}),
				}),
		})),
		{ name: "added booking", input: bentFields(bookingInputSchema), send: staff("/api/bookings", buildBooking) },
		{ name: "added inquiry", input: bentFields(contactInputSchema), send: staff("/api/contacts", buildContact) },
		{ name: "job", input: bentFields(jobFields), send: staff("/api/jobs", buildJob) },
		{
			name: "post",
			// A picture that is not there is reported by the browser itself.
			input: bentFields(postChangeSchema, without(postChangeSchema, "featured_image", "og_image")),
			send: staff("/api/posts", () => ({ ...buildPost(), publish: true })),
		},
		{
			name: "invoice",
			input: bentFields(invoiceInputSchema),
			send: staff("/functions/v1/manage-invoices", buildInvoice),
		},
		{
			name: "invitation",
			input: bentFields(invitationInputSchema),
			send: staff("/api/invitations", () => ({ email: "grace@example.com", role: "user" })),
		},
	];
}

const text = fc.constantFrom(...hostileTexts).map((value) => value.toWellFormed());

type Taken = Record<string, { id: string; slug?: string; status?: string; published_at?: string | null }[]>;

/** Sends a round of inputs, and answers the rows that staff's own have become. */
async function sendRound(site: SiteServer, round: number): Promise<Taken> {
	const token = await signInOverHttp(site);
	const taken: Taken = {};
	for (const { name, input, send } of sources(site, token)) {
		const rows: Taken[string] = [];
		let accepted = 0;
		for (const [bent, fileName] of fc.sample(fc.tuple(input, text), { numRuns: inputs, seed: seed + round })) {
			const answer = await send({ ...bent }, `${fileName.slice(0, 1_000)}.pdf`);
			const body = await answer.text();
			expect([name, bent, answer.status < 500]).toEqual([name, bent, true]);
			if (answer.ok) accepted += 1;
			const answered = answer.ok && body.startsWith("{") ? JSON.parse(body) : {};
			const row = answered.invoice ?? answered;
			if (typeof row.id === "string") rows.push(row);
		}
		expect([name, accepted > 0]).toEqual([name, true]);
		taken[name] = rows;
	}
	await writeAbout(site, token, taken);
	return taken;
}

/** Notes on rows, and names of accounts, which come by other ways. */
async function writeAbout(site: SiteServer, token: string, taken: Taken): Promise<void> {
	const texts = fc.sample(text, { numRuns: 6, seed });
	for (const [index, note] of texts.entries()) {
		for (const [path, id] of [
			["bookings", taken["added booking"]?.[index]?.id],
			["contacts", taken["added inquiry"]?.[index]?.id],
		]) {
			if (!id) continue;
			const answer = await fetch(`${site.url}/api/${path}/${id}`, {
				method: "PATCH",
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify({ notes: note, expected_notes: null }),
			});
			expect(answer.status).toBeLessThan(500);
		}
		const signUp = await fetch(`${site.url}/auth/v1/signup`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				email: `account-${index}@example.com`,
				password: "gondola twelve birch",
				data: { full_name: note.slice(0, 180) },
			}),
		});
		expect(signUp.status).toBeLessThan(500);
	}
}

/** A screen that has come to its rows, and says of none that it could not be shown. */
async function expectWhole(page: Page, heading: string | RegExp): Promise<void> {
	await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
	const main = page.getByRole("main");
	await expect(main.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
	await expect(main.getByRole("button", { name: "Try Again" })).toHaveCount(0);
}

type Screen = [path: string, heading: string];

/** First one whose rows open a dialog, and one whose rows lead to a screen: `npm test` opens one of each kind. */
const lists: Screen[] = [
	["contacts", "Contact Inquiries"],
	["invoices", "Invoices"],
	["bookings", "Consultation Bookings"],
	["applications", "Job Applications"],
	["mail", "Outgoing Email"],
	["blogs", "Blog Posts"],
];

/** First what strangers sent, what accounts are called, and what has happened. */
const others: Screen[] = [
	["/quarantine", "Submissions on Hold"],
	["/users", "Users"],
	["/activity", "Activity"],
	["/applications/jobs", "Jobs"],
	["/privacy", "Privacy"],
];

const some = <Item>(items: Item[], count: number) => items.slice(0, isLong ? items.length : count);

/** Opens the details of every row in sight, one after the other. */
async function openDetails(page: Page): Promise<void> {
	const buttons = page.getByRole("main").getByRole("button", { name: /^Details of / });
	await expect(buttons.first()).toBeVisible();
	const count = Math.min(await buttons.count(), dialogs);
	const details = page.getByRole("dialog");
	for (let row = 0; row < count; row++) {
		await buttons.nth(row).click();
		await expect(details.getByRole("heading").first()).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(details).toBeHidden();
	}
}

/** Types hostile texts into a field that looks for them, each over the one before. */
async function searchFor(field: Locator): Promise<void> {
	for (const typed of fc.sample(text, { numRuns: searches, seed })) {
		await field.fill(typed.slice(0, 100));
		await expect(field).toBeVisible();
	}
}

/** The newsletter box makes no call, whatever is typed into it (specification 7). */
async function subscribe(page: Page, site: SiteServer): Promise<void> {
	await page.goto(`${site.url}/blog`, { waitUntil: "networkidle" });
	const requests: string[] = [];
	page.on("request", (request) => {
		// The page's own scripts come after its first picture.
		if (!request.url().includes("/assets/")) requests.push(`${request.method()} ${request.url()}`);
	});
	const field = page.getByRole("textbox", { name: "Email address" });
	for (const typed of ["a@b.example", ...fc.sample(text, { numRuns: searches, seed })]) {
		await field.fill(typed.slice(0, 300));
		await field.press("Enter");
	}
	await expectWhole(page, /./);
	expect(requests).toEqual([]);
	page.removeAllListeners("request");
}

for (let round = 0; round < rounds; round++) {
	test(`after a round of hostile rows no screen breaks (round ${round + 1})`, {
		tag: round > 0 ? "@long" : [],
	}, async ({ page, ownSite }) => {
		test.setTimeout(isLong ? 600_000 : 180_000);
		const site = await ownSite({ STAFF_EMAIL: "desk@pilcrow.example", AUTH_MAIL_INTERVAL: "0" });
		const taken = await sendRound(site, round);
		await page.setViewportSize({ width: 1280, height: 3_000 });
		await openDesk(page, `${site.url}/admin`);
		for (const [path, heading] of some(others, 3)) {
			await page.goto(`${site.url}/admin${path}`);
			await expectWhole(page, heading);
		}
		for (const [path, heading] of some(lists, 2)) {
			await page.goto(`${site.url}/admin/${path}`);
			await expectWhole(page, heading);
			await expect(page.getByRole("row").nth(1)).toBeVisible();
			if (path !== "invoices" && path !== "blogs") await openDetails(page);
			await searchFor(page.getByRole("searchbox"));
			await expectWhole(page, heading);
		}
		const taking = (name: string) => (taken[name] ?? []).slice(0, editors);
		for (const { id } of taking("invoice")) {
			await page.goto(`${site.url}/admin/invoices/${id}`);
			await expectWhole(page, /^INV-/);
			await page.goto(`${site.url}/admin/invoices/${id}/edit`);
			await expectWhole(page, /^Edit INV-/);
		}
		for (const { id } of taking("post")) {
			await page.goto(`${site.url}/admin/blogs/edit/${id}`);
			await expectWhole(page, /Edit/);
			await expect(page.getByLabel("Slug")).toBeVisible();
		}
		for (const { id } of taking("job")) {
			await page.goto(`${site.url}/admin/applications/jobs/${id}`);
			await expectWhole(page, "Edit Job");
			await expect(page.getByLabel("Description")).toBeVisible();
		}
		// Some are drafts, or scheduled.
		const isOut = ({ status, published_at: at }: Taken[string][number]) =>
			status === "published" && at != null && new Date(at).getTime() < Date.now();
		const articles = (taken.post ?? []).filter(isOut).slice(0, editors);
		for (const path of ["/blog", "/careers", ...articles.map(({ slug }) => `/blog/${slug}`)]) {
			await page.goto(site.url + path);
			await expectWhole(page, /./);
			await expect(page).not.toHaveTitle(/Not Found|went wrong/);
		}
		await subscribe(page, site);
		await page.goto(`${site.url}/admin`);
		await expectWhole(page, "Dashboard");
		await page.keyboard.press("Control+k");
		await searchFor(page.getByRole("dialog", { name: "Find or go to" }).getByRole("combobox"));
		await expect(page.getByRole("dialog", { name: "Find or go to" })).toBeVisible();
	});
}
