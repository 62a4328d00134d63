import type { RecordDefinition } from "#lib/record.ts";
import { mailStatusLabels, mailStatusTones } from "./mail-kinds.ts";
import type { MailRow } from "./mails.table.ts";

export const mailRecord = {
	table: "mails",
	kind: "mail",
	area: "record",
	label: "Email",
	noun: "email",
	path: (id: string) => `/admin/mail?id=${id}`,
	list: {
		label: "Email",
		path: "/admin/mail",
		screen: "features/mails/mails-screen.tsx",
		keywords: "mail outbox sent messages",
	},
	orderedBy: "queued_at",
	statuses: { labels: mailStatusLabels, tones: mailStatusTones },
	fields: {
		recipient: "Recipient",
		subject: "Subject",
		kind: "Kind",
		status: "Status",
		queued_at: "Queued",
		sent_at: "Sent",
		attempts: "Attempts",
		last_error: "Last error",
	},
	live: { dated: true },
	api: { path: "/api/mails", endpoints: ["list"] },
} as const satisfies RecordDefinition<MailRow>;
