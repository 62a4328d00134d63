import { clsx } from "clsx";

/**
 * A placeholder with the place and size of the contents that are loading. The container says 'Loading' to people who
 * can't see it.
 */
export function Skeleton({ className }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={clsx("block animate-pulse rounded-sm bg-border/60 [animation-duration:1.2s]", className)}
		/>
	);
}
