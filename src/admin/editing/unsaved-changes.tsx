import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { setLeaveQuestion } from "#ui/focus/leave-form.ts";
import { QuestionDialog } from "./question-dialog.tsx";

/** The open screens with a guard. */
const guards = new Set<{ unsaved(): boolean; ask(leave: () => void): void; stay(): void }>();

/** Whether an open screen has something that would be lost with it. */
export const isScreenUnsaved = (): boolean => [...guards].some(({ unsaved }) => unsaved());

/** Does what ends the screen otherwise than by a link, after the same question. */
export function leaveScreen(leave: () => void): void {
	const guard = [...guards].find(({ unsaved }) => unsaved());
	if (guard) guard.ask(leave);
	else leave();
}

/** Takes the question back, because a save that was under way has failed, or leads to another one. */
export function stayHere(): void {
	for (const guard of guards) guard.stay();
}

/** Asks before the user leaves unsaved changes: by a dialog inside the site, by the browser when leaving it. */
export function UnsavedChangesGuard({
	warning,
	unsaved,
	onLeave,
	save,
}: {
	/** What the user would lose. */
	warning: string;
	/** Read when the user leaves, so that a save that has just succeeded counts. */
	unsaved(): boolean;
	onLeave?(): void;
	/** Offered as a way to leave. Resolves to whether it was saved; if not, the user stays. */
	save?: { label: string; run(): Promise<boolean> } | undefined;
}) {
	const [isSaving, setSaving] = useState(false);
	/** Leaves the screen otherwise than by a link. */
	const [asked, setAsked] = useState<{ leave(): void }>();
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
	);

	const isUnsaved = useEffectEvent(() => unsaved());
	// Its own save ends the question itself.
	const stay = useEffectEvent(() => isAsking && !isSaving && reset());
	useEffect(() => {
		const ask = (event: BeforeUnloadEvent) => {
			if (isUnsaved()) event.preventDefault();
		};
		const guard = { unsaved: isUnsaved, ask: (leave: () => void) => setAsked({ leave }), stay };
		window.addEventListener("beforeunload", ask);
		guards.add(guard);
		return () => {
			window.removeEventListener("beforeunload", ask);
			guards.delete(guard);
		};
	}, []);

	const hasProceeded = useRef(false);

	/** Once: until the next screen is there, or the question has gone, this one may be rendered again. */
	function proceed(): void {
		if (hasProceeded.current) return;
		hasProceeded.current = true;
		setAsked(undefined);
		if (asked) asked.leave();
		else blocker.proceed?.();
	}

	const isAsking = blocker.state === "blocked" || asked !== undefined;
	// As soon as all is saved: by the answer here, or by a save that was under way.
	const goOn = useEffectEvent(() => {
		if (!isAsking) hasProceeded.current = false;
		else if (!isSaving && !unsaved()) proceed();
	});
	useEffect(() => goOn());
	if (!isAsking) return null;

	function reset(): void {
		hasProceeded.current = true;
		setAsked(undefined);
		blocker.reset?.();
	}

	// While a save is under way, its outcome decides.
	function handleLeave(): void {
		if (isSaving) return;
		// Whoever logs out loses all that the browser keeps, and whoever then can't, or stays, nothing.
		if (!asked) onLeave?.();
		proceed();
	}

	async function handleSave(run: () => Promise<boolean>): Promise<void> {
		setSaving(true);
		const isSaved = await run();
		setSaving(false);
		if (!isSaved) reset();
	}

	const handleStay = () => isSaving || reset();

	return (
		<LeaveQuestion warning={warning} onStay={handleStay} onLeave={handleLeave}>
			{save && (
				<DeskButton busy={isSaving} onClick={() => void handleSave(save.run)}>
					{save.label}
				</DeskButton>
			)}
		</LeaveQuestion>
	);
}

type LeaveQuestionProps = { warning: string; onStay(): void; onLeave(): void; children?: ReactNode };

/** @param children further answers */
export const LeaveQuestion = ({ warning, onStay, onLeave, children }: LeaveQuestionProps) => (
	<QuestionDialog
		title="Leave Without Saving?"
		onClose={onStay}
		answers={
			<>
				<DeskButton onClick={onLeave}>Leave</DeskButton>
				{children}
				<PrimaryButton data-safe onClick={onStay}>
					Stay
				</PrimaryButton>
			</>
		}
	>
		<p>{warning}</p>
	</QuestionDialog>
);

/** Asks before a form in a dialog is left in which something was typed. */
export function UnsavedFormQuestion() {
	const [asked, setAsked] = useState<{ warning: string; leave(): void }>();
	useEffect(() => {
		setLeaveQuestion(setAsked);
		return () => setLeaveQuestion(undefined);
	}, []);
	if (!asked) return null;
	const close = () => setAsked(undefined);
	return (
		<LeaveQuestion
			warning={asked.warning}
			onStay={close}
			onLeave={() => {
				close();
				asked.leave();
			}}
		/>
	);
}
