import { useState } from "react";
import { download } from "#admin/table/save-file.ts";
import { ReceivedParts } from "#features/inbound/received/received-parts.tsx";
import { mailStatusLabels, mailStatusTones } from "#features/mails/mail-kinds.ts";
import { SendAgainButton } from "#features/mails/record-mails.tsx";
import type { StatusTone } from "#lib/status.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import type { Attachment, ConversationMessage } from "./conversation-query.ts";

const deliveryTones: Record<string, StatusTone> = { ...mailStatusTones, held: "yellow" };
const deliveryLabels: Record<string, string> = { ...mailStatusLabels, held: "Not sent yet" };

const addressed = (from: ConversationMessage["from"]) =>
	from ? (from.name ? `${from.name} <${from.address}>` : from.address) : "Erased";

export function Message({ message, first = false }: { message: ConversationMessage; first?: boolean }) {
	const { kind, from, author, at, text, quoted, attachments, delivery, to, cc, id } = message;
	const [shown, setShown] = useState(false);
	const isOurs = kind === "reply";
	return (
		<article
			className={
				isOurs
					? "grid grid-cols-1 gap-1.5 rounded-sm border border-border border-l-3 border-l-sky-deep p-3 dark:border-l-sky"
					: "grid grid-cols-1 gap-1.5 rounded-sm border border-border bg-muted p-3"
			}
		>
			<header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs">
				<span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
					{isOurs ? `${author?.name || addressed(from)} to ${[...to, ...cc].join(", ")}` : addressed(from)}
				</span>
				<time dateTime={at} className="text-muted-foreground">
					{formatMoment(at)}
				</time>
				{delivery && (
					<StatusBadge tone={deliveryTones[delivery.status] ?? "grey"} className="ml-auto">
						{deliveryLabels[delivery.status]}
					</StatusBadge>
				)}
			</header>
			<p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text || "No text"}</p>
			{quoted && (
				<>
					<button
						type="button"
						aria-expanded={shown}
						aria-controls={`quoted-${id}`}
						onClick={() => setShown(!shown)}
						className="min-h-6 cursor-pointer justify-self-start text-muted-foreground text-xs underline underline-offset-2"
					>
						{shown ? "Hide quoted text" : "Show quoted text"}
					</button>
					<p
						id={`quoted-${id}`}
						hidden={!shown}
						className="whitespace-pre-wrap text-muted-foreground text-xs [overflow-wrap:anywhere]"
					>
						{quoted}
					</p>
				</>
			)}
			{kind === "received" && <ReceivedParts message={message} first={first} />}
			{attachments.length > 0 && (
				<ul className="flex flex-wrap gap-2">
					{attachments.map((file) => (
						<li key={file.id} className="max-w-full">
							<FileButton file={file} />
						</li>
					))}
				</ul>
			)}
			{delivery?.status === "failed" && (
				<p className="flex flex-wrap items-center gap-2 text-destructive text-xs">
					{delivery.reason}
					{delivery.may_go_again && (
						<SendAgainButton mail={{ id: delivery.mail_id, kind: "reply", recipient: to[0] ?? "" }} />
					)}
				</p>
			)}
		</article>
	);
}

/** An email that no one has written, with its state. */
export function AutomaticLine({ message: { subject, at, delivery } }: { message: ConversationMessage }) {
	return (
		<p className="flex flex-wrap items-baseline gap-x-3 px-3 text-muted-foreground text-xs">
			<span className="[overflow-wrap:anywhere]">{subject}</span>
			<time dateTime={at}>{formatMoment(at)}</time>
			{delivery && <span>{deliveryLabels[delivery.status]}</span>}
		</p>
	);
}

export const sizeText = (bytes: number) =>
	bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function FileButton({ file }: { file: Attachment }) {
	const failure = "Failed to download the file. Please try again.";
	return (
		<button
			type="button"
			onClick={() => void download(`/api/thread-attachments/${file.id}`, file.name, failure)}
			className="inline-flex min-h-8 max-w-full cursor-pointer items-center gap-2 rounded-sm border border-border bg-card px-2.5 text-xs hover:bg-secondary"
		>
			<span className="truncate">{file.name}</span>
			<span className="shrink-0 text-muted-foreground">{sizeText(file.size)}</span>
		</button>
	);
}
