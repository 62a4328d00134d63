import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import type { ReactNode } from "react";
import { SummaryChevron } from "#admin/record/panel.tsx";
import { ApiError, api } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { MessageFrame } from "./message-frame.tsx";

/** A message as its recipient sees it, and what is behind. @param props.version changes when the message may have */
export function MailMessage({ id, version }: { id: string; version: string }) {
	const { data, error, refetch } = useQuery({
		queryKey: ["mail-message", id, version],
		queryFn: () => parseResponse(api.api.mails[":id"].message.$get({ param: { id } })),
		// A message without its content is not found.
		retry: false,
		// It can't change without its version, and an account email would ask for the proof again.
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (error instanceof ApiError && error.status === 404) {
		return <p className="text-muted-foreground">The contents of this email are no longer stored.</p>;
	}
	if (error && !data) {
		return <LoadFailure what="email" onRetry={() => void refetch()} />;
	}
	if (!data) return <Skeleton className="h-96" />;
	return (
		<section aria-label="Message" className="grid gap-3">
			<MessageFrame html={data.html} className="h-[28rem]" />
			{data.link && (
				<p className="[overflow-wrap:anywhere]">
					Its link:{" "}
					<a href={data.link} className="underline underline-offset-2">
						{data.link}
					</a>
				</p>
			)}
			{data.attachments.map(({ filename, base64 }) => (
				<p key={filename}>
					Attached:{" "}
					<a
						href={`data:application/octet-stream;base64,${base64}`}
						download={filename}
						className="underline underline-offset-2"
					>
						{filename}
					</a>
				</p>
			))}
			<Source label="Text">{data.text}</Source>
			{data.calendar && <Source label="Invitation">{data.calendar}</Source>}
			<Source label="Headers">{data.headers}</Source>
		</section>
	);
}

function Source({ label, children }: { label: string; children: ReactNode }) {
	return (
		<details className="rounded-sm border border-border">
			<summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 px-3 font-semibold max-md:min-h-11 [&::-webkit-details-marker]:hidden">
				<SummaryChevron />
				{label}
			</summary>
			<pre
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-72 overflow-auto whitespace-pre-wrap border-border border-t bg-muted p-3 [overflow-wrap:anywhere]"
			>
				{children}
			</pre>
		</details>
	);
}
