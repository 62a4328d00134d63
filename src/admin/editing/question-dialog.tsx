import { type ReactElement, type ReactNode, useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { useEscape } from "./escape.ts";

type QuestionProps = {
	title: string;
	/** The buttons; one above the other on phones. */
	answers: ReactNode;
	/** Escape and the cross: nothing happens. */
	onClose(): void;
	children: ReactNode;
};

/** Asks before something goes on. */
export function QuestionDialog(props: QuestionProps) {
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()}>
			<Question {...props} />
		</Dialog>
	);
}

function Question({ title, answers, onClose, children }: QuestionProps) {
	const textId = useId();
	useEscape(onClose);
	return (
		<DialogContent
			title={title}
			size="sm"
			aria-describedby={textId}
			// useEscape does it, and leaves the dialog open that may lie below.
			onEscapeKeyDown={(event) => event.preventDefault()}
		>
			<DialogBody id={textId} className="grid gap-2 wrap-anywhere">
				{children}
			</DialogBody>
			<DialogFooter className="max-sm:grid max-sm:justify-stretch max-sm:*:justify-center">{answers}</DialogFooter>
		</DialogContent>
	);
}

/** A button whose action is asked about first: what it is done to, and what goes with it. */
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
	/** Its name. */
	subject?: string;
	question: string;
	consequence?: string | undefined;
	/** Repeats the question on the button that confirms it. */
	action: string;
	/** True where nothing is lost by it. */
	harmless?: boolean;
	/** False: it is done without asking. */
	needed?: boolean;
	onConfirm(): void;
}) {
	const [open, setOpen] = useState(false);
	const close = () => setOpen(false);

	function handleConfirm(): void {
		close();
		onConfirm();
	}

	return (
		<Dialog open={open} onOpenChange={(opening) => (opening && !needed ? onConfirm() : setOpen(opening))}>
			<DialogTrigger asChild>{button}</DialogTrigger>
			{open && (
				<Question
					title={title}
					onClose={close}
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
					{consequence && <p className="text-muted-foreground">{consequence}</p>}
				</Question>
			)}
		</Dialog>
	);
}
