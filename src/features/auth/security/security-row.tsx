import type { ReactNode } from "react";

export function Row({ title, detail, children }: { title: ReactNode; detail: string; children: ReactNode }) {
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t pt-3">
			<div className="grid min-w-0 grow gap-0.5">
				<p className="wrap-anywhere font-semibold">{title}</p>
				<p className="text-muted-foreground text-xs">{detail}</p>
			</div>
			<div className="flex flex-wrap gap-2">{children}</div>
		</li>
	);
}
