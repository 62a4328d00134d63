import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { StatusBadge } from "#ui/badge.tsx";
import {
	type InboundRow,
	inboundList,
	inboundSearch,
	inboundStatusQuery,
	outcomeLabels,
	outcomeTones,
	reasonText,
} from "./inbound.list.ts";
import { InboundNotice } from "./inbound-notice.tsx";
import { ReceivedDialog } from "./received-dialog.tsx";

/** Every message that has come in, whatever has become of it. */
export function ReceivedMails() {
	const { data } = useQuery(inboundStatusQuery);
	return (
		<ListScreen
			list={inboundList}
			title="Received Email"
			subtitle={data ? describe(data) : " "}
			notice={<InboundNotice className="mt-3" />}
			searchPlaceholder="Search by sender or subject..."
			search={inboundSearch}
			columns={columns}
			empty={{ title: "No emails found", hint: "Emails that come in will appear here" }}
			details={(row, close) => <ReceivedDialog row={row} onClose={close} />}
		/>
	);
}

function describe({ address, sources }: { address: string; sources: readonly { source: string; place: string }[] }) {
	if (sources.length === 0) return "Incoming email isn't read. To change that, set INBOUND_IMAP_URL.";
	return `Emails to ${address} are read from ${sources.map(({ place }) => place).join(", ")}.`;
}

const senderOf = ({ from }: InboundRow) => from?.name || from?.address || "No sender";

const columns: readonly Column<InboundRow>[] = [
	{
		header: "Sender",
		twoLines: true,
		width: "minmax(0,1.6fr)",
		narrowWidth: "minmax(0,2fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<>
				<p className="line-clamp-1 font-semibold [overflow-wrap:anywhere] max-md:pr-24">{senderOf(row)}</p>
				{row.from?.name && (
					<p className="line-clamp-1 text-muted-foreground [overflow-wrap:anywhere]">{row.from.address}</p>
				)}
			</>
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
				<p className="line-clamp-1 [overflow-wrap:anywhere] max-md:line-clamp-2">{row.subject || "No subject"}</p>
				<p className="line-clamp-1 text-muted-foreground">{reasonText(row.reason)}</p>
			</>
		),
	},
	{
		header: "Received",
		width: "minmax(9rem,1fr)",
		narrowWidth: "7rem",
		card: "max-md:col-start-1 max-md:row-start-3",
		cardLabel: "Received",
		cell: (row) => <RelativeTime at={row.at} />,
	},
	{
		header: "Outcome",
		width: "7.5rem",
		card: cardPlaces.status,
		cell: (row) => <StatusBadge tone={outcomeTones[row.status]}>{outcomeLabels[row.status]}</StatusBadge>,
	},
	{
		header: "Actions",
		width: "6.5rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (row) => <DetailsButton id={row.id} of={`the email from ${senderOf(row)}`} />,
	},
];
