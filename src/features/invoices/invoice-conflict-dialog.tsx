import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import type { SaveInvoice } from "./use-save-invoice.ts";

/** A save met a newer version of the invoice: the editor chooses which one goes on. */
export function InvoiceConflictDialog({ conflict, keepEditing, takeTheirs, saveMine }: SaveInvoice) {
	if (!conflict) return null;
	return (
		<Dialog open onOpenChange={(open) => !open && keepEditing()}>
			<DialogContent title="This invoice has changed" size="sm">
				<DialogBody>
					<p>
						Somebody else has changed {conflict.theirs.invoice_number} since you opened it, so your changes were not
						saved. Only the version that you choose will remain.
					</p>
				</DialogBody>
				<DialogFooter className="max-sm:grid max-sm:justify-stretch max-sm:*:justify-center">
					<Button size="dense" variant="ghost" className="sm:mr-auto sm:-ml-3.5" onClick={keepEditing}>
						Keep Editing
					</Button>
					<Button size="dense" variant="secondary" onClick={takeTheirs}>
						Use Their Version
					</Button>
					<Button size="dense" onClick={saveMine}>
						Save Mine
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
