import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

/** One step of several: its heading takes the focus, so that it is read out when it comes. */
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
	const Heading = dense ? "h2" : "h1";
	return (
		<div className={clsx("grid", dense ? "gap-4" : "gap-6")}>
			<div className="grid gap-2">
				<Heading
					ref={heading}
					tabIndex={-1}
					className={clsx(
						"outline-none",
						dense ? "font-semibold text-base" : "font-display text-h3 lg:text-[2rem] lg:leading-tight",
					)}
				>
					{title}
				</Heading>
				{lead && <p className="wrap-anywhere text-quiet">{lead}</p>}
			</div>
			{children}
		</div>
	);
}
