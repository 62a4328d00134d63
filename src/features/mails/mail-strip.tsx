import { queryOptions, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { MailX } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useAreas } from "#admin/access/screen-access.ts";
import { api } from "#admin/session/api-client.ts";
import { listed } from "#lib/text/text.ts";
import { mailRecord } from "./mails.record.ts";

export const transportQuery = queryOptions({
	queryKey: ["mail-transport"],
	queryFn: () => parseResponse(api.api.mails.transport.$get()),
	// The settings do not change while the server runs.
	staleTime: Number.POSITIVE_INFINITY,
	meta: { failure: "The email settings couldn't be loaded. Please try again." },
});

const { path } = mailRecord.list;

/** Whether emails reach no one, as far as that is known. */
export const useIsMailMissing = () => useQuery({ ...transportQuery, meta: {} }).data?.server === null;

/** How long an email about a change waits: "30 seconds". Before the server has said so, "a moment". */
export function useUndoTime(): string {
	const seconds = useQuery({ ...transportQuery, meta: {} }).data?.undo_seconds;
	if (seconds === undefined) return "a moment";
	return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** For the toast after something was sent that reaches no one. */
export const notSentText = (addresses: readonly string[]) =>
	`Email isn't set up, so ${listed(addresses)} won't get this email.`;

/** For dialogs that send an email: what happens instead until a mail server is set up. */
export function MailMissingNote({ many = false, className }: { many?: boolean; className?: string }) {
	if (!useIsMailMissing()) return null;
	return (
		<p role="note" className={clsx("rounded-sm bg-status-yellow-bg px-3 py-2 text-status-yellow", className)}>
			{many
				? "Email isn't set up: These emails will be kept as files and not sent."
				: "Email isn't set up: This email will be kept as a file and not sent."}
		</p>
	);
}

/**
 * Above every screen until a mail server is set up, in red where visitors wait for the emails. The screen of outgoing
 * email says it itself, and those with a limit can't change it. A failure to find out is not worth a word here.
 */
export function MailStrip() {
	const { data } = useQuery({ ...transportQuery, meta: {} });
	const { pathname } = useLocation();
	const areas = useAreas();
	if (!data || data.server || pathname === path || areas) return null;
	return (
		<section
			aria-label="Setup"
			className={clsx(
				"flex items-center gap-2.5 px-4 py-2 text-xs md:px-5",
				data.undelivered ? "bg-status-red-bg text-status-red" : "bg-status-grey-bg text-status-grey",
			)}
		>
			<MailX aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<p className="text-pretty">
				Email isn't set up: <span className="max-sm:hidden">Confirmations, notifications, and invoices are </span>
				<span className="sm:hidden">Emails are </span>kept as files and not sent.
			</p>
			<Link
				to={path}
				className="ml-auto inline-flex min-h-11 shrink-0 items-center underline underline-offset-2 md:min-h-6"
			>
				Set Up Email
			</Link>
		</section>
	);
}
