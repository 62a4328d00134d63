import { firm } from "#lib/firm.ts";
import { content } from "#site/content/content.tsx";
import { Glyph, type GlyphName } from "#site/glyphs.tsx";
import { OpeningHours } from "#site/opening-hours.tsx";

const glyphs: GlyphName[] = ["lens", "dome", "stack"];

export function WhatToExpect() {
	const texts = content("book-call");
	const { callMinutes } = firm();
	const expectations = [
		{ title: texts["expect_1.title"], text: texts["expect_1.text"] },
		{ title: texts["expect_2.title"], text: texts["expect_2.text"] },
		{ title: texts["expect_3.title"], text: texts["expect_3.text"] },
	];
	return (
		<aside aria-labelledby="what-to-expect" className="self-start">
			<div className="-mx-gutter bg-sky forced-colors:border px-gutter py-[clamp(1.5rem,3vw,2.75rem)] sm:mx-0 sm:rounded-sm sm:px-[clamp(1.5rem,3vw,2.75rem)]">
				<h2 id="what-to-expect" className="font-display text-h3">
					{texts["expect.heading"]}
				</h2>
				<ol className="mt-6 grid gap-5.5">
					{expectations.map(({ title, text }, index) => (
						<li key={title} className="grid grid-cols-[2.5rem_1fr] gap-4">
							<Glyph name={glyphs[index] ?? "lens"} className="mt-1 size-10" />
							<div>
								<h3 className="font-semibold">{title}</h3>
								<p className="text-ink-2">{text}</p>
							</div>
						</li>
					))}
				</ol>
				<div className="mt-8 border-ink border-t-[1.5px] pt-5 text-small">
					<h3 className="mb-2 font-semibold">{texts["hours.label"]}</h3>
					<OpeningHours />
				</div>
			</div>
			{callMinutes !== null && (
				<p className="mt-5 flex items-center gap-5 rounded-bowl bg-ink py-5 pr-6 pl-9 text-paper text-small">
					<span className="shrink-0 font-display text-[3.5rem] text-gold leading-none tracking-tight">
						{callMinutes}
					</span>
					<span>
						<b className="font-semibold">{texts["promise.unit"]}</b>
						{` ${texts["promise.text"]}`}
					</span>
				</p>
			)}
		</aside>
	);
}
