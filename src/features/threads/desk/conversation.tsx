import { useEffect, useId } from "react";
import { isLeaving, writeAbout } from "#admin/record/record-deletion.ts";
import { RelatedNotice } from "#features/inbound/received/related-notice.tsx";
import type { Person, ThreadTable } from "#features/threads/threads.schema.ts";
import { Composer } from "#features/threads/writing/composer.tsx";
import { closeComposer, useComposing } from "#features/threads/writing/composing.ts";
import { toast } from "#ui/toast.ts";
import { Assignment } from "./assignment.tsx";
import { threadEndpoint, useConversation, usePresence } from "./conversation-query.ts";
import { AutomaticLine, Message } from "./message.tsx";

const obstacles = {
	no_mail: "This site can't send email yet. Set SMTP_URL first.",
	blocked_time: "Blocked Time has no one to write to.",
};

type Props = {
	table: ThreadTable;
	id: string;
	status: string;
	statusLabels: Record<string, string>;
};

/** The conversation with the client about a record, who is looking at it, to whom it is assigned, and the composer. */
export function Conversation({ table, id, status, statusLabels }: Props) {
	const record = { table, id };
	const { data, isError } = useConversation(record);
	const stage = useComposing(record);
	const { others, noteKey, noteEnd } = usePresence(record, data?.presence);
	const headingId = useId();
	const unread = data?.thread.unread ?? false;
	useEffect(() => {
		if (!unread || isLeaving(id)) return;
		writeAbout(id, () => threadEndpoint.seen.$post({ param: { table, id } })).catch(() => undefined);
	}, [unread, table, id]);
	useEffect(() => () => closeComposer({ table, id }), [table, id]);
	// A key in the list opens the composer before it is known whether this person can be written to.
	const isWanted = stage !== "closed";
	const canReply = data?.thread.can_reply;
	const obstacle = data?.thread.obstacle;
	useEffect(() => {
		if (!isWanted || (!obstacle && !(isError && canReply === undefined))) return;
		closeComposer({ table, id });
		if (obstacle) toast({ title: "No Reply Here", description: obstacles[obstacle] });
	}, [isWanted, obstacle, isError, canReply, table, id]);
	if (!data || data.thread.obstacle === "blocked_time") return null;
	// The form is above, and automatic emails are below, as before: a thread begins with what someone has written.
	const said = data.messages.filter(({ kind }) => kind !== "form");
	const hasThread = said.some(({ kind }) => kind !== "automatic");
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<Assignment key={id} table={table} thread={data.thread} />
				<PresenceLine people={others} />
			</div>
			<RelatedNotice thread={data.thread} messages={data.messages} />
			{hasThread && (
				<section aria-labelledby={headingId}>
					<h3 id={headingId} className="mb-1 font-semibold text-muted-foreground text-xs">
						Conversation
					</h3>
					<ol className="grid grid-cols-1 gap-2">
						{said.map((message) => (
							<li key={message.id}>
								{message.kind === "automatic" ? (
									<AutomaticLine message={message} />
								) : (
									<Message message={message} first={message === data.messages[0]} />
								)}
							</li>
						))}
					</ol>
				</section>
			)}
			{isWanted && canReply && (
				<Composer
					key={id}
					record={record}
					conversation={data}
					picking={stage === "picking"}
					others={others}
					noteKey={noteKey}
					noteEnd={noteEnd}
					status={status}
					statusLabels={statusLabels}
				/>
			)}
		</>
	);
}

/** A live region, so that screen readers announce it. */
function PresenceLine({ people }: { people: Person[] }) {
	return (
		<p role="status" className="text-muted-foreground text-xs">
			{people
				.map(({ name, state }) => (state === "typing" ? `${name} is writing a reply` : `${name} is looking at this`))
				.join(" · ")}
		</p>
	);
}
