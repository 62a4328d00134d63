import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { firm } from "#lib/firm.ts";

/** The mark alone, in the color of its text. It is always decorative. A firm with a logo of its own hides it (lib/brand/tones.ts). */
export function Pilcrow(props: ComponentProps<"svg">) {
	return (
		<svg viewBox="0 0 11 14" aria-hidden="true" {...props}>
			<path fill="currentColor" d="M5 0h2v14H5v-4A5 5 0 0 1 5 0zm4 0h2v14H9z" />
		</svg>
	);
}

type LogoProps = {
	name: string;
	className?: string;
	/** A logo of the firm's own lies on a light ground there. */
	onInk?: boolean;
};

/** The firm's own logo, or the mark and its short name, set in the page's typeface. The font size around it sets its size. */
export function Logo({ name, className, onInk = false }: LogoProps) {
	const own = firm().brand?.logo;
	if (own) {
		const { src, width, height } = own;
		const ground = onInk && { background: "var(--color-paper)", padding: "0.15em", borderRadius: "var(--radius-sm)" };
		// Not by classes: the rules of a page's first paint are those of the original looks.
		const style = { height: "1.3em", width: "auto", maxWidth: "100%", objectFit: "contain", ...ground } as const;
		return <img {...{ src, width, height, style, className }} alt={firm().name} />;
	}
	return (
		<span className={clsx("inline-flex items-baseline gap-[0.16em] font-display font-medium leading-none", className)}>
			<Pilcrow className="h-[0.72em] shrink-0 text-vermilion" />
			<span className="tracking-[-0.025em]">{name}</span>
		</span>
	);
}
