import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The heading of a back-office screen. */
export const ScreenTitle = ({ className, children }: { className?: string; children: ReactNode }) => (
	<h1 className={clsx("font-semibold text-xl leading-tight tracking-[-0.015em]", className)}>{children}</h1>
);
