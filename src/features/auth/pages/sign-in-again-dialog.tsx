import { type RefObject, useRef, useState } from "react";
import { hasOwnUndo } from "#admin/editing/single-keys.ts";
import { isScreenUnsaved, LeaveQuestion } from "#admin/editing/unsaved-changes.tsx";
import { useAuth } from "#admin/session/auth-context.tsx";
import { hasStoredWork } from "#admin/session/stored-work.ts";
import { AfterSignIn } from "#features/auth/security/after-sign-in.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Whoever pauses so long has noticed that the words no longer go where they went. */
const pauseMs = 1500;

/** Gives the field of a dialog the focus once someone who was writing has stopped: a sentence is no password. */
function focusAfterTyping(panel: EventTarget | null, field: RefObject<HTMLElement | null>): void {
	if (!(panel instanceof HTMLElement)) return;
	const focusField = () => document.activeElement === panel && field.current?.focus();
	let timer = setTimeout(focusField, pauseMs);
	panel.addEventListener("keydown", () => {
		clearTimeout(timer);
		timer = setTimeout(focusField, pauseMs);
	});
	panel.focus();
}

/** Over a screen whose session ended elsewhere; hides it, and gives it back as it was. */
export function SignInAgainDialog() {
	const { interrupted, session, logOut } = useAuth();
	const password = useRef<HTMLInputElement>(null);
	const [isAsking, setAsking] = useState(false);
	const leave = () => void logOut();
	return (
		<Dialog open>
			<DialogContent
				title="Your Session Has Ended"
				description="Sign in again to pick up where you left off. What you typed stays here until you leave this screen."
				size="sm"
				dismissible={false}
				hidesPage
				onOpenAutoFocus={(event) => {
					event.preventDefault();
					// The email is known.
					if (hasOwnUndo(document.activeElement)) focusAfterTyping(event.currentTarget, password);
					else password.current?.focus();
				}}
			>
				<DialogBody>
					{session ? (
						<AfterSignIn session={session} dense />
					) : (
						<SignInForm email={interrupted?.email} passwordRef={password} dense />
					)}
				</DialogBody>
				<DialogFooter>
					<Button
						variant="ghost"
						size="dense"
						className="-mr-3.5"
						onClick={() => (isScreenUnsaved() || hasStoredWork() ? setAsking(true) : leave())}
					>
						Leave This Screen
					</Button>
				</DialogFooter>
				{isAsking && (
					<LeaveQuestion
						warning="This browser keeps what you haven't saved until you sign in again. If you leave, it will be deleted."
						onStay={() => setAsking(false)}
						onLeave={leave}
					/>
				)}
			</DialogContent>
		</Dialog>
	);
}
