import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ResponseTimesSummary } from "#admin/record/response-times.tsx";
import type { Column } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { statusColumn } from "#admin/table/row-status.tsx";
import { personColumn, useRequestList } from "#features/threads/desk/request-list.tsx";
import { firm } from "#lib/firm.ts";
import { counted, preview } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { AddContactDialog, ContactDialog } from "./contact-dialogs.tsx";
import { contactsCsv, contactsList, contactsSearch, loadContactResponseTimes } from "./contacts.list.ts";
import type { PresentedContact } from "./contacts.record.server.ts";
import { contactUrgency } from "./contacts.schema.ts";
import { ReplyLink } from "./reply-link.tsx";
import { SubjectText } from "./subject-text.tsx";

export const meta = () => unlistedMeta("Contacts");

export default function ContactsScreen() {
	const { replyHours } = firm();
	const requests = useRequestList<PresentedContact>("contact_inquiries", "contact");
	return (
		<ListScreen
			{...requests}
			list={contactsList}
			title="Contact Inquiries"
			action={<AddContactDialog />}
			insight={
				<ResponseTimesSummary
					of="contacts"
					load={loadContactResponseTimes}
					promise={replyHours ? `handled within ${counted(replyHours, "hour")}` : "handled in time"}
				/>
			}
			counted="new"
			csv={contactsCsv}
			nameOf={(row) => row.name}
			searchPlaceholder="Search by name, email, subject, or message..."
			search={contactsSearch}
			columns={columns}
			urgencyOf={contactUrgency}
			empty={{ title: "No contact inquiries found", hint: "Contact form submissions will appear here" }}
			details={(contact, close) => <ContactDialog contact={contact} onClose={close} />}
		/>
	);
}

const previewLength = 120;

const columns: readonly Column<PresentedContact>[] = [
	personColumn("Contact", (row) => row, { width: "minmax(0,2.3fr)", narrowWidth: "minmax(0,1.6fr)" }),
	{
		header: "Subject",
		width: "minmax(0,1.1fr)",
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
