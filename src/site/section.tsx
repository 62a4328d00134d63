import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Pilcrow } from "#ui/logo.tsx";

/** A section of a page with the hung mark: a pilcrow and a word or two in the margin, the content on the common left edge. */
export function Section({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
	return (
		<section className={clsx("py-section", className)}>
			<div className="wrap hang">
				<p className="flex items-center gap-2.5 font-semibold text-small min-[75rem]:items-start min-[75rem]:pt-3">
					<Pilcrow className="mt-px h-4.5 shrink-0 text-vermilion" />
					{label}
				</p>
				<div className="min-w-0">{children}</div>
			</div>
		</section>
	);
}
