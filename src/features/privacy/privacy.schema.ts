import { z } from "zod";
import { emailField } from "#lib/fields.ts";
import { readEmailAddress } from "#lib/reach/email-address.ts";

export const personSchema = z.object({ email: emailField });

const mismatchMessage = "To confirm, type the same address again.";

/** Erasing cannot be undone: the address is typed a second time. */
export const erasureSchema = z
	.object({ email: emailField, confirmation: z.string(mismatchMessage).min(1, mismatchMessage) })
	.refine(({ email, confirmation }) => sameAddress(email, confirmation), {
		path: ["confirmation"],
		message: mismatchMessage,
	});

const sameAddress = (email: string, typed: string) =>
	email.toLowerCase() === (readEmailAddress(typed) ?? typed).toLowerCase();

const erasureLabels: Record<string, string> = {
	held_back_forms: "Submissions on hold",
	held_back_files: "Files on hold",
	received_emails: "Received emails",
	mails: "Emails",
	mail_files: "Email files",
};

/** What an erasure counts, in words: 'Bookings'. */
export const erasureLabel = (kind: string) => erasureLabels[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
