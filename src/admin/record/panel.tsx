import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** One subject of a screen of settings. */
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

/** Before the words of a `summary`: points down while its `details` is open. */
export const SummaryChevron = () => (
	<ChevronRight
		aria-hidden
		className="size-3.5 transition-[rotate] duration-160 [details[open]>summary>&]:rotate-90"
		strokeWidth={2}
	/>
);
