import type { RecordDefinition } from "#lib/record.ts";
import { requestStatusLabels, requestStatusTones, settledRequests } from "#lib/status.ts";
import type { Contact } from "./contacts.table.ts";

export const contactRecord = {
	table: "contact_inquiries",
	kind: "contact",
	area: "desk",
	label: "Inquiry",
	noun: "inquiry",
	path: (id: string) => `/admin/contacts?id=${id}`,
	list: { label: "Contacts", path: "/admin/contacts", screen: "features/contacts/contacts-screen.tsx" },
	orderedBy: "created_at",
	statuses: { labels: requestStatusLabels, tones: requestStatusTones, settled: settledRequests },
	fields: {
		name: "Name",
		email: "Email",
		phone: "Phone",
		subject: "Subject",
		message: "Message",
		status: "Status",
		created_at: "Received",
	},
	search: { in: ["name", "email", "subject"], phone: "phone", title: "name", detail: "email" },
	person: {
		email: "email",
		name: "name",
		phone: "phone",
		title: "subject",
		untitled: "No subject",
		plural: "inquiries",
	},
	logged: {
		as: "name",
		without: ["updated_at", "first_answered_at", "by_staff", "form_key", "source", "promised_hours"],
	},
	live: { dated: true },
	mailed: true,
	counted: { all: "contacts", waiting: { as: "newContacts", status: "new" } },
	api: { path: "/api/contacts", endpoints: ["list", "add", "update", "statuses"] },
} as const satisfies RecordDefinition<Contact>;
