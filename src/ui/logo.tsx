import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** The mark alone, in the color of its text. It is always decorative. */
export function Pilcrow(props: ComponentProps<"svg">) {
	return (
		<svg viewBox="0 0 11 14" aria-hidden="true" {...props}>
			<path fill="currentColor" d="M5 0h2v14H5v-4A5 5 0 0 1 5 0zm4 0h2v14H9z" />
		</svg>
	);
}

/** The mark and the firm's short name, set in the page's typeface. The font size around the logo sets its size. */
export function Logo({ name, className }: { name: string; className?: string }) {
	return (
		<span className={clsx("inline-flex items-baseline gap-[0.16em] font-display font-medium leading-none", className)}>
			<Pilcrow className="h-[0.72em] shrink-0 text-vermilion" />
			<span className="tracking-[-0.025em]">{name}</span>
		</span>
	);
}
