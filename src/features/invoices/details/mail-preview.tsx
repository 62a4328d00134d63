import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { api } from "#admin/session/api-client.ts";
import type { InvoiceMailKind } from "#features/invoices/invoices.schema.ts";
import { MessageFrame } from "#features/mails/dialog/message-frame.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What the client will read, before the email is sent. It is composed when someone wants to see it. */
export function MailPreview({ id, kind }: { id: string; kind: InvoiceMailKind }) {
	const [open, setOpen] = useState(false);
	const { data } = useQuery({
		queryKey: ["invoices", "email", id, kind],
		queryFn: ({ signal }) =>
			parseResponse(api.api.invoices[":id"].email.$get({ param: { id }, query: { kind } }, { init: { signal } })),
		enabled: open,
		gcTime: 0,
		meta: { failure: "The preview couldn't be loaded. Please try again." },
	});
	return (
		<details onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-3">
			<summary className="cursor-pointer py-1.5 font-semibold max-md:py-3">Preview Email</summary>
			{open && !data && <Skeleton className="h-72" />}
			{open && data && (
				<div className="grid gap-2">
					<p className="wrap-anywhere">
						<span className="text-muted-foreground">Subject: </span>
						{data.subject}
					</p>
					<MessageFrame html={data.html} className="h-72" />
				</div>
			)}
		</details>
	);
}
