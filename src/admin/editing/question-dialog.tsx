import { type ReactElement, type ReactNode, useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";

type QuestionProps = {
	title: string;
	size?: "sm" | "md";
	/** The buttons, stacked on phones; null where the answers are in the question. */
	answers: ReactNode;
	/** Called for Escape and the close button: nothing happens. */
	onClose(): void;
	/** It opens by itself, perhaps while someone is typing: no key may answer it unread. */
	isUnexpected?: boolean;
	/** Where the focus goes then, if not back. */
	onCloseAutoFocus?(event: Event): void;
	children: ReactNode;
};

/** Asks a question before an action. */
export function QuestionDialog({ onClose, ...question }: QuestionProps) {
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()}>
			<Question {...question} />
		</Dialog>
	);
}

function Question({
	title,
	size = "sm",
	answers,
	isUnexpected = false,
	onCloseAutoFocus,
	children,
}: Omit<QuestionProps, "onClose">) {
	const textId = useId();

	/** The one that loses nothing: the first, if none is marked. */
	function focusSafeAnswer(event: Event): void {
		if (isUnexpected && event.currentTarget instanceof HTMLElement) {
			event.preventDefault();
			event.currentTarget.focus();
			return;
		}
		const text = document.getElementById(textId);
		const place = answers ? text?.nextElementSibling : text;
		const answer = place?.querySelector<HTMLElement>("[data-safe]") ?? place?.querySelector("button");
		if (!answer) return;
		event.preventDefault();
		answer.focus();
	}

	return (
		<DialogContent
			title={title}
			size={size}
			aria-describedby={textId}
			onOpenAutoFocus={focusSafeAnswer}
			onCloseAutoFocus={onCloseAutoFocus}
		>
			<DialogBody id={textId} className="grid gap-2 wrap-anywhere">
				{children}
			</DialogBody>
			{answers && (
				<DialogFooter className="max-sm:grid max-sm:justify-stretch max-sm:*:justify-center">{answers}</DialogFooter>
			)}
		</DialogContent>
	);
}

/** A button that asks for confirmation before its action. The question says what is affected. */
export function ConfirmedAction({
	button,
	title,
	subject,
	question,
	consequence,
	action,
	harmless = false,
	needed = true,
	onConfirm,
}: {
	button: ReactElement;
	title: string;
	/** The name of what the action affects. */
	subject?: string;
	question: string;
	consequence?: ReactNode;
	/** The label of the confirming button, which repeats the action. */
	action: string;
	/** True if the action loses nothing. */
	harmless?: boolean;
	/** If false, the action runs without a question. */
	needed?: boolean;
	onConfirm(): void;
}) {
	const [open, setOpen] = useState(false);

	function handleConfirm(): void {
		setOpen(false);
		onConfirm();
	}

	return (
		<Dialog open={open} onOpenChange={(opening) => (opening && !needed ? onConfirm() : setOpen(opening))}>
			<DialogTrigger asChild>{button}</DialogTrigger>
			{open && (
				<Question
					title={title}
					answers={
						<>
							<DialogCancel />
							<Button size="dense" variant={harmless ? "primary" : "destructive"} onClick={handleConfirm}>
								{action}
							</Button>
						</>
					}
				>
					{subject && <p className="font-semibold">{subject}</p>}
					<p>{question}</p>
					{consequence && <div className="grid gap-2 text-muted-foreground">{consequence}</div>}
				</Question>
			)}
		</Dialog>
	);
}
