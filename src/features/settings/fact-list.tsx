import type { ReactNode } from "react";

/** What is known, line by line. @param facts.note where it is decided */
export function FactList({ facts }: { facts: readonly { label: string; value: ReactNode; note?: string }[] }) {
	return (
		<dl className="grid gap-x-6 gap-y-2 wrap-anywhere sm:grid-cols-[minmax(9rem,auto)_minmax(0,1fr)]">
			{facts.map(({ label, value, note }) => (
				<div key={label} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
					<dt className="text-muted-foreground">{label}</dt>
					<dd className="flex flex-wrap items-baseline gap-x-3">
						<span className="whitespace-pre-line">{value}</span>
						{note && <code className="text-muted-foreground text-xs">{note}</code>}
					</dd>
				</div>
			))}
		</dl>
	);
}
