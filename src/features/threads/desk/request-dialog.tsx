import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { NotedRow } from "#admin/record/notes-editor.ts";
import { Fact, FactLink, Facts, RecordDialog } from "#admin/record/record-dialog.tsx";
import type { Person } from "#admin/table/person-cell.tsx";
import { RecordMails } from "#features/mails/record-mails.tsx";
import { RecordHistory } from "#features/people/person-history.tsx";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { useComposing } from "#features/threads/writing/composing.ts";
import { mailtoHref } from "#lib/reach/email-address.ts";
import { dialHref } from "#lib/reach/phone.ts";
import { Conversation } from "./conversation.tsx";
import { answeredOf, conversationQuery } from "./conversation-query.ts";

type RequestDialogProps<Row extends NotedRow> = Omit<
	ComponentProps<typeof RecordDialog<Row>>,
	"writing" | "history"
> & {
	table: ThreadTable;
	person: Person;
	/** What the fact about the person is called. */
	personLabel?: string;
	/** Below the ways to reach the person. */
	personLink?: ReactNode;
	/** Two more, beside the person. */
	facts: ReactNode;
	/** Further links about the person, in their history. */
	links?: ReactNode;
};

/** The details of a booking, an inquiry, or an application, with the conversation about it and its emails. */
export function RequestDialog<Row extends NotedRow>({
	table,
	person: { name, email, phone },
	personLabel = "Contact",
	personLink,
	facts,
	links,
	children,
	...dialog
}: RequestDialogProps<Row>) {
	const { list, row } = dialog;
	const record = { table, id: row.id };
	const writing = useComposing(record) !== "closed";
	const { data: answersForm } = useQuery({
		...conversationQuery(record),
		select: ({ messages }) => answeredOf(messages)?.kind === "form",
	});
	return (
		<RecordDialog {...dialog} writing={writing} history={<RecordHistory {...record} email={email} links={links} />}>
			<Facts>
				<Fact label={personLabel}>
					<span className="font-semibold">{name}</span>
					<FactLink href={mailtoHref(email)}>{email}</FactLink>
					{phone && <FactLink href={dialHref(phone)}>{phone}</FactLink>}
					{personLink}
				</Fact>
				{facts}
			</Facts>
			{/* What is answered stands by the reply. */}
			{!(writing && answersForm) && children}
			<Conversation {...record} status={row.status} statusLabels={list.statusLabels} />
			<RecordMails {...record} />
		</RecordDialog>
	);
}
