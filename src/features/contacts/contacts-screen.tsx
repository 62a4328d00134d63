import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ResponseTimesSummary } from "#admin/record/response-times.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { PersonCell } from "#admin/table/person-cell.tsx";
import { statusColumn } from "#admin/table/row-status.tsx";
import { QuarantineNotice } from "#features/quarantine/quarantine-notice.tsx";
import { AlsoInConversations } from "#features/threads/desk/also-in-conversations.tsx";
import { AssignSelected, useAssignmentFilter } from "#features/threads/desk/assignment.tsx";
import { ThreadMarks } from "#features/threads/desk/thread-marks.tsx";
import { InboundNotice } from "#features/threads/received/inbound-notice.tsx";
import { replyKeys } from "#features/threads/writing/composing.ts";
import { preview } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { AddContactDialog, ContactDialog } from "./contact-dialogs.tsx";
import { contactsCsv, contactsList, contactsSearch, loadContactResponseTimes } from "./contacts.list.ts";
import type { PresentedContact } from "./contacts.record.server.ts";
import { contactUrgency } from "./contacts.schema.ts";
import { ReplyLink } from "./reply-link.tsx";
import { SubjectText } from "./subject-text.tsx";

export const meta = () => unlistedMeta("Contacts");

export default function ContactsScreen() {
	const narrowings = useAssignmentFilter("contact_inquiries");
	return (
		<ListScreen
			list={contactsList}
			title="Contact Inquiries"
			notice={
				<>
					<InboundNotice />
					<QuarantineNotice form="contact" className="mt-3" />
				</>
			}
			action={<AddContactDialog />}
			insight={<ResponseTimesSummary of="contacts" load={loadContactResponseTimes} promise="handled within 24 hours" />}
			counted={newContacts}
			csv={contactsCsv}
			nameOf={(row) => row.name}
			narrowings={narrowings}
			selectionAction={(rows, done) => <AssignSelected table="contact_inquiries" rows={rows} onDone={done} />}
			below={(_rows, query) => <AlsoInConversations table="contact_inquiries" query={query} />}
			searchPlaceholder="Search by name, email, subject, or message..."
			search={contactsSearch}
			columns={columns}
			urgencyOf={contactUrgency}
			empty={{ title: "No contact inquiries found", hint: "Contact form submissions will appear here" }}
			rowKeys={rowKeys}
			details={(contact, close) => <ContactDialog contact={contact} onClose={close} />}
		/>
	);
}

const newContacts = { status: "new", label: "new", tone: "blue" } as const;

const previewLength = 120;

const rowKeys = replyKeys("contact_inquiries");

const columns: readonly Column<PresentedContact>[] = [
	{
		header: "Contact",
		width: "minmax(0,2.3fr)",
		narrowWidth: "minmax(0,1.3fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<PersonCell mark={<ThreadMarks id={row.id} />} name={row.name} email={row.email} phone={row.phone} />
		),
	},
	{
		header: "Subject",
		width: "minmax(0,1.1fr)",
		narrowWidth: "minmax(0,1.3fr)",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (row) => (
			<p className="-mr-1 line-clamp-2 pr-1 md:max-xl:hyphens-auto wrap-break-word max-md:line-clamp-1">
				<SubjectText subject={row.subject} />
			</p>
		),
	},
	{
		header: "Message Preview",
		width: "minmax(0,1.8fr)",
		narrowWidth: "minmax(0,0.9fr)",
		card: "max-md:col-span-2 max-md:row-start-3",
		cell: (row) => (
			<p className="line-clamp-2 text-muted-foreground wrap-anywhere">{preview(row.message, previewLength)}</p>
		),
	},
	{
		header: "Received",
		width: "minmax(6.5rem,1fr)",
		narrowWidth: "6.25rem",
		card: "max-md:col-start-1 max-md:row-start-4",
		cardLabel: "Received",
		cell: (row) => <RelativeTime at={row.created_at} />,
	},
	statusColumn(contactsList, (row) => row.name, { width: "8.25rem", narrowWidth: "7.5rem" }),
	{
		header: "Actions",
		width: "9.5rem",
		narrowWidth: "8.5rem",
		card: "max-md:col-start-2 max-md:row-start-4 max-md:justify-self-end",
		cell: (row) => (
			<span className="flex gap-1.5">
				<DetailsButton id={row.id} of={row.name} />
				<ReplyLink contact={row} />
			</span>
		),
	},
];
