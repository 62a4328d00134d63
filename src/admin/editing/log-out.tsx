import { useAuth } from "#admin/session/auth-context.tsx";
import { createStore, useStore } from "#admin/session/store.ts";
import { hasStoredWork, storedTitles } from "#admin/session/stored-work.ts";
import { Button } from "#ui/button.tsx";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { QuestionDialog } from "./question-dialog.tsx";
import { leaveScreen } from "./unsaved-changes.tsx";

const isAsking = createStore(false);

/** 'Log out' deletes what is typed and not saved, so it asks first: for this screen, then for what else this browser keeps. */
export function useLogOut(): () => void {
	const { logOut } = useAuth();
	return () => leaveScreen(() => (hasStoredWork() ? isAsking.set(true) : void logOut()));
}

/** Belongs on every screen from which one can log out. */
export function LogOutQuestion() {
	const { logOut } = useAuth();
	const close = () => isAsking.set(false);
	if (!useStore(isAsking, (value) => value)) return null;
	const titles = [...new Set(storedTitles())];
	return (
		<QuestionDialog
			title="Log Out Without Saving?"
			onClose={close}
			answers={
				<>
					<Button
						size="dense"
						variant="destructive"
						onClick={() => {
							close();
							void logOut();
						}}
					>
						Log Out
					</Button>
					<PrimaryButton data-safe onClick={close}>
						Stay
					</PrimaryButton>
				</>
			}
		>
			<p>
				This browser keeps posts, notes, or texts of the website that you haven't saved: in another tab, or from an
				earlier visit. If you log out, they'll be deleted.
			</p>
			{titles.length > 0 && (
				<ul aria-label="Posts" className="list-disc pl-5 font-semibold text-foreground">
					{titles.map((title) => (
						<li key={title}>{title}</li>
					))}
				</ul>
			)}
		</QuestionDialog>
	);
}
