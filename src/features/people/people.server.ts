import { desc, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { applicationStatusLabels, applicationStatusTones } from "#features/applications/applications.schema.ts";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { contactsTable } from "#features/contacts/contacts.table.ts";
import { invoiceStatusLabels, invoiceStatusTones } from "#features/invoices/invoices.schema.ts";
import { invoicesTable } from "#features/invoices/invoices.table.ts";
import { requestStatusLabels, requestStatusTones, type StatusTone } from "#lib/status.ts";
import type { Database } from "#platform/database/database.server.ts";

/** Of each kind, the newest. */
const mostOfEach = 50;

/** Something that came from a person or went to them. */
export type Dealing = {
	kind: "booking" | "contact" | "application" | "invoice";
	id: string;
	title: string;
	status: { label: string; tone: StatusTone };
	at: Date;
};

/** Everything from one address, however it was capitalised; newest first. */
export async function listDealings(db: Database, email: string): Promise<Dealing[]> {
	const isFrom = (column: AnyPgColumn) => sql`lower(${column}) = lower(${email})`;
	const [bookings, contacts, applications, invoices] = await Promise.all([
		db
			.select()
			.from(bookingsTable)
			.where(isFrom(bookingsTable.email))
			.orderBy(desc(bookingsTable.created_at))
			.limit(mostOfEach),
		db
			.select()
			.from(contactsTable)
			.where(isFrom(contactsTable.email))
			.orderBy(desc(contactsTable.created_at))
			.limit(mostOfEach),
		db
			.select()
			.from(applicationsTable)
			.where(isFrom(applicationsTable.applicant_email))
			.orderBy(desc(applicationsTable.applied_at))
			.limit(mostOfEach),
		db
			.select()
			.from(invoicesTable)
			.where(isFrom(invoicesTable.client_email))
			.orderBy(desc(invoicesTable.created_at))
			.limit(mostOfEach),
	]);
	const dealings: Dealing[] = [
		...bookings.map(({ id, service_type, status, created_at }) => ({
			kind: "booking" as const,
			id,
			title: service_type,
			status: { label: requestStatusLabels[status], tone: requestStatusTones[status] },
			at: created_at,
		})),
		...contacts.map(({ id, subject, status, created_at }) => ({
			kind: "contact" as const,
			id,
			title: subject ?? "No subject",
			status: { label: requestStatusLabels[status], tone: requestStatusTones[status] },
			at: created_at,
		})),
		...applications.map(({ id, job_id, status, applied_at }) => ({
			kind: "application" as const,
			id,
			title: job_id,
			status: { label: applicationStatusLabels[status], tone: applicationStatusTones[status] },
			at: applied_at,
		})),
		...invoices.map(({ id, invoice_number, status, created_at }) => ({
			kind: "invoice" as const,
			id,
			title: invoice_number,
			status: { label: invoiceStatusLabels[status], tone: invoiceStatusTones[status] },
			at: created_at,
		})),
	];
	return dealings.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** What leaves the server. */
export const presentDealing = ({ at, ...dealing }: Dealing) => ({ ...dealing, at: at.toISOString() });
