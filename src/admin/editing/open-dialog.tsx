import type { ComponentProps } from "react";
import { Dialog, DialogContent } from "#ui/dialog.tsx";
import { useEscape } from "#ui/focus/escape.ts";

/** A dialog that is open for as long as it is mounted. */
export function OpenDialog({ onClose, ...content }: ComponentProps<typeof DialogContent> & { onClose(): void }) {
	useEscape(onClose);
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()}>
			{/* useEscape handles Escape, because it knows what else is open above. Radix sometimes closes both. */}
			<DialogContent {...content} onEscapeKeyDown={(event) => event.preventDefault()} />
		</Dialog>
	);
}
