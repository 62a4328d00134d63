import { useQuery } from "@tanstack/react-query";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { mailColumns } from "#features/mails/mail-columns.tsx";
import { listed } from "#lib/text/text.ts";
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

/** Every received message, no matter what was done with it. */
export function ReceivedMails() {
	const { data } = useQuery(inboundStatusQuery);
	return (
		<ListScreen
			list={inboundList}
			title="Received Email"
			subtitle={data ? describe(data) : " "}
			notice={<InboundNotice />}
			searchPlaceholder="Search by sender or subject..."
			search={inboundSearch}
			columns={columns}
			empty={{ title: "No emails found", hint: "Emails you receive will appear here" }}
			details={(row, close) => <ReceivedDialog row={row} onClose={close} />}
		/>
	);
}

function describe({ address, sources }: { address: string; sources: readonly { source: string; place: string }[] }) {
	if (sources.length === 0)
		return "Incoming email isn't set up, so replies don't appear here. To set it up, ask the person who runs your server to set INBOUND_IMAP_URL, INBOUND_WEBHOOK_SECRET, or INBOUND_DIR.";
	return `Emails to ${address} are read from ${listed(sources.map(({ place }) => place))}.`;
}

const senderOf = ({ from }: InboundRow) => from?.name || from?.address || "No sender";

const columns = mailColumns<InboundRow>({
	person: {
		header: "Sender",
		cell: (row) => ({ name: senderOf(row), address: row.from?.name ? row.from.address : undefined }),
	},
	subject: (row) => ({ title: row.subject || "No subject", detail: reasonText(row.reason) }),
	moment: { header: "Received", at: (row) => row.at },
	badge: {
		header: "Outcome",
		width: "7.5rem",
		cell: (row) => <StatusBadge tone={outcomeTones[row.status]}>{outcomeLabels[row.status]}</StatusBadge>,
	},
	called: (row) => `the email from ${senderOf(row)}`,
});
