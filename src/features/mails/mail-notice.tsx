import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { MailX } from "lucide-react";
import { Link } from "react-router";
import { api } from "#admin/session/api-client.ts";

export const transportQuery = queryOptions({
	queryKey: ["mail-transport"],
	queryFn: () => parseResponse(api.api.mails.transport.$get()),
	// The settings do not change while the server runs.
	staleTime: Number.POSITIVE_INFINITY,
	meta: { failure: "The email settings couldn't be loaded. Please try again." },
});

/** Says that a site in production sends no mail. A failure to find out is not worth a word here. */
export function MailNotice() {
	const { data } = useQuery({ ...transportQuery, meta: {} });
	if (!data?.undelivered) return null;
	return (
		<section
			aria-label="Emails aren't being delivered"
			className="grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-1 rounded-md bg-status-red-bg px-4 py-3 text-status-red"
		>
			<MailX aria-hidden className="mt-0.5 size-4" strokeWidth={1.75} />
			<h2 className="font-semibold">Emails aren't being sent</h2>
			<p className="col-start-2 max-w-[90ch] text-pretty">
				No mail server is configured (SMTP_URL). Visitors get no confirmations, staff get no notifications, and no one
				can reset a password by email. Unsent emails are listed under{" "}
				<Link to="/admin/mail" className="whitespace-nowrap underline underline-offset-2">
					Outgoing Email
				</Link>
				.
			</p>
		</section>
	);
}
