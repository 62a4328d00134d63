import type { ComponentProps } from "react";
import { Dialog, DialogContent } from "#ui/dialog.tsx";

/** A dialog that is open for as long as it is mounted. */
export function OpenDialog({ onClose, ...content }: ComponentProps<typeof DialogContent> & { onClose(): void }) {
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()}>
			<DialogContent {...content} />
		</Dialog>
	);
}
