import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Tabs } from "radix-ui";
import { useSearchParams } from "react-router";
import { useAreas } from "#admin/access/screen-access.ts";
import { api } from "#admin/session/api-client.ts";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { ReceivedMails } from "#features/inbound/received/received-mails.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { MailDialog } from "./dialog/mail-dialog.tsx";
import { mailColumns } from "./mail-columns.tsx";
import { mailKindLabels, mailStatusLabels, mailStatusTones } from "./mail-kinds.ts";
import { transportQuery, useIsMailMissing } from "./mail-strip.tsx";
import { mailsCsv, mailsList, mailsSearch } from "./mails.list.ts";
import type { PresentedMail } from "./mails.record.server.ts";

export const meta = () => unlistedMeta("Email");

/** Emails in both directions: what the site has sent, which those with a limit don't see, and what has come in. */
export default function MailsScreen() {
	return useAreas() === null ? <BothDirections /> : <ReceivedMails />;
}

function BothDirections() {
	const [params, setParams] = useSearchParams();
	const tab = params.get("tab") === "received" ? "received" : "outgoing";
	const select = (value: string) => setParams(value === "received" ? { tab: "received" } : {});
	return (
		<Tabs.Root value={tab} onValueChange={select} className="flex min-h-0 grow flex-col">
			<Tabs.List aria-label="Email" className="mb-3 flex gap-1">
				<Tabs.Trigger value="outgoing" className={tabStyle}>
					Outgoing
				</Tabs.Trigger>
				<Tabs.Trigger value="received" className={tabStyle}>
					Received
				</Tabs.Trigger>
			</Tabs.List>
			<Tabs.Content value="outgoing" className="flex min-h-0 grow flex-col">
				<OutgoingMails />
			</Tabs.Content>
			<Tabs.Content value="received" className="flex min-h-0 grow flex-col">
				<ReceivedMails />
			</Tabs.Content>
		</Tabs.Root>
	);
}

const tabStyle =
	"min-h-9 cursor-pointer border-b-2 border-transparent px-3 font-semibold text-muted-foreground data-[state=active]:border-primary data-[state=active]:text-foreground max-md:min-h-11";

function OutgoingMails() {
	const { data: transport } = useQuery(transportQuery);
	return (
		<ListScreen
			list={mailsList}
			title="Outgoing Email"
			subtitle={transport ? describe(transport) : " "}
			counted="failed"
			action={<SendTestButton />}
			csv={mailsCsv}
			searchPlaceholder="Search by recipient, subject, or kind..."
			search={mailsSearch}
			columns={columns}
			empty={{ title: "No emails found", hint: "Emails from the site will appear here" }}
			details={(mail, close) => <MailDialog mail={mail} onClose={close} />}
		/>
	);
}

function describe({ server, staff }: { server: string | null; staff: string | null }) {
	const where = server
		? `Emails are sent through ${server}.`
		: "No mail server is set up, so emails are kept as files and listed here but not sent. To have them sent, ask the person who runs your server to set SMTP_URL.";
	const notices = staff
		? `${staff} is notified of every new booking, inquiry, application, and reply.`
		: "No one is notified of new bookings, inquiries, applications, or replies. To change that, ask the person who runs your server to set STAFF_EMAIL.";
	return `${where} ${notices}`;
}

/** It is sent to the person who presses the button. The list shows what becomes of it. */
function SendTestButton() {
	const isMailMissing = useIsMailMissing();
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(api.api.mails.test.$post()),
		onSuccess: ({ recipient }) =>
			toast({
				title: isMailMissing ? "Test Email Kept as a File" : "Test Email Queued",
				description: isMailMissing
					? `Email isn't set up, so ${recipient} won't get it. The list shows the email.`
					: `The email is on its way to ${recipient}. The list shows when it's sent, or why it wasn't.`,
				tone: isMailMissing ? "default" : "success",
			}),
		meta: { failure: "Failed to send a test email. Please try again." },
	});
	return (
		<PrimaryButton busy={isPending} onClick={() => mutate()}>
			Send a Test Email
		</PrimaryButton>
	);
}

const columns = mailColumns<PresentedMail>({
	person: { header: "Recipient", cell: (row) => ({ name: row.recipient }) },
	subject: (row) => ({ title: row.subject, detail: mailKindLabels[row.kind] }),
	moment: { header: "Queued", at: (row) => row.queued_at },
	badge: {
		header: "Status",
		width: "6.5rem",
		cell: (row) => <StatusBadge tone={mailStatusTones[row.status]}>{mailStatusLabels[row.status]}</StatusBadge>,
	},
	called: (row) => `the email to ${row.recipient}`,
});
