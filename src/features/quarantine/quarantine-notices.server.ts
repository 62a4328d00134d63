import { and, asc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import { generalApplication, generalTitle } from "#features/applications/applications.schema.ts";
import { jobsTable } from "#features/jobs/jobs.table.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { withoutLinks } from "#lib/text/plain-words.ts";
import { briefly } from "#lib/text/text.ts";
import { holdLock } from "#platform/database/database.server.ts";
import { repeat } from "#platform/jobs/repeat.server.ts";
import { composeLetter, type Letter } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";
import { amongIds } from "#platform/records/statuses.server.ts";
import { type Quarantined, quarantineTable } from "./quarantine.table.ts";
import { spamReasons } from "./spam.ts";
import { type FormName, formLabels } from "./waiting-forms.ts";

/** A submission on hold with the title of the job that it applies for. */
export const listedColumns = {
	...getTableColumns(quarantineTable),
	position: sql<
		string | null
	>`coalesce((select ${jobsTable.title} from ${jobsTable} where ${jobsTable.slug} = ${quarantineTable.fields}->>'job_id'),
		case ${quarantineTable.fields}->>'job_id' when ${generalApplication} then ${generalTitle} else ${quarantineTable.fields}->>'job_id' end)`,
};

export type ListedQuarantined = Quarantined & { position: string | null };

/** The parts of a submission on hold that leave the server. */
export function presentQuarantined(row: ListedQuarantined) {
	const { names, phone, subject, text } = writtenIn(row.fields);
	return {
		id: row.id,
		form: row.form,
		name: names.join(" ").trim(),
		email: textIn(row.fields, "email"),
		phone: phone || null,
		/** The subject of an inquiry, the job of an application, or the company of a booking. */
		about: row.position || subject || textIn(row.fields, "company") || null,
		text,
		reasons: row.reasons,
		file_name: row.file && row.file_name,
		/** The name of a file that is no longer stored. */
		ended_file_name: row.file ? null : row.file_name,
		received_at: row.received_at.toISOString(),
	};
}

export type PresentedForm = ReturnType<typeof presentQuarantined>;

/** What strangers have written into any of the forms. The company isn't looked at, because it may be given as a website. */
export const writtenIn = (fields: Record<string, unknown>) => ({
	names: [textIn(fields, "firstName"), textIn(fields, "lastName")],
	phone: textIn(fields, "phone"),
	subject: textIn(fields, "subject"),
	text: textIn(fields, "message", "projectDescription", "coverLetter"),
});

const textIn = (fields: Record<string, unknown>, ...names: string[]): string =>
	(names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "") as
		| string
		| undefined) ?? "";

/** The first submission on hold is announced right away; those that follow within this time are in the next email. */
const pauseMinutes = 15;

/** The others are only counted, so that a flood of spam doesn't make the email endless. */
const listedAtMost = 20;
const quotedCharacters = 1000;

type NoticeDeps = Pick<Deps, "db" | "jobs" | "logger" | "settings" | "stopping">;

/**
 * Emails staff about submissions on hold that haven't been announced, unless they got such an email recently. A failure
 * is only logged: the submission itself is stored and will be announced later.
 */
export async function announceQuarantined(deps: Omit<NoticeDeps, "stopping">): Promise<void> {
	await announce(deps).catch((error) => deps.logger.error({ err: error }, announcementFailed));
}

const announcementFailed = "could not email staff about the submissions on hold; retrying";

