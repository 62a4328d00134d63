import { applications } from "./features/applications/applications.record.server.ts";
import { bookings } from "./features/bookings/bookings.record.server.ts";
import { contacts } from "./features/contacts/contacts.record.server.ts";
import { inboundMails } from "./features/inbound/inbound.record.server.ts";
import { invoices } from "./features/invoices/invoices.record.server.ts";
import { retainers } from "./features/invoices/retainers/retainers.record.server.ts";
import { jobs } from "./features/jobs/jobs.record.server.ts";
import { mails } from "./features/mails/mails.record.server.ts";
import { posts } from "./features/posts/posts.record.server.ts";
import { users } from "./features/users/users.record.server.ts";
import type { RecordSource } from "./platform/records/records.server.ts";

/** The server's half of every kind of record that has a list. Search answers them in this order. */
export const recordSources: readonly RecordSource[] = [
	bookings,
	contacts,
	applications,
	jobs,
	invoices,
	retainers,
	posts,
	users,
	mails,
	inboundMails,
];
