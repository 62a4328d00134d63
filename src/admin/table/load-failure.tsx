import { DeskButton } from "#ui/desk-buttons.tsx";

/** Stays in place of the content that could not be loaded, after the toast is gone. */
export function LoadFailure({
	what = "list",
	text = `The ${what} couldn't be loaded. Check your connection and try again.`,
	onRetry,
}: {
	what?: string;
	/** In other words. */
	text?: string;
	onRetry: () => void;
}) {
	return (
		<div className="mb-3 flex flex-wrap items-center gap-3 rounded-sm bg-status-red-bg px-4 py-3 text-status-red">
			<p className="font-semibold">{text}</p>
			<DeskButton onClick={onRetry}>Try Again</DeskButton>
		</div>
	);
}
