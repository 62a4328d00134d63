import { MessageSquareText } from "lucide-react";
import {
	type ClipboardEvent,
	type KeyboardEvent,
	type ReactNode,
	use,
	useEffect,
	useLayoutEffect,
	useRef,
} from "react";
import { flushSync } from "react-dom";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { MessageBox } from "#admin/record/record-dialog.tsx";
import { RecordPlaceContext } from "#admin/record/record-place.tsx";
import { useIsPhone } from "#admin/table/viewport.ts";
import { fillFields } from "#features/threads/compose/fields.ts";
import { isWritten } from "#features/threads/compose/written.ts";
import { answeredOf, type Conversation, type ThreadOf } from "#features/threads/desk/conversation-query.ts";
import type { Person } from "#features/threads/threads.schema.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { SelectField, TextArea } from "#ui/field.tsx";
import { useEscape } from "#ui/focus/escape.ts";
import { useArrival } from "#ui/focus/held-keys.ts";
import { CannedReplies } from "./canned-replies.tsx";
import { composerName, openComposer } from "./composing.ts";
import { ReplyAddresses } from "./reply-addresses.tsx";
import { AttachButton, ReplyFiles } from "./reply-files.tsx";
import { DraftConflict, QuestionNotice } from "./reply-notices.tsx";
import { caretOf, firstBlank, inserting } from "./reply-values.ts";
import { type Reply, useReply } from "./use-reply.ts";

type Props = {
	record: ThreadOf;
	conversation: Conversation;
	/** Whether a canned reply is being chosen. */
	picking: boolean;
	/** Which other staff have this open. */
	others: Person[];
	/** A key was pressed, or writing has ended. */
	noteKey(): void;
	noteEnd(): void;
	status: string;
	statusLabels: Record<string, string>;
};

