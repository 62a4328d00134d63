import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { StatusTone } from "#lib/status.ts";

const tones: Record<StatusTone, string> = {
	blue: "bg-status-blue-bg text-status-blue",
	yellow: "bg-status-yellow-bg text-status-yellow",
	green: "bg-status-green-bg text-status-green",
	grey: "bg-status-grey-bg text-status-grey",
	purple: "bg-status-purple-bg text-status-purple",
	red: "bg-status-red-bg text-status-red",
};

/** The colors of a status, for controls that look like a badge but do more (the status selector in a row). */
export const statusToneClass = (tone: StatusTone) => tones[tone];

type BadgeProps<Tone> = { className?: string; children: ReactNode } & Tone;

export function StatusBadge({ tone, className, children }: BadgeProps<{ tone: StatusTone }>) {
	return (
		<span
			className={clsx(
				"inline-flex h-6 items-center whitespace-nowrap rounded-bowl pr-2 pl-2.75 font-semibold text-xs",
				tones[tone],
				className,
			)}
		>
			{children}
		</span>
	);
}

/** A number beside a heading: how many are listed, how many are new. */
export function CountBadge({ tone, className, children }: BadgeProps<{ tone?: StatusTone }>) {
	return (
		<span
			className={clsx(
				"inline-flex h-5.5 items-center whitespace-nowrap rounded-sm px-2 font-semibold text-xs tabular-nums",
				tone ? tones[tone] : "bg-secondary text-secondary-foreground",
				className,
			)}
		>
			{children}
		</span>
	);
}
