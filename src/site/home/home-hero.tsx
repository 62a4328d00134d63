import { content } from "#site/content/content.tsx";
import { slotPicture } from "#site/content/slot-picture.ts";
import { pictures } from "#site/pictures.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { RotationControl } from "./rotation-control.tsx";

export function HomeHero() {
	const texts = content("home");
	const picture = slotPicture(texts["hero.picture"], pictures.hero);
	return (
		<section className="on-band under-header overflow-hidden bg-(--band-home)">
			<div className="wrap relative z-10 pt-[clamp(1.5rem,3.6vw,4.25rem)]">
				<div data-part="tag-lines">
					<TagLines lines={texts["hero.tag_lines"]} />
					<div className="mt-[clamp(1.25rem,2.4vw,2.5rem)] grid gap-6 lg:grid-cols-[5fr_7fr] lg:items-end">
						<p className="max-w-[29em] text-pretty text-ink-2 text-lead">{texts["hero.lead"]}</p>
						<div className="flex flex-wrap items-center gap-3.5 lg:justify-end">
							<ButtonAnchor href="/book-call" className="max-md:w-full">
								{texts["hero.button"]}
							</ButtonAnchor>
							<ButtonAnchor href="/contact" variant="secondary" className="max-md:grow">
								{texts["hero.second_button"]}
							</ButtonAnchor>
							<RotationControl what="tag lines" />
						</div>
					</div>
				</div>
			</div>
			{/* Its top fades in from the band of the same color: below the words, never over the mark. */}
			<Picture
				{...picture}
				// Words can't be read on just any picture.
				style={picture.style && { ...picture.style, marginTop: "1.5rem" }}
				priority
				sizes="100vw"
				className="mt-2 w-full [mask:linear-gradient(transparent,#000_7%)] max-md:aspect-32/25 not-forced-colors:md:mt-[clamp(-2.5rem,-1.5vw,-0.5rem)]"
			/>
		</section>
	);
}

/** All lines lie in one grid cell: the longest keeps the height for all, so nothing below moves. `tag-lines.part.ts` rotates them. */
function TagLines({ lines }: { lines: readonly string[] }) {
	return (
		<h1 className="grid max-w-[12.4em] max-md:items-end font-display text-display md:max-lg:text-[8vw]">
			{lines.map((line, index) => (
				<span key={line} aria-hidden={index !== 0} data-current={index === 0 || undefined} className="tag-line">
					{line}
				</span>
			))}
		</h1>
	);
}
