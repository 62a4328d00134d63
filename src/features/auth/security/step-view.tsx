import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/**
 * One step of several: its heading takes the focus, so that it is read out when it comes. A code that is typed or pasted
 * there goes into the step's field.
 */
export function StepView({
	title,
	lead,
	dense = false,
	children,
}: {
	title: string;
	lead?: ReactNode;
	/** In a dialog or on a back-office screen, which has a heading of its own. */
	dense?: boolean;
	children: ReactNode;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);

	function handleKeyDown(event: KeyboardEvent): void {
		const isPaste = (event.ctrlKey || event.metaKey) && event.key === "v";
		const isTyped = /^[\p{L}\p{N}]$/u.test(event.key) && !(event.ctrlKey || event.metaKey || event.altKey);
		// Before the browser puts the text where the focus is.
		if (isPaste || isTyped)
			heading.current?.closest("[data-step]")?.querySelector<HTMLInputElement>("[name=code]")?.focus();
	}

	const Heading = dense ? "h2" : "h1";
	return (
		<div data-step className={clsx("grid", dense ? "gap-4" : "gap-6")}>
			<div className="grid gap-2">
				<Heading
					ref={heading}
					tabIndex={-1}
					onKeyDown={handleKeyDown}
					className={clsx(
						"outline-none",
						dense ? "font-semibold text-base" : "font-display text-h3 lg:text-[2rem] lg:leading-tight",
					)}
				>
					{title}
				</Heading>
				{lead && <p className={clsx("wrap-anywhere", dense ? "text-muted-foreground" : "text-quiet")}>{lead}</p>}
			</div>
			{children}
		</div>
	);
}
