import { defineStatuses } from "#lib/status.ts";

/** What an outgoing message is for. */
export const mailKindLabels = {
	notice: "Staff notification",
	held: "Submissions on hold",
	confirmation: "Confirmation",
	invitation: "Call",
	call_reminder: "Call reminder",
	invoice: "Invoice",
	reminder: "Reminder",
	receipt: "Receipt",
	credit_note: "Credit note",
	reply: "Reply",
	account: "Account",
	test: "Test",
} as const;
export type MailKind = keyof typeof mailKindLabels;
export const mailKinds = Object.keys(mailKindLabels) as [MailKind, ...MailKind[]];

/**
 * Queued also stands for a message that has failed and is tried again; kept lies in the mail folder, because no mail
 * server is configured, and it was not delivered; skipped was never meant to be sent.
 */
export const {
	statuses: mailStatuses,
	labels: mailStatusLabels,
	tones: mailStatusTones,
} = defineStatuses({
	queued: ["Queued", "yellow"],
	sent: ["Sent", "green"],
	kept: ["Kept as a File", "grey"],
	failed: ["Failed", "red"],
	skipped: ["Skipped", "grey"],
});
