import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";

type Variant = "primary" | "secondary" | "ghost" | "destructive";
/** 52, 44 and 34 px high; `dense` belongs to the back office (and grows to 44 px on phones). */
type Size = "lg" | "sm" | "dense";
export type Look = { variant?: Variant; size?: Size };

const sizes: Record<Size, string> = {
	lg: "min-h-13 gap-3 py-3 pr-5 text-base",
	sm: "min-h-11 gap-2.5 py-2 pr-4 text-small",
	dense: "min-h-11 gap-2 pr-3.5 text-dense md:min-h-8.5",
};

/** Left padding: a bowl-shaped end needs more than a straight one. */
const bowlEnd: Record<Size, string> = {
	lg: "rounded-bowl pl-7",
	sm: "rounded-bowl pl-5.5",
	dense: "rounded-bowl pl-4.5",
};
const straightEnd: Record<Size, string> = { lg: "rounded-sm pl-5", sm: "rounded-sm pl-4", dense: "rounded-sm pl-3.5" };

const variants: Record<Variant, string> = {
	primary: "bg-primary text-primary-foreground hover:bg-(--button-hover) hover:text-ink",
	secondary: "inset-ring-[1.5px] inset-ring-current hover:bg-primary hover:text-primary-foreground",
	ghost: "hover:bg-current/8",
	destructive: "bg-destructive text-destructive-foreground hover:bg-destructive/88",
};

export function buttonClass({ variant = "primary", size = "lg" }: Look, className?: string): string {
	// In the dense back office only the primary action carries the brand's shape.
	const straight = variant === "ghost" || (size === "dense" && variant !== "primary");
	return clsx(
		"group/button inline-flex shrink-0 cursor-pointer items-center justify-between font-semibold leading-tight no-underline",
		"transition-colors duration-160 disabled:cursor-default disabled:opacity-60",
		sizes[size],
		straight ? straightEnd[size] : bowlEnd[size],
		size === "dense" && variant === "secondary"
			? "bg-card text-foreground inset-ring inset-ring-border hover:bg-secondary"
			: variants[variant],
		className,
	);
}

function Arrow() {
	return (
		<ArrowRight
			aria-hidden
			className="size-[1.1em] shrink-0 transition-[translate] duration-240 ease-out group-hover/button:translate-x-1"
			strokeWidth={1.75}
		/>
	);
}

/** Arrows are for buttons that lead to another page. Buttons in the back office act in place. */
const hasArrow = ({ variant = "primary", size = "lg" }: Look) =>
	size !== "dense" && (variant === "primary" || variant === "secondary");

export type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean };

/** A disabled button loses the focus. Restores it once the action is over, unless the user has moved it elsewhere. */
export function useRestoredFocus(busy: boolean): void {
	const focusedInside = useRef<HTMLElement>(null);
	useLayoutEffect(() => {
		const focused = document.activeElement;
		if (!busy) {
			// The focus is on the page itself, or on the dialog that caught it.
			if (focusedInside.current && focused?.contains(focusedInside.current)) focusedInside.current.focus();
			focusedInside.current = null;
		} else if (focused instanceof HTMLElement && focused.ariaBusy) focusedInside.current = focused;
	}, [busy]);
}

/** `busy` disables the button while its action runs. The caller changes its label. */
export function Button({ variant, size, busy = false, disabled, className, children, ...rest }: ButtonProps) {
	useRestoredFocus(busy);
	return (
		<button
			type="button"
			{...rest}
			aria-busy={busy || undefined}
			disabled={disabled || busy}
			className={buttonClass({ variant, size }, className)}
		>
			{children}
			{hasArrow({ variant, size }) && <Arrow />}
		</button>
	);
}

type ButtonAnchorProps = ComponentProps<"a"> & Look & { children: ReactNode };

/** A link that looks like a button and loads a document: every public page is one. */
export function ButtonAnchor({ variant, size, className, children, ...rest }: ButtonAnchorProps) {
	return (
		<a {...rest} className={buttonClass({ variant, size }, className)}>
			{children}
			{hasArrow({ variant, size }) && <Arrow />}
		</a>
	);
}
