import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addMinutes } from "date-fns/addMinutes";
import { subDays } from "date-fns/subDays";
import { expect, test } from "vitest";
import { z } from "zod";
import * as accountMails from "#features/auth/accounts/account-mails.server.ts";
import * as factorMails from "#features/auth/factors/factor-mails.server.ts";
import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { receiveBooking } from "#features/bookings/bookings.server.ts";
import { sendDueCalendarMail } from "#features/bookings/calendar/booking-invitations.server.ts";
import { remindGuests } from "#features/bookings/guests/call-reminders.server.ts";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { receiveContact } from "#features/contacts/contacts.server.ts";
import { sendInvoice } from "#features/invoices/delivery/invoice-delivery.server.ts";
import { remindClients } from "#features/invoices/delivery/invoice-schedule.server.ts";
import { writeDueInvoices } from "#features/invoices/retainers/retainer-schedule.server.ts";
import { type MailKind, mailKindLabels, mailKinds } from "#features/mails/mail-kinds.ts";
import { queueMail } from "#features/mails/mail-outbox.server.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { testMail } from "#features/mails/test-mail.server.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { announceQuarantined } from "#features/quarantine/quarantine-notices.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import { firmDefaults } from "#site.config.ts";
import { testTime } from "#tests/app.ts";
import { buildBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertRetainer } from "#tests/factories/retainers.ts";
import { writeMessage } from "#tests/inbound-desk.ts";
import { inboundSettings, signedRequest } from "#tests/inbound-message.ts";
import { person, startQuarantineApp } from "#tests/quarantine-app.ts";
import { fromVisitor } from "#tests/reception.ts";

// docs/emails.md shows every email as its recipient reads it. EMAILS=keep writes it again (`npm run emails`).
const catalogue = join(import.meta.dirname, "../../docs/emails.md");

const { app, admin, apply, call, waiting } = startQuarantineApp({
	INBOUND_WEBHOOK_SECRET: inboundSettings.INBOUND_WEBHOOK_SECRET,
});

type Email = { kind: string; to: string; reply_to: string | null; subject: string; text: string; html: string };

/** What the steps since the last look have written, whether or not its attachment is made. */
async function written(): Promise<Email[]> {
	const { rows } = await app.deps.database.query(
		"select kind, recipient as to, reply_to, subject, content ->> 'text' as text, content ->> 'html' as html from mails order by kind, recipient, subject",
	);
	await app.deps.db.delete(mailsTable);
	return rows as Email[];
}

const request = async (method: "POST" | "PATCH", path: string, body: object): Promise<{ id: string }> => {
	const headers = { authorization: admin.authorization, "content-type": "application/json" };
	const response = await app.api.request(path, { method, headers, body: JSON.stringify(body) });
	expect(response.ok).toBe(true);
	return response.json();
};

/** An email comes in by the webhook. */
async function receive(message: Uint8Array<ArrayBuffer>): Promise<void> {
	const response = await app.api.request("/api/inbound-mail", signedRequest(message));
	expect(response.status).toBe(201);
}

/** Sends the invitations that wait for half a minute. */
async function sendInvitations(): Promise<void> {
	const { rows } = await app.deps.database.query("select data from pgboss.job where name = 'booking-calendar'");
	for (const { data } of rows) {
		await sendDueCalendarMail(app.deps, z.object({ booking: z.string(), due: z.string() }).parse(data));
	}
}

const link = "http://site.test/auth/v1/verify?token=TOKEN";

/** A letter of each kind. TypeScript refuses a kind that is missing here. */
const accountLetters: Record<keyof typeof accountMails, { occasion: string; letter: LetterContent }> = {
	confirmationMail: { occasion: "Someone signs up", letter: accountMails.confirmationMail(link, 60) },
	alreadyRegisteredMail: {
		occasion: "Someone signs up with the address of an account",
		letter: accountMails.alreadyRegisteredMail(),
	},
	recoveryMail: { occasion: "Someone has forgotten a password", letter: accountMails.recoveryMail(link, 60) },
	passwordChangedMail: { occasion: "A password was changed", letter: accountMails.passwordChangedMail() },
	invitationMail: {
		occasion: "An admin invites someone",
		letter: accountMails.invitationMail(link, "admin@pilcrow.example", 7),
	},
	promotionMail: { occasion: "An admin makes someone an admin", letter: accountMails.promotionMail(link, 60) },
	guessedPasswordMail: {
		occasion: "Thirty wrong passwords are entered for an account in a day",
		letter: accountMails.guessedPasswordMail(),
	},
	additionUndoneMail: {
		occasion: "Someone undoes an addition with the link in the email about it",
		letter: accountMails.additionUndoneMail(link, 60),
	},
	reactivationMail: {
		occasion: "An admin reactivates an account that had a second step",
		letter: accountMails.reactivationMail(link, 60),
	},
};

const undoLink = "http://site.test/auth?view=undo#undo=TOKEN";
const occasion = { device: "Firefox on Linux", at: testTime };

