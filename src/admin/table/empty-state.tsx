import type { ReactNode } from "react";
import emptyArt from "#art/empty.svg";
import { firm } from "#lib/firm.ts";

/** Shown in place of a table without rows. */
export function EmptyState({ title, hint, action }: { title: string; hint: string; action?: ReactNode }) {
	return (
		<div className="grid justify-items-start gap-1 rounded-md border border-border bg-card p-6">
			{/* It shows our mark. */}
			{!firm().brand?.logo && <img src={emptyArt} alt="" width={120} height={90} className="mb-3 -ml-4.5" />}
			<p className="font-semibold text-base">{title}</p>
			<p className="text-muted-foreground">{hint}</p>
			{action && <div className="mt-3">{action}</div>}
		</div>
	);
}
