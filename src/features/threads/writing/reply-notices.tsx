import { Message } from "#features/threads/desk/message.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import type { Question, Reply } from "./use-reply.ts";

/** Another window has saved this draft, too; the person chooses which one to keep. */
export function DraftConflict({ reply }: { reply: Reply }) {
	if (reply.conflict === undefined) return null;
	return (
		<div
			role="alert"
			className="flex flex-wrap items-center gap-2 rounded-sm bg-status-yellow-bg p-2.5 text-status-yellow"
		>
			This draft was changed in another window.
			<DeskButton onClick={() => void reply.keepMine()}>Keep This Draft</DeskButton>
			<DeskButton onClick={reply.takeTheirs}>Use the Other Draft</DeskButton>
		</div>
	);
}

/** Someone else is writing or has written: what is new, above the text. */
export function QuestionNotice({
	question,
	onSend,
	onKeepWriting,
}: {
	question: Question;
	onSend(): void;
	onKeepWriting(): void;
}) {
	return (
		<div role="alert" className="grid gap-2 rounded-sm bg-status-yellow-bg p-3 text-status-yellow">
			<p className="font-semibold">{question.text}</p>
			<div className="grid gap-2 text-foreground">
				{question.messages.map((message) => (
					<Message key={message.id} message={message} />
				))}
			</div>
			<div className="flex flex-wrap gap-2">
				<DeskButton onClick={onSend}>Send Anyway</DeskButton>
				<DeskButton onClick={onKeepWriting}>Keep Writing</DeskButton>
			</div>
		</div>
	);
}
