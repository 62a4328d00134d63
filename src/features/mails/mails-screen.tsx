import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { MailDialog } from "./mail-dialog.tsx";
import { mailKindLabels, mailStatusLabels, mailStatusTones } from "./mail-kinds.ts";
import { transportQuery } from "./mail-notice.tsx";
import { mailsCsv, mailsList, mailsSearch } from "./mails.list.ts";
import type { PresentedMail } from "./mails.record.server.ts";

export const meta = () => unlistedMeta("Outgoing Email");

export default function MailsScreen() {
	const { data: transport } = useQuery(transportQuery);
	return (
		<ListScreen
			list={mailsList}
			title="Outgoing Email"
			subtitle={transport ? describe(transport) : " "}
			counted={failedMails}
			csv={mailsCsv}
			searchPlaceholder="Search by recipient, subject, or kind..."
			search={mailsSearch}
			columns={columns}
			empty={{ title: "No emails found", hint: "Emails from the site will appear here" }}
			details={(mail, close) => <MailDialog mail={mail} onClose={close} />}
		/>
	);
}

function describe({ server, folder, staff }: { server: string | null; folder: string | null; staff: string | null }) {
	const where = server
		? `Emails are sent through ${server}.`
		: `No mail server is configured (SMTP_URL). Emails aren't sent; they're saved to ${folder} and shown here.`;
	const notices = staff
		? `${staff} is notified of every new booking, inquiry, and application.`
		: "No one is notified of new bookings, inquiries, or applications. To change that, set STAFF_EMAIL.";
	return `${where} ${notices}`;
}

const failedMails = { status: "failed", label: "failed", tone: "red" } as const;

const columns: readonly Column<PresentedMail>[] = [
	{
		header: "Recipient",
		width: "minmax(0,1.6fr)",
		narrowWidth: "minmax(0,2fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<p className="font-semibold [overflow-wrap:anywhere] max-md:pr-24 md:line-clamp-2">{row.recipient}</p>
		),
	},
	{
		header: "Subject",
		twoLines: true,
		width: "minmax(0,2.4fr)",
		narrowWidth: "minmax(0,1.6fr)",
		card: "max-md:col-span-2 max-md:row-start-2",
		cell: (row) => (
			<>
				<p className="line-clamp-1 [overflow-wrap:anywhere] max-md:line-clamp-2">{row.subject}</p>
				<p className="text-muted-foreground">{mailKindLabels[row.kind]}</p>
			</>
		),
	},
	{
		header: "Queued",
		width: "minmax(9rem,1fr)",
		narrowWidth: "7rem",
		card: "max-md:col-start-1 max-md:row-start-3",
		cardLabel: "Queued",
		cell: (row) => <RelativeTime at={row.queued_at} />,
	},
	{
		header: "Status",
		width: "6.5rem",
		card: cardPlaces.status,
		cell: (row) => <StatusBadge tone={mailStatusTones[row.status]}>{mailStatusLabels[row.status]}</StatusBadge>,
	},
	{
		header: "Actions",
		width: "6.5rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (row) => <DetailsButton id={row.id} of={`the email to ${row.recipient}`} />,
	},
];
