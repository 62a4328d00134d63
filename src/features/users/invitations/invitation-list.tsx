import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useId } from "react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ApiError, api } from "#admin/session/api-client.ts";
import type { Failure } from "#admin/session/query-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { ExportButton } from "#admin/table/export-button.tsx";
import { useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { type InvitationRow, invitationsCsv, invitationsQuery } from "#features/users/users.list.ts";
import { accessText } from "#lib/access/areas.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { invitationDays } from "./invitations.schema.ts";

/** Who has been invited and has not answered yet. */
export function InvitationList({ invitations }: { invitations: InvitationRow[] }) {
	const headingId = useId();
	return (
		<section aria-labelledby={headingId} className="mb-4">
			<div className="mb-1.5 flex items-center justify-between">
				<h2 id={headingId} className="font-semibold text-muted-foreground text-xs">
					Invitations
				</h2>
				<ExportButton rows={invitations} {...invitationsCsv} label="Export Invitations" />
			</div>
			<ul className="divide-y divide-border rounded-md border border-border bg-card">
				{invitations.map((invitation) => (
					<InvitationLine key={invitation.id} invitation={invitation} />
				))}
			</ul>
		</section>
	);
}

function InvitationLine({ invitation }: { invitation: InvitationRow }) {
	const { email, role, areas, sent_at, expires_at } = invitation;
	const expired = Date.parse(expires_at) <= useNow();
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5">
			<div className="min-w-0 grow basis-64">
				<p className="font-semibold [overflow-wrap:anywhere]">{email}</p>
				<p className="text-muted-foreground text-xs">
					Invited as {role === "admin" ? "an admin" : "a user"}
					{areas && ` (${accessText(areas)})`} <RelativeTime at={sent_at} />
					{expired ? ". The invitation expired " : ". The invitation expires on "}
					{expired ? <RelativeTime at={expires_at} /> : <time dateTime={expires_at}>{formatMoment(expires_at)}</time>}.
				</p>
			</div>
			<StatusBadge tone={expired ? "grey" : "yellow"}>{expired ? "Expired" : "Pending"}</StatusBadge>
			<InvitationActions invitation={invitation} />
		</li>
	);
}

function InvitationActions({ invitation: { id, email } }: { invitation: InvitationRow }) {
	const isMailMissing = useIsMailMissing();
	const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
	const sending = useMutation({
		mutationFn: () => parseResponse(api.api.invitations[":id"]["send-again"].$post({ param: { id } })),
		onSuccess: () => {
			const description = `${email} has a new link, which works for ${invitationDays} days. The old link no longer works.`;
			toast(
				isMailMissing
					? {
							title: "Invitation Kept as a File",
							description: `Email isn't set up, so ${email} won't get it. The old link no longer works.`,
						}
					: { title: "Invitation Sent", description, tone: "success" },
			);
		},
		onSettled: refresh,
		meta: { failure: failureOf("Failed to resend the invitation.") },
	});
	const withdrawal = useMutation({
		mutationFn: () => api.api.invitations[":id"].$delete({ param: { id } }),
		onSuccess: () => {
			const description = `The link sent to ${email} no longer works.`;
			toast({ title: "Invitation Revoked", description, tone: "success" });
		},
		onSettled: refresh,
		meta: { failure: failureOf("Failed to revoke the invitation.") },
	});
	const busy = sending.isPending || withdrawal.isPending;

	return (
		<div className="flex gap-2">
			<DeskButton
				aria-label={`Send again: invitation to ${email}`}
				busy={sending.isPending}
				disabled={busy}
				onClick={() => sending.mutate()}
			>
				{sending.isPending ? "Sending..." : "Send Again"}
			</DeskButton>
			<ConfirmedAction
				title="Revoke Invitation"
				subject={email}
				question="Revoke this invitation?"
				consequence="Its link will no longer work."
				action="Revoke"
				onConfirm={withdrawal.mutate}
				button={
					<DeskButton
						className="text-destructive!"
						aria-label={`Revoke: invitation to ${email}`}
						busy={withdrawal.isPending}
						disabled={busy}
					>
						Revoke
					</DeskButton>
				}
			/>
		</div>
	);
}

/** With the server's own sentence where it has given one. */
export const failureOf =
	(what: string): Exclude<Failure, string> =>
	(error) => {
		const isExplained = error instanceof ApiError && error.isFromServer && error.status < 500;
		return { title: "Error", description: `${what} ${isExplained ? error.message : "Please try again."}` };
	};
