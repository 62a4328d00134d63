import { clsx } from "clsx";

/** Has the place and size of the contents that are loading. The container says 'Loading' to screen readers. */
export function Skeleton({ className }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={clsx("block animate-pulse rounded-sm bg-border/60 [animation-duration:1.2s]", className)}
		/>
	);
}
