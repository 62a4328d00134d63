import type { ReactNode } from "react";

/** One subject of the settings. */
export function Panel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
	return (
		<section className="grid content-start gap-3 rounded-lg border border-border bg-card p-5">
			<div className="grid gap-1">
				<h2 className="font-semibold">{title}</h2>
				{lead && <p className="max-w-read text-muted-foreground">{lead}</p>}
			</div>
			{children}
		</section>
	);
}

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
