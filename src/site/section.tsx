import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import { Pilcrow } from "#ui/logo.tsx";

/** The mark and the two words that open a section: in the margin column, or above the heading below 1200 px. */
export function HungMark({ children }: { children: ReactNode }) {
	return (
		<p className="flex items-center gap-2.5 font-semibold text-small min-[75rem]:items-start min-[75rem]:pt-3">
			<Pilcrow className="mt-px h-4.5 shrink-0 text-vermilion" />
			{children}
		</p>
	);
}

/** A heading of two sentences breaks between them before it breaks within one. In forced colors a block's ground would cover the line above. */
function Sentences({ of }: { of: string }) {
	const sentences = of.split(/(?<=[.?!]) /);
	if (sentences.length === 1) return of;
	return sentences.map((sentence, index) => (
		<Fragment key={sentence}>
			{index > 0 && " "}
			<span className="inline-block forced-colors:inline">{sentence}</span>
		</Fragment>
	));
}

type SectionProps = { label: string; heading: string; className?: string; children?: ReactNode };

/** A section of a page. Its heading is aligned with the left edge that all headings share. */
export function Section({ label, heading, className, children }: SectionProps) {
	return (
		<section className={clsx("py-section", className)}>
			<div className="wrap hang">
				<HungMark>{label}</HungMark>
				<div className="min-w-0">
					<h2 className="font-display text-h2 max-w-[17em]">
						<Sentences of={heading} />
					</h2>
					{children}
				</div>
			</div>
		</section>
	);
}

type ClosingCallProps = {
	heading: string;
	lead: string;
	className?: string;
	/** A drawing behind the words. */
	art?: ReactNode;
	children: ReactNode;
};

/** The last band of a page: one question and one call to action. */
export function ClosingCall({ heading, lead, className, art, children }: ClosingCallProps) {
	return (
		<section data-screen-only className={clsx("relative overflow-hidden", className)}>
			{art}
			<div className="wrap relative py-[clamp(4rem,8vw,8rem)]">
				<h2 className="font-display text-h1 max-w-[10.2em]">
					<Sentences of={heading} />
				</h2>
				<p className="mt-7 mb-10 max-w-[30em] text-pretty text-lead">{lead}</p>
				<div className="grid gap-3.5 md:flex">{children}</div>
			</div>
		</section>
	);
}
