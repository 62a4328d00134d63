import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { useId, useMemo } from "react";
import { Link } from "react-router";
import { useAreas } from "#admin/access/screen-access.ts";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { notSentText, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import type { MailedTable } from "#records.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { mailKindLabels, mailStatusLabels, mailStatusTones } from "./mail-kinds.ts";
import { mailRecord } from "./mails.record.ts";

const ofRecord = api.api.mails["of-record"];
export type RecordMail = InferResponseType<typeof ofRecord.$get, 200>["rows"][number];

/** What has been emailed about a record, newest first. */
export const recordMailsQuery = (table: MailedTable, id: string) =>
	queryOptions({
		queryKey: ["record-mails", table, id],
		queryFn: async () => (await parseResponse(ofRecord.$get({ query: { table, id } }))).rows,
	});

/** What has been emailed about a record, and whether it got through; kept live. */
export function RecordMails({
	table,
	id,
	heading: Heading = "h3",
}: {
	table: MailedTable;
	id: string;
	/** Below a page's title instead of a dialog's. */
	heading?: "h2" | "h3";
}) {
	const headingId = useId();
	const query = useMemo(() => recordMailsQuery(table, id), [table, id]);
	const { data: all, isError, refetch } = useQuery(query);
	// Replies stand in the conversation, with their text.
	const mails = all?.filter(({ kind }) => kind !== "reply");
	const listener = useMemo<LiveListener>(() => {
		const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
		return {
			table: "mails",
			onChanges: (changes) => {
				if (changes.length > 0) void refresh();
			},
			catchUp: refresh,
		};
	}, [query]);
	useLiveChanges(listener);
	const areas = useAreas();
	return (
		<section aria-labelledby={headingId}>
			<Heading id={headingId} className="mb-1 font-semibold text-muted-foreground text-xs">
				Emails
			</Heading>
			{isError && !mails && <LoadFailure what="emails" onRetry={() => void refetch()} />}
			{!mails && !isError && <Skeleton className="h-11" />}
			{mails?.length === 0 && (
				<p className="text-muted-foreground">{all?.length === 0 ? "No emails are stored." : "No other emails."}</p>
			)}
			{mails && mails.length > 0 && (
				<ul className="divide-y divide-border rounded-sm border border-border">
					{mails.map((mail) => (
						<MailLine key={mail.id} mail={mail} />
					))}
				</ul>
			)}
			{mails?.some(({ status }) => status === "kept") && (
				<p className="mt-1.5 text-muted-foreground text-xs">
					Kept as a File: It wasn't sent, because email isn't set up.{" "}
					{areas === null && (
						<Link to={mailRecord.list.path} className="inline-flex min-h-6 items-center underline underline-offset-2">
							Set Up Email
						</Link>
					)}
				</p>
			)}
		</section>
	);
}

function MailLine({ mail }: { mail: RecordMail }) {
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
			<div className="min-w-0 grow basis-56">
				<p className="[overflow-wrap:anywhere]">
					<span className="font-semibold">{mailKindLabels[mail.kind]}</span>: {mail.subject}
				</p>
				<p className="text-muted-foreground [overflow-wrap:anywhere]">
					{mail.recipient} · {mailState(mail)}
				</p>
			</div>
			<div className="flex items-center gap-2">
				<StatusBadge tone={mailStatusTones[mail.status]}>{mailStatusLabels[mail.status]}</StatusBadge>
				{mail.may_go_again && <SendAgainButton mail={mail} />}
			</div>
		</li>
	);
}

/** Where a message is, with the reason when it is stuck. */
export function mailState({ status, sent_at, queued_at, attempts, last_error }: RecordMail): string {
	if ((status === "sent" || status === "kept") && sent_at) return formatMoment(sent_at);
	if (status !== "queued") return last_error ?? "";
	if (!last_error) return `since ${formatMoment(queued_at)}`;
	return `${last_error} ${attempts === 1 ? "1 attempt" : `${attempts} attempts`} so far; retrying automatically.`;
}

export function SendAgainButton({ mail }: { mail: Pick<RecordMail, "id" | "kind" | "recipient"> }) {
	const isMailMissing = useIsMailMissing();
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(api.api.mails[":id"]["send-again"].$post({ param: { id: mail.id } })),
		onSuccess: async () => {
			toast(
				isMailMissing
					? { title: "Email Kept as a File", description: notSentText([mail.recipient]) }
					: { title: "Email Queued", description: `Resending to ${mail.recipient}.`, tone: "success" },
			);
			await queryClient.invalidateQueries({ queryKey: ["record-mails"] });
		},
		meta: { failure: "Failed to resend the email. Please try again." },
	});
	return (
		<DeskButton
			busy={isPending}
			aria-label={`Send again: ${mailKindLabels[mail.kind]} to ${mail.recipient}`}
			onClick={() => mutate()}
		>
			Send Again
		</DeskButton>
	);
}
