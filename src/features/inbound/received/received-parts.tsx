import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { ApiError, api } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { download } from "#admin/table/save-file.ts";
import { MessageFrame } from "#features/mails/dialog/message-frame.tsx";
import type { ConversationMessage } from "#features/threads/desk/conversation-query.ts";
import type { MessageFlag } from "#features/threads/threads.schema.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";

const endpoint = api.api["thread-messages"][":id"];

/** What staff should know about a message, beyond what its pictures, its text, and its calendar line show. */
const flagTexts: Partial<Record<MessageFlag, string>> = {
	automatic: "Sent automatically",
	list: "Sent through a mailing list",
	subject_changed: "New subject",
	new_sender: "Sender is new to this conversation",
	staff_address: "Sent from a staff member's address",
	unverified: "The sender couldn't be verified",
	reused_id: "Has the same Message-ID as another email",
	cleaned: "Active content was removed",
	signed: "Signed, not verified",
	encrypted: "Encrypted: Open the attached file in an email program",
	winmail: "Has an attachment that only Outlook can open",
	truncated: "Shortened: The source has the full text",
};

const answers: Record<string, string> = {
	ACCEPTED: "accepted",
	TENTATIVE: "tentatively accepted",
	DECLINED: "declined",
};

/** What is shown with the text of a received message: remarks, its HTML on request, and what can be done with it. */
export function ReceivedParts({ message, first }: { message: ConversationMessage; first: boolean }) {
	const { calendar, flags, has_html, id } = message;
	const [htmlShown, setHtmlShown] = useState(false);
	const texts = flags.flatMap((flag) => flagTexts[flag as MessageFlag] ?? []);
	const answer = calendar && answers[calendar.partstat];
	return (
		<>
			{answer && (
				<p>
					{calendar.address} has {answer}
				</p>
			)}
			{texts.length > 0 && <p className="text-status-yellow text-xs">{texts.join(" · ")}</p>}
			<p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
				{has_html && (
					<TextButton expanded={htmlShown} onClick={() => setHtmlShown(!htmlShown)}>
						{htmlShown ? "Hide Original" : "Show Original"}
					</TextButton>
				)}
				<TextButton onClick={() => void downloadSource(id)}>Download Source</TextButton>
				{flags.includes("subject_changed") && !first && <SplitButton id={id} />}
			</p>
			{htmlShown && <MessageHtml id={id} />}
		</>
	);
}

function TextButton({ expanded, onClick, children }: { expanded?: boolean; onClick(): void; children: string }) {
	return (
		<button
			type="button"
			aria-expanded={expanded}
			onClick={onClick}
			className="min-h-6 cursor-pointer text-muted-foreground underline underline-offset-2"
		>
			{children}
		</button>
	);
}

const sourceFailure = "Failed to download the original email. It may no longer be stored.";
const downloadSource = (id: string) => download(`/api/thread-messages/${id}/source`, "message.eml", sourceFailure);

function SplitButton({ id }: { id: string }) {
	const split = useMutation({
		mutationFn: () => parseResponse(endpoint.split.$post({ param: { id } })),
		onSuccess: () =>
			toast({ title: "Conversation Split", description: "The email is now a new inquiry.", tone: "success" }),
		meta: { failure: "Failed to split the conversation. Please try again." },
	});
	return (
		<DeskButton busy={split.isPending} onClick={() => split.mutate()}>
			Split Into New Inquiry
		</DeskButton>
	);
}

/** Unless the message has styles of its own, it looks like our text, and a picture is no wider than the frame. */
const ownStyle =
	"<style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style>";

/** The message as it was laid out, without scripts, forms, or anything loaded from elsewhere. */
function MessageHtml({ id }: { id: string }) {
	const { data, error, refetch } = useQuery({
		queryKey: ["message-html", id],
		queryFn: ({ signal }) => parseResponse(endpoint.html.$get({ param: { id } }, { init: { signal } })),
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (error && !data) {
		const text = error instanceof ApiError && error.status === 422 ? error.message : undefined;
		return <LoadFailure what="email" {...(text && { text })} onRetry={() => void refetch()} />;
	}
	if (!data) return <Skeleton className="h-48" />;
	return (
		<>
			{data.blocked_pictures > 0 && (
				<p className="text-muted-foreground text-xs">
					{data.blocked_pictures === 1
						? "1 external image isn't shown."
						: `${data.blocked_pictures} external images aren't shown.`}
				</p>
			)}
			<MessageFrame
				title="Original email"
				// Links open in a new tab, and the page there has no restrictions from this frame.
				sandbox="allow-popups allow-popups-to-escape-sandbox"
				style={ownStyle}
				html={data.html}
				// The height of the message can't be read from a frame of another origin.
				className="h-64 resize-y"
			/>
		</>
	);
}
