import { Glyph, type GlyphName } from "#site/glyphs.tsx";
import { OpeningHours } from "#site/opening-hours.tsx";

const expectations: { title: string; text: string; glyph: GlyphName }[] = [
	{
		title: "30-45 minute consultation",
		text: "Long enough to get to the point, short enough to fit before lunch.",
		glyph: "lens",
	},
	{
		title: "Strategic insights",
		text: "What we would do first, and what we would leave alone.",
		glyph: "dome",
	},
	{
		title: "Custom proposal",
		text: "Written for your company, from what you told us.",
		glyph: "stack",
	},
];

export function WhatToExpect() {
	return (
		<aside aria-labelledby="what-to-expect" className="self-start">
			<div className="-mx-gutter bg-sky forced-colors:border px-gutter py-[clamp(1.5rem,3vw,2.75rem)] sm:mx-0 sm:rounded-sm sm:px-[clamp(1.5rem,3vw,2.75rem)]">
				<h2 id="what-to-expect" className="font-display text-h3">
					What to Expect
				</h2>
				<ol className="mt-6 grid gap-5.5">
					{expectations.map(({ title, text, glyph }) => (
						<li key={title} className="grid grid-cols-[2.5rem_1fr] gap-4">
							<Glyph name={glyph} className="mt-1 size-10" />
							<div>
								<h3 className="font-semibold">{title}</h3>
								<p className="text-ink-2">{text}</p>
							</div>
						</li>
					))}
				</ol>
				<div className="mt-8 border-ink border-t-[1.5px] pt-5 text-small">
					<h3 className="mb-2 font-semibold">Business hours</h3>
					<OpeningHours />
				</div>
			</div>
			<p className="mt-5 flex items-center gap-5 rounded-bowl bg-ink py-5 pr-6 pl-9 text-paper text-small">
				<span className="font-display text-[3.5rem] text-gold leading-none tracking-tight">5</span>
				<span>
					<b className="font-semibold">minutes or less:</b> That's how long you'll wait for a response during business
					hours.
				</span>
			</p>
		</aside>
	);
}
