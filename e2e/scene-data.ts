import { createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { eq } from "drizzle-orm";
import { noteAccountEvent } from "#features/activity/account-trail.server.ts";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { usersTable } from "#features/auth/auth.table.ts";
import { creditNotesTable } from "#features/invoices/credit-notes/credit-notes.table.ts";
import { createLink } from "#features/invoices/delivery/invoice-links.server.ts";
import { publicPath } from "#features/invoices/delivery/invoice-token.server.ts";
import { daysAfter, firmDay } from "#features/invoices/invoice-days.ts";
import { invoicePaymentsTable } from "#features/invoices/ledger/ledger.table.ts";
import { retainerOccurrencesTable, retainersTable } from "#features/invoices/retainers/retainers.table.ts";
import { createJob } from "#features/jobs/jobs.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { postInputSchema } from "#features/posts/posts.schema.ts";
import { createPost } from "#features/posts/posts.server.ts";
import { createPreview } from "#features/previews/preview-links.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { invitationDays, invitationPath } from "#features/users/invitations/invitations.schema.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import { occurrencesFrom } from "#lib/recurring/occurrences.ts";
import type { Database } from "#platform/database/database.server.ts";
import { createLogger } from "#platform/process/logger.server.ts";
import { readSettings, type Settings } from "#platform/process/settings.server.ts";
import { tokenHash } from "#platform/process/tokens.server.ts";
import { readJobs, readPosts } from "#seed.server.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertRetainer } from "#tests/factories/retainers.ts";
import type { SiteServer } from "./site-server.ts";

/** Addresses of what was filled in. */
export type SceneData = {
	articlePath: string;
	wildArticlePath: string;
	jobPath: string;
	postPath: string;
	previewPath: string;
	jobEditPath: string;
	invoicePath: string;
	/** Without payments, so that it can be deleted. */
	draftInvoicePath: string;
	publicInvoicePath: string;
	retainerPath: string;
	invitationPath: string;
};

/** Of a site where nothing has happened yet. */
export const noData: SceneData = {
	articlePath: "",
	wildArticlePath: "",
	jobPath: "",
	postPath: "",
	previewPath: "",
	jobEditPath: "",
	invoicePath: "",
	draftInvoicePath: "",
	publicInvoicePath: "",
	retainerPath: "",
	invitationPath: "",
};

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const longName = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh de la Vega y Montemayor III";

/** A post as the world writes it: from the right, with a word that no column holds. */
const wildPost = {
	title: `Übersetzen: ${longWord}`,
	excerpt: "كيف تبدأ الجملة الأولى، ولماذا لا تكفي الجملة الثانية",
	tags: ["Languages"],
	content: [
		'<p dir="rtl">لا أحد مدين لك بالجملة الثانية. السطر الأول هو العرض كله، وما بعده برهان.</p>',
		'<ul dir="rtl"><li><p>اكتب ما يتغير ولمن ومتى.</p></li><li><p>احذف كل كلمة يستطيع منافسك أن يكتبها.</p></li></ul>',
		`<p>${longWord}</p>`,
		`<pre><code>const address = "https://example.com/${"a-very-long-path/".repeat(12)}";</code></pre>`,
		"<p>And back to the left.</p>",
	].join(""),
};

/**
 * Fills an empty site: rows of every status and age, names that are too long, words without a break.
 * What visitors see is the same at each call, so that pictures of it can be compared.
 */
export async function fillSite(site: SiteServer): Promise<SceneData> {
	const database = await site.openDatabase();
	const data = await fill(database.db, readSettings(site.settings));
	await database.close();
	return data;
}

async function fill(db: Database, settings: Settings): Promise<SceneData> {
	const now = new Date();
	const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
	const jobs = [];
	for (const job of await readJobs("starter/jobs", now)) jobs.push(await createJob(db, job));
	const posts = [];
	for (const [index, post] of (await readPosts("starter/posts", now)).entries()) {
		posts.push(await publish(db, post, new Date(Date.UTC(2026, 2, 1 + 9 * index, 15))));
	}
	const wild = await publish(db, wildPost, new Date(Date.UTC(2025, 10, 3, 15)));
	const draft = await createPost(db, postInputSchema.parse({ title: "Not a word yet", content: "", tags: [] }), {
		authorId: null,
		now,
	});
	await fillRequests(db, hoursAgo);
	const invoices = await fillInvoices(db, settings, now);
	const newest = posts.at(-1);
	const job = jobs.at(-1);
	if (!newest || !job) throw new Error("the starter content is empty");
	return {
		articlePath: `/blog/${newest.slug}`,
		wildArticlePath: `/blog/${wild.slug}`,
		jobPath: `/careers/apply/${job.slug}`,
		postPath: `/admin/blogs/edit/${newest.id}`,
		previewPath: (await createPreview(db, { post: draft }, now, createSecretKey(randomBytes(32)))).path,
		jobEditPath: `/admin/applications/jobs/${job.id}`,
		...invoices,
		...(await fillRetainers(db, now)),
		invitationPath: await fillUsers(db, hoursAgo),
	};
}

/** Beside the admin: colleagues, one without a password, one not confirmed, one without a name; where they signed in; invitations. */
async function fillUsers(db: Database, hoursAgo: (hours: number) => Date): Promise<string> {
	const people = [
		{ full_name: "Ines Duarte", email: "ines@colleagues.example", age: 900, role: "admin", password_hash: null },
		{ full_name: "Omar Khatib", email: "omar@colleagues.example", age: 30, role: "user" },
		{ full_name: longName, email: `${"very.long.address.".repeat(3)}@long.domain.example`, age: 5, confirmed_at: null },
		{ full_name: null, email: "ruth@colleagues.example", age: 210, role: "user" },
	] as const;
	for (const { full_name, email, age, ...more } of people) {
		const [created_at, password_hash] = [hoursAgo(age), "none that opens anything"];
		const account = { email, confirmed_at: created_at, password_hash, created_at, updated_at: created_at };
		const [user] = await db
			.insert(usersTable)
			.values({ ...account, ...more })
			.returning();
		if (!user) throw new Error("the insert returned no row");
		await db.insert(profilesTable).values({ user_id: user.id, email, full_name, created_at, ...more });
		const client = { address: "2001:db8:71:2f::/64", device: "Safari on iPhone" };
		await noteAccountEvent(silent, db, { event: "sign_in_failed", account: user.id, by: null, client });
		await noteAccountEvent(silent, db, { event: "signed_in", account: user.id, by: user.id, client });
	}
	const token = "an-invitation-of-the-scenes";
	await db.insert(invitationsTable).values(
		[
			{ email: "wanda@colleagues.example", role: "admin" as const, age: 3, token },
			{ email: `${"very.long.address.".repeat(4)}@long.domain.example`, role: "user" as const, age: 200, token: "" },
		].map(({ email, role, age, token }) => ({
			email,
			role,
			token_hash: tokenHash(token),
			created_at: hoursAgo(age),
			sent_at: hoursAgo(age),
			expires_at: addDays(hoursAgo(age), invitationDays),
		})),
	);
	return `${invitationPath}#invitation=${token}`;
}

const publish = (db: Database, post: object, now: Date) =>
	createPost(db, postInputSchema.parse({ ...post, status: "published" }), { authorId: null, now });

const silent = { logger: createLogger({ level: "silent", production: true }) };

async function fillRequests(db: Database, hoursAgo: (hours: number) => Date): Promise<void> {
	const people = [
		["Dana Whitfield", "dana@harborandpine.example"],
		["Theo Marchetti", "theo@marchettibakes.example"],
		["Priya Raman", "priya@ramanlegal.example"],
		[longName, `${"very.long.address.".repeat(5)}@subdomain.of.a.long.domain.example`],
		["Rosa Okafor", "rosa@okafor.example"],
		["Ines Duarte", "ines@duarteyachts.example"],
		["Sam Lindqvist", "sam@lindqvist.example"],
		["عمر الخطيب", "omar@khatib.example"],
		["Maya Chen", "maya@chenceramics.example"],
		["Jonas Weber", "jonas@weberfunk.example"],
		["Aiko Mori", "aiko@morigallery.example"],
	] as const;
	const statuses = ["new", "new", "in_progress", "new", "resolved", "closed"] as const;
	const stages = ["pending", "reviewing", "interviewed", "accepted", "rejected"] as const;
	const services = ["Public Relations", "Photography", "Contact Center Services", "General Consultation"] as const;
	for (const [index, [name, email]] of people.entries()) {
		const created_at = hoursAgo(1 + index * index * 1.4);
		const status = statuses[index % statuses.length];
		const who = { name, email, status, created_at, updated_at: created_at };
		await insertBooking(db, {
			...who,
			service_type: services[index % services.length],
			...(index % 3 === 1 && { preferred_date: null, preferred_time: null, phone: null }),
		});
		await insertContact(db, {
			...who,
			...(index % 4 === 2 && { subject: null }),
			message:
				index === 3
					? longWord.repeat(4)
					: "We open our second shop in December, two streets from the first one, and would like people to know before the hoarding comes down. Who would you call first?",
		});
		await insertApplication(db, {
			applicant_name: name,
			applicant_email: email,
			status: stages[index % stages.length],
			job_id: index % 3 ? "public-relations-writer" : "general-application",
			applied_at: created_at,
			updated_at: created_at,
		});
	}
	await db.insert(quarantineTable).values([
		{
			form: "contact",
			fields: {
				firstName: longName,
				lastName: "Esq.",
				email: "cheap@links.example",
				phone: "+1 555 0100",
				subject: "RE: your website",
				message: `Dear Sir, we have read your site and can bring 10,000 visitors. [url=https://links.example/${"visitors/".repeat(9)}]Here[/url]`,
			},
			reasons: ["trap", "markup"],
			received_at: hoursAgo(2),
		},
		{
			form: "booking",
			fields: {
				firstName: "Nadia",
				lastName: "Petrova",
				email: "nadia@petrovafilms.example",
				company: "Petrova Films",
				projectDescription: "A film of two minutes for the opening of our archive.",
			},
			reasons: ["repeated", "hasty"],
			received_at: hoursAgo(30),
		},
		{
			form: "application",
			fields: {
				job_id: "public-relations-writer",
				firstName: "Ines",
				lastName: "Okafor",
				email: "ines@okafor.example",
				coverLetter: "I write for three magazines and would like to write for one firm.",
			},
			reasons: ["trap"],
			file_name: "Ines Okafor, curriculum vitae.pdf",
			received_at: hoursAgo(31 * 24),
		},
	]);
	await db.insert(mailsTable).values([
		{
			kind: "confirmation",
			recipient: people[0][1],
			subject: "We've received your request for a call",
			status: "sent",
		},
		{
			kind: "confirmation",
			recipient: people[3][1],
			subject: "We've received your message",
			status: "failed",
			attempts: 8,
			last_error: "550 5.1.1 No such user here",
		},
	]);
}

/** One that has written invoices, one that is paused, and one that has ended. */
async function fillRetainers(db: Database, now: Date) {
	const today = firmDay(now);
	const insert = (overrides: Parameters<typeof insertRetainer>[2]) =>
		insertRetainer(db, addDays(now, -70), { starts_on: daysAfter(today, -65), ...overrides });
	const set = (id: string, values: Partial<typeof retainersTable.$inferInsert>) =>
		db.update(retainersTable).set(values).where(eq(retainersTable.id, id));
	await set((await insert({ name: "Spring campaign", frequency: "quarterly" })).id, { status: "ended" });
	await set((await insert({ name: longName, client_company: longWord })).id, { status: "paused" });
	const retainer = await insert({ name: "Press office" });
	const passed = occurrencesFrom(retainer, 1, { until: today });
	for (const { n, day } of passed) {
		const invoice = n === 2 ? undefined : await insertInvoice(db, now, { status: "sent", due_date: "2027-04-03" });
		await db.insert(retainerOccurrencesTable).values({
			...{ retainer_id: retainer.id, n, day },
			...(invoice ? { invoice_id: invoice.id } : { skipped: true }),
		});
	}
	await set(retainer.id, { next_n: passed.length + 1 });
	return { retainerPath: `/admin/invoices/retainers/${retainer.id}` };
}

async function fillInvoices(db: Database, settings: Settings, now: Date) {
	const statuses = ["paid", "overdue", "sent", "draft", "cancelled"] as const;
	let last = await insertInvoice(db, now, { client_name: longName, client_company: longWord });
	for (const status of statuses) {
		const due_date = status === "overdue" ? "2026-01-05" : "2027-04-03";
		last = await insertInvoice(db, now, { status, due_date });
		if (status === "sent") break;
	}
	await db.insert(invoicePaymentsTable).values({
		id: randomUUID(),
		invoice_id: last.id,
		kind: "payment",
		effect_minor: 50_000,
		received_on: "2026-01-20",
		method: "bank_transfer",
		reference: "FT-2291",
	});
	await db.insert(creditNotesTable).values({
		id: randomUUID(),
		invoice_id: last.id,
		credit_number: "CN-2026-0001",
		issue_date: "2026-01-22",
		reason: "One day less than planned.",
		net_minor: 20_000,
		tax_minor: 1_775,
	});
	const linked = await createLink(db, settings, last.id, now);
	const draft = { status: "draft", client_name: "Maya Chen", client_company: "Chen Ceramics" } as const;
	return {
		invoicePath: `/admin/invoices/${last.id}`,
		draftInvoicePath: `/admin/invoices/${(await insertInvoice(db, now, draft)).id}`,
		publicInvoicePath: publicPath(linked, settings) ?? "",
	};
}
