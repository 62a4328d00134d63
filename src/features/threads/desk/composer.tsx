import { useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { MessageSquareText, Paperclip, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useEscape } from "#admin/editing/escape.ts";
import { noteLastChange } from "#admin/lists/last-change.ts";
import { ApiError, api, authorizedFetch } from "#admin/session/api-client.ts";
import { describeFailure } from "#admin/session/query-client.ts";
import { fillFields } from "#features/threads/compose/fields.ts";
import { type Answered, replySubject } from "#features/threads/compose/subject.ts";
import { type Person, replyLimits, type ThreadTable } from "#features/threads/threads.schema.ts";
import { recordOf } from "#records.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { CannedReplies } from "./canned-replies.tsx";
import { closeComposer, openComposer } from "./composing.ts";
import {
	type Attachment,
	type Conversation,
	type ConversationMessage,
	conversationQuery,
	type ThreadOf,
	threadEndpoint,
} from "./conversation-query.ts";
import { Message, sizeText } from "./message.tsx";
import { addressesIn, type DraftValues, useDraft } from "./use-draft.ts";

type Props = {
	record: ThreadOf;
	conversation: Conversation;
	/** Who else of the staff has this open. */
	others: Person[];
	/** A key was pressed, or writing has ended. */
	noteKey(): void;
	noteEnd(): void;
	status: string;
	statusLabels: Record<string, string>;
};

/** What a reply proposes for a record that nobody has taken up yet. */
const proposals: Record<string, string> = { new: "in_progress", pending: "reviewing" };

/** The client first, then whoever has written: nobody else can be written to. */
function recipientsOf({ thread, messages }: Conversation): string[] {
	const replies = messages.filter(({ kind }) => kind === "reply");
	const copied = new Set(replies.flatMap(({ cc }) => cc.map((address) => address.toLowerCase())));
	const wrote = new Set(
		messages.flatMap(({ kind, from }) => (kind === "received" && from ? [from.address.toLowerCase()] : [])),
	);
	return thread.participants
		.map(({ address }) => address)
		.filter((address, index) => index === 0 || wrote.has(address.toLowerCase()) || !copied.has(address.toLowerCase()));
}

function answeredOf(table: ThreadTable, { messages, fields }: Conversation): Answered {
	const newest = messages.findLast(({ kind }) => kind === "received");
	if (newest) return { received: newest.subject };
	if (table === "bookings") return { table, service: fields.service ?? "Your call" };
	return table === "job_applications" ? { table } : { table, subject: fields.subject };
}

const firstValues = (table: ThreadTable, conversation: Conversation): DraftValues => {
	const { draft, signature } = conversation;
	if (draft) return { ...draft, cc: draft.cc.join(", "), files: draft.attachments };
	const subject = replySubject(answeredOf(table, conversation));
	return { text: `\n\n${signature}`, subject, to: null, cc: "", files: [] };
};

/** Writes and sends a reply. Whatever fails, what is written stays. */
export function Composer({ record, conversation, others, noteKey, noteEnd, status, statusLabels }: Props) {
	const { table, id } = record;
	const client = useQueryClient();
	const navigate = useNavigate();
	const [values, setValues] = useState(() => firstValues(table, conversation));
	const [key, setKey] = useState(() => crypto.randomUUID());
	const [nextStatus, setNextStatus] = useState(proposals[status] ?? "");
	const [quote, setQuote] = useState(true);
	const [picking, setPicking] = useState(false);
	const [busy, setBusy] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [news, setNews] = useState<{ of: "typing" | "collision"; text: string; messages: ConversationMessage[] }>();
	const { saver, conflict } = useDraft(record, conversation.draft);
	const box = useRef<HTMLElement>(null);
	const area = useRef<HTMLTextAreaElement>(null);
	const files = useRef<HTMLInputElement>(null);
	/** What the sender has read: what comes later is asked about. */
	const seen = useRef(conversation.messages.at(-1)?.id ?? null);

	useEffect(() => noteEnd, [noteEnd]);
	useEffect(() => {
		area.current?.focus();
		area.current?.setSelectionRange(0, 0);
		box.current?.scrollIntoView({ block: "nearest" });
	}, []);
	useEscape(() => (picking ? stopPicking() : void close()));

	function stopPicking(): void {
		setPicking(false);
		area.current?.focus();
	}

	async function close(): Promise<void> {
		closeComposer();
		await saver.flush();
	}

	function change(next: Partial<DraftValues>): void {
		const changed = { ...values, ...next };
		setValues(changed);
		setErrors({});
		saver.change(changed);
		noteKey();
	}

	function insert(text: string): void {
		const filled = fillFields(text, conversation.fields);
		const { selectionStart: from = 0, selectionEnd: to = 0 } = area.current ?? {};
		change({ text: values.text.slice(0, from) + filled + values.text.slice(to) });
		setPicking(false);
		// Once the text is there.
		requestAnimationFrame(() => {
			area.current?.focus();
			const open = /\{[a-z_]+\}/.exec(filled);
			const at = open ? from + open.index : from + filled.length;
			area.current?.setSelectionRange(at, at + (open?.[0].length ?? 0));
		});
	}

	async function attach(chosen: readonly File[]): Promise<void> {
		let attached = values.files;
		for (const file of chosen) {
			const body = new FormData();
			body.append("file", file);
			try {
				const response = await authorizedFetch(`/api/threads/${table}/${id}/attachments`, { method: "POST", body });
				attached = [...attached, (await response.json()) as Attachment];
				change({ files: attached });
			} catch (error) {
				if (!(error instanceof Error)) throw error;
				const refused = error instanceof ApiError && error.fields.file;
				if (refused) setErrors({ file: `${file.name}: ${refused}` });
				else tell(error, "Failed to attach the file");
			}
		}
	}

	function remove(file: Attachment): void {
		change({ files: values.files.filter((each) => each.id !== file.id) });
		// One that cannot be removed now is removed by the hourly cleaning.
		api.api["thread-attachments"][":id"].$delete({ param: { id: file.id } }).catch(() => undefined);
	}

	/** @param asked what the sender has been asked about and has answered */
	async function send(asked?: "typing" | "collision"): Promise<void> {
		if (busy) return;
		const typing = others.find(({ state }) => state === "typing");
		if (!asked && typing) return setNews({ of: "typing", text: `${typing.name} is writing a reply.`, messages: [] });
		setNews(undefined);
		setBusy(true);
		setErrors({});
		await saver.stop();
		try {
			const message = await parseResponse(
				threadEndpoint.replies.$post({
					param: record,
					json: {
						key,
						text: values.text,
						subject: values.subject,
						to: values.to,
						cc: addressesIn(values.cc),
						attachment_ids: values.files.map((file) => file.id),
						...(nextStatus && { status: nextStatus }),
						quote,
						after: seen.current,
						anyway: asked === "collision",
					},
				}),
			);
			closeComposer();
			await client.invalidateQueries({ queryKey: conversationQuery(record).queryKey });
			tellSent(message);
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			saver.resume();
			saver.change(values);
			setBusy(false);
			if (error instanceof ApiError && error.code === "collision") {
				const current = error.current as { messages: ConversationMessage[] };
				seen.current = current.messages.at(-1)?.id ?? seen.current;
				return setNews({ of: "collision", text: error.message, messages: current.messages });
			}
			if (error instanceof ApiError && error.status === 422) return setErrors(error.fields);
			tell(error, "Failed to send the reply");
		}
	}

	function tellSent({ id: messageId, to, delivery }: ConversationMessage): void {
		const left = delivery?.undo_until ? Date.parse(delivery.undo_until) - Date.now() : 0;
		const onSelect = () => void undo(messageId);
		if (left > 0) noteLastChange(client, onSelect);
		toast({
			title: "Reply Sent",
			description: `To ${to.join(", ")}.`,
			tone: "success",
			...(left > 0 && { action: { label: "Undo", onSelect }, displayMs: left }),
		});
	}

	async function undo(messageId: string): Promise<void> {
		try {
			await parseResponse(api.api["thread-messages"][":id"].undo.$post({ param: { id: messageId } }));
			await client.invalidateQueries({ queryKey: conversationQuery(record).queryKey });
			await navigate(recordOf(table)?.path(id) ?? "", { preventScrollReset: true });
			openComposer(record);
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			tell(error, "Failed to take the reply back");
		}
	}

	function handleKeyDown(event: KeyboardEvent): void {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			void send();
		} else if (event.code === "KeyC" && event.altKey && !event.ctrlKey && !event.metaKey) {
			event.preventDefault();
			setPicking(true);
		}
	}

	function handlePaste(event: ClipboardEvent): void {
		const pasted = [...event.clipboardData.files];
		if (pasted.length === 0) return;
		event.preventDefault();
		void attach(pasted);
	}

	const recipients = recipientsOf(conversation);
	const { answers_to } = conversation.thread;
	return (
		<section
			ref={box}
			aria-label="Reply"
			className="grid gap-3 rounded-sm border border-input bg-card p-3.5"
			onKeyDown={handleKeyDown}
		>
			{conflict !== undefined && (
				<div
					role="alert"
					className="flex flex-wrap items-center gap-2 rounded-sm bg-status-yellow-bg p-2.5 text-status-yellow"
				>
					This draft was changed in another window.
					<Button size="dense" variant="secondary" onClick={() => void saver.keepMine(conflict)}>
						Keep Mine
					</Button>
					<Button
						size="dense"
						variant="secondary"
						onClick={() => {
							saver.takeTheirs(conflict);
							setValues(
								conflict
									? { ...conflict, cc: conflict.cc.join(", "), files: conflict.attachments }
									: firstValues(table, { ...conversation, draft: null }),
							);
						}}
					>
						Use Theirs
					</Button>
				</div>
			)}
			<div className="grid gap-3 sm:grid-cols-2">
				{recipients.length > 1 ? (
					<SelectField
						dense
						label="To"
						options={recipients.map((address) => ({ value: address, label: address }))}
						value={values.to ?? recipients[0] ?? ""}
						error={errors.to}
						onChange={(event) => change({ to: event.target.value === recipients[0] ? null : event.target.value })}
					/>
				) : (
					<TextField dense label="To" value={recipients[0] ?? ""} error={errors.to} readOnly />
				)}
				<TextField
					dense
					label="Cc"
					hint={errors.cc ? undefined : `Up to ${replyLimits.cc}, with commas between them`}
					value={values.cc}
					error={errors.cc}
					onChange={(event) => change({ cc: event.target.value })}
				/>
			</div>
			<TextField
				dense
				label="Subject"
				value={values.subject}
				error={errors.subject}
				onChange={(event) => change({ subject: event.target.value })}
			/>
			{news && (
				<div role="alert" className="grid gap-2 rounded-sm bg-status-yellow-bg p-3 text-status-yellow">
					<p className="font-semibold">{news.text}</p>
					<div className="grid gap-2 text-foreground">
						{news.messages.map((message) => (
							<Message key={message.id} message={message} />
						))}
					</div>
					<div className="flex flex-wrap gap-2">
						<Button size="dense" variant="secondary" onClick={() => void send(news.of)}>
							Send Anyway
						</Button>
						<Button
							size="dense"
							variant="secondary"
							onClick={() => {
								setNews(undefined);
								area.current?.focus();
							}}
						>
							Keep Writing
						</Button>
					</div>
				</div>
			)}
			<TextArea
				dense
				ref={area}
				label="Text"
				rows={9}
				value={values.text}
				error={errors.text}
				aria-keyshortcuts="Control+Enter"
				onPaste={handlePaste}
				onChange={(event) => change({ text: event.target.value })}
			/>
			<p className="text-muted-foreground text-xs">
				<code>**bold**</code>, <code>*italic*</code>, <code>- list</code>. Your draft is saved as you write.
			</p>
			{!conversation.comes_back && (
				<p className="text-muted-foreground text-xs">{`Answers go to ${answers_to}. They do not come back to this desk.`}</p>
			)}
			{picking && <CannedReplies table={table} fields={conversation.fields} onPick={insert} onClose={stopPicking} />}
			{values.files.length > 0 && (
				<ul aria-label="Files" className="flex flex-wrap gap-2">
					{values.files.map((file) => (
						<li
							key={file.id}
							className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-sm border border-border pl-2.5 text-xs"
						>
							<span className="truncate">{file.name}</span>
							<span className="shrink-0 text-muted-foreground">{sizeText(file.size)}</span>
							<button
								type="button"
								aria-label={`Remove ${file.name}`}
								onClick={() => remove(file)}
								className="grid size-8 cursor-pointer place-items-center rounded-sm hover:bg-muted max-md:size-11"
							>
								<X aria-hidden className="size-3.5" strokeWidth={1.75} />
							</button>
						</li>
					))}
				</ul>
			)}
			{(errors.file ?? errors.attachment_ids ?? errors.status) && (
				<p role="alert" className="text-destructive text-xs">
					{errors.file ?? errors.attachment_ids ?? errors.status}
				</p>
			)}
			<div className="flex flex-wrap items-end gap-2">
				<input
					ref={files}
					type="file"
					multiple
					hidden
					aria-label="Files to attach"
					onChange={(event) => {
						void attach([...(event.target.files ?? [])]);
						event.target.value = "";
					}}
				/>
				<Button size="dense" variant="secondary" onClick={() => files.current?.click()}>
					<Paperclip aria-hidden className="size-4" strokeWidth={1.75} />
					Attach
				</Button>
				<Button
					size="dense"
					variant="secondary"
					aria-expanded={picking}
					aria-keyshortcuts="Alt+C"
					onClick={() => setPicking(!picking)}
				>
					<MessageSquareText aria-hidden className="size-4" strokeWidth={1.75} />
					Canned Replies
				</Button>
				<label className="inline-flex min-h-8.5 items-center gap-2 text-xs max-md:min-h-11">
					<input type="checkbox" checked={quote} onChange={(event) => setQuote(event.target.checked)} />
					Quote their message
				</label>
			</div>
			<div className="flex flex-wrap items-end justify-end gap-2">
				<SelectField
					dense
					label="Set status to"
					className="mr-auto min-w-44 max-sm:w-full"
					options={[
						{ value: "", label: `Keep ${statusLabels[status] ?? status}` },
						...Object.entries(statusLabels)
							.filter(([value]) => value !== status)
							.map(([value, label]) => ({ value, label })),
					]}
					value={nextStatus}
					onChange={(event) => setNextStatus(event.target.value)}
				/>
				<Button size="dense" variant="secondary" onClick={() => void close()}>
					Keep Draft
				</Button>
				<Button size="dense" variant="ghost" onClick={() => void discard()}>
					Discard
				</Button>
				<Button size="dense" busy={busy} onClick={() => void send()}>
					Send
				</Button>
			</div>
		</section>
	);

	async function discard(): Promise<void> {
		await saver.stop();
		try {
			await threadEndpoint.draft.$delete({ param: record });
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			saver.resume();
			return tell(error, "Failed to save the draft");
		}
		setKey(crypto.randomUUID());
		closeComposer();
		await client.invalidateQueries({ queryKey: conversationQuery(record).queryKey });
	}
}

function tell(error: Error, failure: string): void {
	if (error instanceof ApiError && error.status === 401) return;
	const told = describeFailure(error, failure);
	if (told) toast({ ...told, tone: "destructive" });
}
