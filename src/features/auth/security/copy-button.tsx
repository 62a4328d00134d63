import { type ReactNode, useId, useState } from "react";
import { DeskButton } from "#ui/desk-buttons.tsx";

/** Says that it has copied, to the eye and to screen readers. */
export function CopyButton({ text, children = "Copy" }: { text: string; children?: ReactNode }) {
	const [copied, setCopied] = useState(false);
	const id = useId();
	return (
		<span className="inline-flex items-center gap-3 has-[[role=status]:empty]:gap-0">
			<DeskButton
				aria-describedby={id}
				onClick={async () => {
					await navigator.clipboard.writeText(text);
					setCopied(true);
				}}
			>
				{children}
			</DeskButton>
			<span id={id} role="status" className="text-muted-foreground text-small">
				{copied && "Copied"}
			</span>
		</span>
	);
}
