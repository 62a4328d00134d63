import { clsx } from "clsx";

/** A block in the place and size of what is being loaded; the container says 'Loading' to those who can't see it. */
export function Skeleton({ className }: { className?: string }) {
	return (
		<span
			aria-hidden="true"
			className={clsx("block animate-pulse rounded-sm bg-border/60 [animation-duration:1.2s]", className)}
		/>
	);
}
