import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

/** Asks before unsaved changes are left behind: inside the site with a dialog, beyond it with the browser's own question. */
export function LeaveGuard({ editor: { dirty, leaving, localCopy } }: { editor: PostEditorState }) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			dirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
	);

	useEffect(() => {
		if (!dirty) return;
		const ask = (event: BeforeUnloadEvent) => {
			if (!leaving.current) event.preventDefault();
		};
		window.addEventListener("beforeunload", ask);
		return () => window.removeEventListener("beforeunload", ask);
	}, [dirty, leaving]);

	if (blocker.state !== "blocked") return null;
	return (
		<Dialog open onOpenChange={(open) => !open && blocker.reset()}>
			<DialogContent title="Leave without saving?" size="sm">
				<DialogBody>
					<p>Your changes to this post are not saved.</p>
				</DialogBody>
				<DialogFooter>
					<Button
						size="dense"
						variant="secondary"
						onClick={() => {
							localCopy.forget();
							blocker.proceed();
						}}
					>
						Leave
					</Button>
					<Button size="dense" onClick={() => blocker.reset()}>
						Stay
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