/** The same for those about the second step and devices. */
const factorLetters: Record<keyof typeof factorMails, { occasion: string; letter: LetterContent }> = {
	appAddedMail: {
		occasion: "An authenticator app is added to an account",
		letter: factorMails.appAddedMail(occasion, undoLink),
	},
	appRemovedMail: { occasion: "An authenticator app is removed", letter: factorMails.appRemovedMail(occasion) },
	passkeyAddedMail: {
		occasion: "A passkey is added to an account",
		letter: factorMails.passkeyAddedMail(occasion, undoLink),
	},
	passkeyRemovedMail: { occasion: "A passkey is removed", letter: factorMails.passkeyRemovedMail(occasion) },
	codesMadeMail: { occasion: "Recovery codes are created", letter: factorMails.codesMadeMail(occasion, undoLink) },
	codesReplacedMail: {
		occasion: "Recovery codes are replaced",
		letter: factorMails.codesReplacedMail(occasion, undoLink),
	},
	codeUsedMail: { occasion: "A recovery code is used", letter: factorMails.codeUsedMail(7)(occasion) },
	newDeviceMail: { occasion: "Someone signs in on a new device", letter: factorMails.newDeviceMail(occasion) },
	wrongCodesMail: {
		occasion: "Five wrong codes are entered after the right password",
		letter: factorMails.wrongCodesMail(occasion),
	},
	factorResetMail: {
		occasion: "The operator removes a second step with the command",
		letter: factorMails.factorResetMail(testTime),
	},
};

async function everyEmail(): Promise<{ occasion: string; emails: Email[] }[]> {
	const { db } = app.deps;
	const occasions: { occasion: string; emails: Email[] }[] = [];
	const note = async (occasion: string) => {
		occasions.push({ occasion, emails: await written() });
		await app.deps.database.query("delete from rate_limits");
	};
	// Reply-To would name a conversation by chance otherwise.
	app.deps.settings.inbound.isRead = false;
	const afterHours = new Date("2026-03-04T23:00:00Z");
	const callForm = callFormSchema.parse({ ...person, phone: "(555) 010-0177", projectDescription: "A launch in May." });
	const contactForm = contactFormSchema.parse({ ...person, subject: "A launch", message: "Can you help in May?" });

	await receiveContact(app.deps, contactForm, fromVisitor);
	await note("A visitor sends the contact form during business hours");
	app.setTime(afterHours);
	await receiveContact(app.deps, contactForm, fromVisitor);
	await note("A visitor sends the contact form after hours");
	app.setTime(testTime);
	await receiveBooking(app.deps, callForm, fromVisitor);
	await note("A visitor requests a call during business hours");
	app.setTime(afterHours);
	await receiveBooking(app.deps, callForm, fromVisitor);
	await note("A visitor requests a call after hours");
	app.setTime(testTime);
	await apply({ coverLetter: "I write short sentences." });
	await note("A candidate applies");

	const held = { fields: { ...contactForm, message: "Buy our links." }, received_at: subDays(testTime, 3) };
	await db.insert(quarantineTable).values({ ...held, form: "contact", reasons: ["trap", "sellsSearch"] });
	await announceQuarantined(app.deps);
	await note("One submission is put on hold");
	await db.insert(quarantineTable).values({ ...held, form: "email", reasons: ["unverified"] });
	await announceQuarantined(app.deps);
	await note("An email is put on hold");
	await db.insert(quarantineTable).values([
		{ ...held, form: "contact", reasons: ["hasty"] },
		{ ...held, form: "booking", fields: callForm, reasons: ["manyLinks"] },
	]);
	await announceQuarantined(app.deps);
	await note("Several submissions are put on hold");
	const rows: { id: string; form: string }[] = await waiting();
	for (const [form, name] of [
		["contact", "an inquiry"],
		["booking", "a booking"],
	]) {
		const id = rows.find((row) => row.form === form)?.id;
		expect((await call("POST", `/${id}/release`)).status).toBe(204);
		await note(`Staff release ${name} three days later`);
	}

	await queueMail(app.deps, db, testMail("admin@pilcrow.example"));
	await note("An admin sends a test email");

	const { id } = await request("POST", "/api/bookings", buildBooking());
	await sendInvitations();
	await note("Staff set the date and time of a call");
	await request("PATCH", `/api/bookings/${id}`, { preferred_time: "16:00:00" });
	await sendInvitations();
	await note("Staff move a call");
	await request("PATCH", `/api/bookings/${id}`, { status: "closed" });
	await sendInvitations();
	await note("Staff cancel a call");

	const slot = Date.parse("2026-03-06T15:00:00Z");
	await receiveBooking(app.deps, { ...callForm, slot, time_zone: "Europe/Berlin" }, fromVisitor);
	await note("A visitor books a call at a specific time");
	app.setTime(new Date("2026-03-05T15:00:00Z"));
	await remindGuests(app.deps);
	await note("A call is coming up in 24 hours");
	app.setTime(testTime);
	await receiveBooking(
		app.deps,
		{ ...callForm, slot: Date.parse("2026-03-09T15:00:00Z"), email: "other@example.com" },
		fromVisitor,
		addMinutes(testTime, 30),
	);
	await note("A visitor books a call that has to be confirmed by email");

	const inquiry = await insertContact(db, {
		name: "Ada Byron",
		email: "ada@example.com",
		subject: "A launch",
		message: "Can you help in May?",
		created_at: testTime,
	});
	await request("POST", `/api/threads/contact_inquiries/${inquiry.id}/replies`, {
		key: inquiry.id,
		text: "Dear Ada,\n\nYes, **we can**. Please send us:\n\n- the date\n- the place\n\nBest regards,\nThe Pilcrow Communications Team",
		after: inquiry.id,
	});
	await note("Staff reply to an inquiry from the back office");

	const sender = { From: "Ada Byron <ada.byron@example.org>", To: firmDefaults.email, Subject: "A launch" };
	const first = "<first@example.org>";
	await receive(writeMessage({ ...sender, "Message-ID": first }, "Can you help in May?"));
	await note("Someone sends an email to the firm");
	const reply = { ...sender, Subject: "Re: A launch", "In-Reply-To": first };
	await receive(writeMessage(reply, "The date is May 4."));
	await note("A client replies by email");

	await sendInvoice(app.deps, (await insertInvoice(db, testTime)).id);
	await note("Staff send an invoice");
	const part = await insertInvoice(db, testTime, { status: "sent", due_date: "2026-05-07" });
	await request("POST", `/api/invoices/${part.id}/payments`, {
		id: part.id,
		kind: "payment",
		amount_minor: 30_000,
		method: "check",
		send_receipt: true,
	});
	await note("Staff record a payment and email the receipt");
	// The caller chooses the id.
	const credit = { id: part.id, reason: "The opening was a day shorter.", net_minor: 20_000 };
	await request("POST", `/api/invoices/${part.id}/credit-notes`, credit);
	await request("POST", `/api/credit-notes/${part.id}/send`, {});
	await note("Staff send a credit note");
	await sendInvoice(app.deps, part.id);
	await note("Staff resend an invoice that has been paid in part");
	await insertInvoice(db, testTime, { status: "sent", due_date: "2026-03-07" });
	await remindClients(app.deps, [-3]);
	await note("An invoice is due in three days, with `reminderDays` set");
	await insertInvoice(db, testTime, { status: "overdue", due_date: "2026-02-25" });
	await remindClients(app.deps, [7]);
	await note("An invoice is a week past due, with `reminderDays` set");
	await insertRetainer(db, testTime, { starts_on: "2026-02-20" });
	await writeDueInvoices(app.deps);
	await note("An invoice of a retainer is more than seven days late");
	return occasions;
}

