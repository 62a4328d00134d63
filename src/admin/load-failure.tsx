import { Button } from "#ui/button.tsx";

/** Stays where the rows would be, after the toast is gone. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
	return (
		<div className="mb-3 flex flex-wrap items-center gap-3 rounded-sm bg-status-red-bg px-4 py-3 text-status-red">
			<p className="font-semibold">The list could not be loaded.</p>
			<Button size="dense" variant="secondary" onClick={onRetry}>
				Try Again
			</Button>
		</div>
	);
}
