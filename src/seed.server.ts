import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addDays } from "date-fns/addDays";
import { min } from "date-fns/min";
import { sub } from "date-fns/sub";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { firm } from "#lib/firm.ts";
import { applicationsTable } from "./features/applications/applications.table.ts";
import { resumeFileName } from "./features/applications/resume.server.ts";
import { profilesTable } from "./features/auth/accounts/profiles.table.ts";
import { bookingsTable } from "./features/bookings/bookings.table.ts";
import { appointmentOf } from "./features/bookings/calendar/booking-calendar.ts";
import { contactsTable } from "./features/contacts/contacts.table.ts";
import { makeItYoursTable } from "./features/dashboard/make-it-yours.table.ts";
import { newLink } from "./features/invoices/delivery/invoice-token.server.ts";
import { daysAfter, firmDay, termsFor } from "./features/invoices/invoice-days.ts";
import { invoiceInputSchema } from "./features/invoices/invoices.schema.ts";
import { createInvoice } from "./features/invoices/invoices.server.ts";
import { invoicesTable } from "./features/invoices/invoices.table.ts";
import { jobInputSchema } from "./features/jobs/jobs.schema.ts";
import { createJob } from "./features/jobs/jobs.server.ts";
import { postInputSchema } from "./features/posts/posts.schema.ts";
import { createPost } from "./features/posts/posts.server.ts";
import { postsTable } from "./features/posts/posts.table.ts";
import { cannedReplySchema } from "./features/threads/threads.schema.ts";
import { cannedRepliesTable } from "./features/threads/threads.table.ts";
import { textPdf } from "./lib/text/text-pdf.ts";
import { oneAtATime } from "./platform/database/database.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { projectRoot } from "./platform/process/project-root.server.ts";

/** The tables that distinguish a new database from one in which everything was deleted: the latter has an account. */
const tablesOfUsedSite = [profilesTable, postsTable];

/** Fills an empty database with the rows in `content/`, as `SEED` says. Call before the first account is made. */
export async function seedDatabase(deps: Deps): Promise<void> {
	const { seed } = deps.settings;
	if (seed === "none") return;
	await oneAtATime(deps.database, "seed", async () => {
		for (const table of tablesOfUsedSite) if ((await deps.db.$count(table)) > 0) return;
		await insertPosts(deps, "starter/posts");
		await insertJobs(deps, "starter/jobs");
		await insertCannedReplies(deps);
		if (seed === "starter") return;
		await insertPosts(deps, "demo/posts");
		await insertJobs(deps, "demo/jobs");
		await insertApplications(deps);
		await insertBookings(deps);
		const contacts = await readRows<typeof contactsTable.$inferInsert>("demo/contacts", deps.clock());
		await deps.db.insert(contactsTable).values(contacts.map((row) => ({ ...row, promised_hours: firm().replyHours })));
		await insertInvoices(deps);
		// The card would be about a firm that nobody is going to be.
		await deps.db.insert(makeItYoursTable).values({ ticked: ["all"] });
	});
}

/** The calendars of their guests show them already, so that a new time that is undone sends nothing. */
async function insertBookings({ db, clock }: Deps): Promise<void> {
	const rows = (await readRows<typeof bookingsTable.$inferInsert>("demo/bookings", clock())).map((row) => ({
		...row,
		promised_minutes: firm().callMinutes,
	}));
	for (const booking of await db.insert(bookingsTable).values(rows).returning()) {
		const calendar_start = appointmentOf(booking);
		await db.update(bookingsTable).set({ calendar_start }).where(eq(bookingsTable.id, booking.id));
	}
}

/**
 * The rows of a file in `content/`. So that they are as old on every first start, their times are relative: "now-3d4h5m"
 * becomes a Date, "today+3d" a day of the firm's calendar. The database refuses a row that does not fit its table.
 */
export async function readRows<Row>(name: string, now: Date): Promise<Row[]> {
	const text = await readFile(join(projectRoot, "content", `${name}.json`), "utf8");
	return JSON.parse(text, (_key, value) => (typeof value === "string" ? absoluteTime(value, now) : value)) as Row[];
}