const accountEmails = (): { occasion: string; emails: Email[] }[] =>
	Object.entries({ ...accountLetters, ...factorLetters }).map(([name, { occasion, letter }]) => ({
		occasion,
		emails: [
			{
				kind: "account",
				to: name === "invitationMail" ? "the invited person" : "the account's owner",
				reply_to: null,
				...letter,
			},
		],
	}));

/** What differs from run to run: ids, tokens, and the invisible characters that keep a stranger's words from being links. */
const steady = (text: string) =>
	text
		.replaceAll("\u200B", "")
		.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
		.replace(/(?<=\/invoice\/|\/call\/confirm\/|\/call\/(?!confirm\/))[\w-]+/g, "TOKEN");

function drawn(occasions: { occasion: string; emails: Email[] }[]): string {
	const drawEmail = ({ kind, to, reply_to, subject, text, html }: Email) => {
		const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
		return [
			`**To:** ${to} · **Reply to:** ${reply_to ?? "the firm"} · **Kind:** ${mailKindLabels[kind as MailKind]}  `,
			`**Subject:** ${subject}  `,
			...(heading ? [`**Heading:** ${heading.replaceAll("&#x27;", "'")}`] : []),
			"",
			"```text",
			steady(text),
			"```",
			"",
		];
	};
	return [
		"# Every email",
		"",
		"What clients, candidates, and staff get, as they read it. Written by `npm run emails` from the code that composes the",
		"emails; `tests/product/emails.api.test.ts` fails when it is out of date. How we write: [writing.md](writing.md).",
		"",
		...occasions.flatMap(({ occasion, emails }) => [`## ${occasion}`, "", ...emails.flatMap(drawEmail)]),
	].join("\n");
}

test("docs/emails.md shows every email as it is sent", async () => {
	const occasions = [...(await everyEmail()), ...accountEmails()];
	expect(occasions.filter(({ emails }) => emails.length === 0)).toEqual([]);
	expect(new Set(occasions.flatMap(({ emails }) => emails.map(({ kind }) => kind)))).toEqual(new Set(mailKinds));
	const drawing = drawn(occasions);
	if (process.env.EMAILS === "keep") await writeFile(catalogue, drawing);
	expect(await readFile(catalogue, "utf8"), "run npm run emails").toBe(drawing);
});

test("emails about the second step and devices say what to do, and have no link that signs in", () => {
	const advice = "If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.";
	for (const { letter } of Object.values(factorLetters)) {
		expect(letter.text).toContain(advice);
		for (const content of [letter.text, letter.html]) expect(content).not.toMatch(/auth\/v1|token/);
	}
});