function announce({ db, jobs, settings }: Pick<Deps, "db" | "jobs" | "settings">): Promise<void> {
	const { staffEmail } = settings.mail;
	if (!staffEmail) return Promise.resolve();
	return db.transaction(async (tx) => {
		// One at a time: two processes would otherwise announce the same forms.
		await holdLock(tx, "held forms");
		const pause = sql`now() - ${pauseMinutes} * interval '1 minute'`;
		const isRecent = and(eq(mailsTable.kind, "held"), gt(mailsTable.queued_at, pause));
		if ((await tx.$count(mailsTable, isRecent)) > 0) return;
		const announced = await tx
			.update(quarantineTable)
			.set({ announced_at: sql`now()` })
			.where(isNull(quarantineTable.announced_at))
			.returning({ id: quarantineTable.id, at: quarantineTable.received_at });
		if (announced.length === 0) return;
		const oldest = announced.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, listedAtMost);
		const oldestIds = oldest.map(({ id }) => id);
		const listed = await tx
			.select(listedColumns)
			.from(quarantineTable)
			.where(amongIds(quarantineTable.id, oldestIds))
			.orderBy(asc(quarantineTable.received_at));
		const link = new URL("/admin/quarantine", settings.siteUrl).href;
		const letter = composeLetter(quarantineLetter(listed, announced.length, link));
		await queueMail({ jobs }, tx, { kind: "held", to: staffEmail, ...letter });
	});
}

/** Strangers' words without links: this email is sent in our own name, so it must not look like spam itself. */
function quarantineLetter(rows: readonly ListedQuarantined[], forms: number, link: string): Letter {
	const shown = rows.map(presentQuarantined);
	const [first] = shown;
	const only = shown.length === 1 ? first : undefined;
	const word = only ? formLabels[only.form].toLowerCase() : "forms";
	const common = {
		subject: only ? `On hold: ${word} from ${withoutLinks(only.name)}` : `On hold: ${forms} submissions to review`,
		heading: only ? `${/^[aeiou]/.test(word) ? "An" : "A"} ${word} is on hold.` : `${forms} submissions are on hold.`,
		action: { label: "Review submissions on hold", link },
		closing: `${only ? "If it's" : "If one is"} genuine, release it. It will be added to the right list, and the sender will get a confirmation email.`,
	};
	if (only) {
		return {
			...common,
			preview: `${only.name}, ${only.email}`,
			paragraphs: [`This looks like spam. ${only.form === "email" ? emailSender : formSender}`],
			facts: [
				{ label: "Name", value: withoutLinks(only.name) },
				{ label: "Email", value: only.email },
				...(only.phone ? [{ label: "Phone", value: withoutLinks(only.phone) }] : []),
				...(only.about ? [{ label: aboutLabels[only.form], value: withoutLinks(only.about) }] : []),
				{ label: "Why", value: only.reasons.map((reason) => `${spamReasons[reason]}.`).join(" ") },
			],
			...(only.text && { quote: { label: "Message", text: withoutLinks(briefly(only.text, quotedCharacters)) } }),
		};
	}
	return {
		...common,
		paragraphs: [
			`These look like spam. ${sendersOf(rows, forms)}`,
			...(forms > shown.length ? [`The first ${shown.length} of ${forms}:`] : []),
		],
		facts: shown.map(({ form, name, email, about, text }, index) => ({
			label: `${index + 1}. ${formLabels[form]}`,
			value:
				withoutLinks(`${name} (`) +
				email +
				withoutLinks(`) · ${[about, briefly(text, 120)].filter(Boolean).join(" · ")}`),
		})),
	};
}

const formSender = "The sender saw the usual thank-you message.";
const emailSender = "The sender hasn't gotten a reply.";

/** Those beyond the listed rows may be of either kind. */
function sendersOf(rows: readonly Quarantined[], forms: number): string {
	const kinds = new Set(rows.map(({ form }) => form === "email"));
	if (rows.length === forms && kinds.size === 1) {
		return kinds.has(true) ? "The senders haven't gotten a reply." : "The senders saw the usual thank-you message.";
	}
	return "People who used a form saw the usual thank-you message. People who sent an email haven't gotten a reply.";
}

/** What `about` holds for each kind of form. */
const aboutLabels: Record<FormName, string> = {
	contact: "Subject",
	booking: "Company",
	application: "Position",
	email: "Subject",
};

const lookEveryMs = 60_000;

/** Announces what arrived during a pause, and what a killed process did not announce. */
export function startQuarantineNotices(deps: NoticeDeps): void {
	repeat(deps, lookEveryMs, announcementFailed, () => announce(deps));
}