function absoluteTime(text: string, now: Date): string | Date {
	const [, inDays] = text.match(/^today([+-]\d+)d$/) ?? [];
	if (inDays) return daysAfter(firmDay(now), Number(inDays));
	const moment = text.match(/^now(?:-(?=\d)(?<days>\d+d)?(?<hours>\d+h)?(?<minutes>\d+m)?)?$/);
	if (!moment) return text;
	const { days = "0", hours = "0", minutes = "0" } = moment.groups ?? {};
	return sub(now, {
		days: Number.parseInt(days, 10),
		hours: Number.parseInt(hours, 10),
		minutes: Number.parseInt(minutes, 10),
	});
}

const postSchema = postInputSchema.extend({
	written_at: z.date(),
	content: z.array(z.string()).transform((blocks) => blocks.join("")),
});

/** Posts with what they hold and when they were written, the oldest first. */
export async function readPosts(name: string, now: Date) {
	return z.array(postSchema).parse(await readRows(name, now));
}

export async function readJobs(name: string, now: Date) {
	return z.array(jobInputSchema).parse(await readRows(name, now));
}

async function insertPosts({ db, clock }: Deps, name: string): Promise<void> {
	for (const { written_at, ...post } of await readPosts(name, clock())) {
		const published_at = post.status === "draft" ? null : written_at.toISOString();
		await createPost(db, { ...post, published_at }, { authorId: null, now: written_at });
	}
}

async function insertJobs({ db, clock }: Deps, name: string): Promise<void> {
	for (const job of await readJobs(name, clock())) await createJob(db, job);
}

const cannedRepliesSchema = z.array(
	cannedReplySchema.extend({
		text: z
			.array(z.string())
			.transform((lines) => lines.join("\n"))
			.pipe(cannedReplySchema.shape.text),
	}),
);

async function insertCannedReplies({ db, clock }: Deps): Promise<void> {
	const replies = cannedRepliesSchema.parse(await readRows("starter/canned-replies", clock()));
	await db.insert(cannedRepliesTable).values(replies);
}

type DemoApplication = typeof applicationsTable.$inferInsert & { applied_at: Date; resume: string[] };

/** Each with its resume, a page with the lines of `resume`. */
async function insertApplications({ db, storage, clock }: Deps): Promise<void> {
	for (const { resume, ...application } of await readRows<DemoApplication>("demo/applications", clock())) {
		const [firstName = "", ...more] = application.applicant_name.split(" ");
		const resume_url = resumeFileName(application.applied_at, { firstName, lastName: more.join(" ") }, "pdf");
		await storage.put("resumes", resume_url, new Blob([textPdf(resume)]));
		await db.insert(applicationsTable).values({ ...application, resume_url });
	}
}

const invoiceSchema = invoiceInputSchema.extend({ issued_at: z.date() });

/** Sent on the day of their number, except for drafts; a paid one was looked at a day later. The oldest first, as their numbers run. */
async function insertInvoices({ db, clock, settings }: Deps): Promise<void> {
	for (const { issued_at, ...input } of z.array(invoiceSchema).parse(await readRows("demo/invoices", clock()))) {
		const terms = termsFor(firmDay(issued_at), input.due_date);
		const { id, status, due_date } = await createInvoice(db, issued_at, { ...input, terms });
		if (status === "draft") continue;
		await db
			.update(invoicesTable)
			.set({
				sent_at: issued_at,
				...newLink(settings),
				reminded_at: status === "overdue" ? min([addDays(due_date, 3), clock()]) : null,
				first_viewed_at: status === "paid" ? addDays(issued_at, 1) : null,
				paid_at: status === "paid" ? firmDay(min([addDays(issued_at, 12), clock()])) : null,
				overdue_for: status === "overdue" ? due_date : null,
			})
			.where(eq(invoicesTable.id, id));
	}
}