/** Writes and sends a reply. */
export function Composer({ record, conversation, picking, noteEnd, statusLabels, ...writing }: Props) {
	const reply = useReply(record, conversation, writing);
	const { values, change, errors, question } = reply;
	const { status } = writing;
	const next = use(RecordPlaceContext)?.next;
	const box = useRef<HTMLElement>(null);
	const area = useRef<HTMLTextAreaElement>(null);
	const isPhone = useIsPhone();
	const isBegun = isWritten(values.text, conversation.signature);
	const answered = answeredOf(conversation.messages);

	useEffect(() => noteEnd, [noteEnd]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: when it opens
	useEffect(() => {
		if (!picking) area.current?.focus();
		const caret = caretOf(values.text, conversation.signature);
		area.current?.setSelectionRange(caret, caret);
		box.current?.scrollIntoView({ block: isPhone ? "start" : "nearest" });
	}, []);
	useEffect(() => {
		if (!picking) area.current?.scrollIntoView({ block: "nearest" });
	}, [picking]);
	// After the composer closes, the conversation has the focus; otherwise the whole dialog would show a focus ring.
	useLayoutEffect(() => {
		const composer = box.current;
		const reading = composer?.closest<HTMLElement>("[tabindex='-1']");
		return () => {
			if (composer?.contains(document.activeElement)) reading?.focus({ preventScroll: true });
		};
	}, []);
	// What is wrong with the text is mended there. While a canned reply is chosen, the search keeps the keys.
	useEffect(() => {
		if (errors.text && !picking) area.current?.focus();
	}, [errors, picking]);
	useArrival(composerName(record));
	useEscape(() => (picking ? stopPicking() : void reply.keep()));

	function stopPicking(): void {
		openComposer(record);
		area.current?.focus();
	}

	function insert(text: string): void {
		const filled = fillFields(text, conversation.fields);
		const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
		const { text: inserted, from } = inserting(values.text, filled, selectionStart, selectionEnd);
		// Right away, because the next key is typed into the field that is selected here.
		flushSync(() => change({ text: inserted }));
		stopPicking();
		const { start, end } = firstBlank(filled) ?? { start: filled.length, end: filled.length };
		area.current?.setSelectionRange(from + start, from + end);
	}

	function handleKeyDown(event: KeyboardEvent): void {
		// The keys of a dialog that opens from here are its own. React's events come from there, too.
		if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			if (picking && isBegun) reply.refuse("Please choose a canned reply or cancel. Then send.");
			else if (event.altKey) reply.sendOtherwise(next);
			else reply.send(event.shiftKey ? next : undefined);
		} else if (event.code === "KeyC" && event.altKey && !event.ctrlKey && !event.metaKey) {
			event.preventDefault();
			openComposer(record, "picking");
		}
	}

	function handlePaste(event: ClipboardEvent): void {
		const pasted = [...event.clipboardData.files];
		if (pasted.length === 0) return;
		event.preventDefault();
		void reply.attach(pasted);
	}

	return (
		<section
			ref={box}
			aria-label="Reply"
			className="grid grid-cols-1 gap-3 rounded-sm border border-input bg-card p-3.5"
			onKeyDown={handleKeyDown}
		>
			<DraftConflict reply={reply} />
			<ReplyAddresses conversation={conversation} reply={reply} />
			{question && (
				<QuestionNotice
					question={question}
					onSend={reply.sendAnyway}
					onKeepWriting={() => {
						reply.keepWriting();
						area.current?.focus();
					}}
				/>
			)}
			{answered?.text && (
				// In sight while it is answered, however far the rest has been scrolled.
				<div className="sticky -top-5 z-1 -my-1.5 bg-card py-1.5">
					<MessageBox short label="Their Message">
						{answered.text}
					</MessageBox>
				</div>
			)}
			<TextArea
				dense
				className="[&_textarea]:field-sizing-content [&_textarea]:max-h-[60vh] [&_textarea]:min-h-36 [&_textarea]:scroll-mt-36 max-sm:[&_textarea]:max-h-56"
				ref={area}
				label="Reply"
				value={values.text}
				error={errors.text}
				data-untouched={!reply.isTouched || undefined}
				aria-keyshortcuts="Control+Enter Control+Shift+Enter Control+Alt+Enter"
				onPaste={handlePaste}
				onChange={(event) => change({ text: event.target.value })}
			/>
			<div className="-mt-1.5 grid text-muted-foreground text-xs">
				<p>
					<code>**bold**</code>, <code>*italic*</code>, <code>- list</code>. Your draft is saved as you write.
				</p>
				{!conversation.comes_back && (
					<p>{`Answers go to ${conversation.thread.answers_to}. They do not come back to this desk.`}</p>
				)}
			</div>
			{picking && (
				<CannedReplies table={record.table} fields={conversation.fields} onPick={insert} onClose={stopPicking} />
			)}
			<ReplyFiles reply={reply} />
			<div className="flex flex-wrap items-end gap-2">
				<AttachButton onChoose={(files) => void reply.attach(files)} />
				<DeskButton
					aria-expanded={picking}
					aria-keyshortcuts="Alt+C"
					onClick={() => (picking ? stopPicking() : openComposer(record, "picking"))}
					icon={MessageSquareText}
				>
					Canned Replies
				</DeskButton>
				<label className="inline-flex min-h-8.5 items-center gap-2 text-xs max-md:min-h-11">
					<input type="checkbox" checked={reply.quote} onChange={(event) => reply.setQuote(event.target.checked)} />
					Quote their message
				</label>
			</div>
			<SendBar reply={reply} next={next} isWritten={isBegun}>
				<SelectField
					dense
					label="Set status to"
					className="min-w-40 sm:mr-auto max-sm:col-span-2 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:gap-x-3"
					options={[
						{ value: "", label: `Keep ${statusLabels[status] ?? status}` },
						...Object.entries(statusLabels)
							.filter(([value]) => value !== status)
							.map(([value, label]) => ({ value, label })),
					]}
					value={reply.nextStatus}
					error={errors.status}
					onChange={(event) => reply.setNextStatus(event.target.value)}
				/>
			</SendBar>
		</section>
	);
}

type SendBarProps = {
	reply: Reply;
	next: (() => void) | undefined;
	/** Whether there is a text to lose. */
	isWritten: boolean;
	children: ReactNode;
};

/** Sends the reply, or keeps it. @param props.children what else is decided by sending */
function SendBar({ reply, next, isWritten, children }: SendBarProps) {
	const { busy } = reply;
	return (
		// Within reach, however far the text has been scrolled, unless the keyboard leaves no room for it.
		<div className="sticky max-sm:[@media(max-height:32rem)]:static -bottom-5 -mx-3.5 -mb-3.5 flex flex-wrap items-end justify-end gap-2 rounded-b-sm border-border border-t bg-card px-3.5 py-2.5 max-sm:grid max-sm:grid-cols-2 max-sm:*:justify-center max-sm:*:last:even:col-span-2">
			{children}
			<ConfirmedAction
				title="Discard Draft"
				question="Discard what you have written? This can't be undone."
				action="Discard"
				needed={isWritten || reply.values.files.length > 0}
				onConfirm={() => void reply.discard()}
				button={
					<Button size="dense" variant="ghost">
						Discard
					</Button>
				}
			/>
			<DeskButton onClick={() => void reply.keep()}>Keep Draft</DeskButton>
			{next && (
				<DeskButton busy={busy} title="Send and Next (Ctrl+Shift+Enter)" onClick={() => reply.send(next)}>
					Send and Next
				</DeskButton>
			)}
			<PrimaryButton busy={busy} title="Send (Ctrl+Enter)" onClick={() => reply.send()}>
				Send
			</PrimaryButton>
		</div>
	);
}
