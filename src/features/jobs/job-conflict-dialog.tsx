import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";

/** A save met a newer version of the job: the editor chooses which one goes on. */
export function JobConflictDialog({
	onKeepEditing,
	onTakeTheirs,
	onSaveMine,
}: {
	onKeepEditing(): void;
	onTakeTheirs(): void;
	onSaveMine(): void;
}) {
	return (
		<Dialog open onOpenChange={(open) => !open && onKeepEditing()}>
			<DialogContent title="This job has changed" size="sm">
				<DialogBody>
					<p>
						Somebody else has changed this job since you opened it, so your changes were not saved. Only the version
						that you choose will remain.
					</p>
				</DialogBody>
				<DialogFooter className="max-sm:grid max-sm:justify-stretch max-sm:*:justify-center">
					<Button size="dense" variant="ghost" className="sm:mr-auto sm:-ml-3.5" onClick={onKeepEditing}>
						Keep Editing
					</Button>
					<Button size="dense" variant="secondary" onClick={onTakeTheirs}>
						Use Their Version
					</Button>
					<Button size="dense" onClick={onSaveMine}>
						Save Mine
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
