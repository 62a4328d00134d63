import { firm } from "#lib/firm.ts";
import { content } from "#site/content/content.tsx";
import { HungMark, Section } from "#site/section.tsx";
import { Island } from "#ui/islands/island.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/service-photography-page";
import { Gallery } from "./gallery.island.tsx";
import { type ServiceCopy, serviceCopy } from "./service-copy.ts";
import { serviceMeta } from "./service-meta.ts";
import { Benefits, bleedRight, ServiceClosing, ServiceIntro } from "./service-parts.tsx";
import { bandPicture } from "./service-pictures.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) => serviceMeta(root, "photography");

/** The contact sheet: numbered frames on plum, and the prints below. */
export default function PhotographyPage() {
	const copy = serviceCopy("photography");
	const texts = content("photography");
	return (
		<>
			<section className="on-ink overflow-hidden bg-(--band-photography) text-white">
				<div className="wrap grid lg:grid-cols-2">
					<ServiceIntro badgeClass="bg-rose text-ink" copy={copy} className="pt-8 pb-10 lg:self-center lg:py-28" />
					<Picture
						{...bandPicture("photography")}
						sizes="(width>=64rem) max(58vw,54rem),100vw"
						priority
						className={`${bleedRight} max-lg:mask-t-from-88% aspect-3/2 h-full object-[15%_60%] lg:aspect-auto lg:min-h-144 lg:[--overlap:8%]`}
					/>
				</div>
				<FrameStrip {...copy.checklist} />
			</section>
			<section className="py-section">
				<div className="wrap">
					<div className="hang mb-8 lg:mb-12">
						<HungMark>{texts["gallery.label"]}</HungMark>
						<h2 className="font-display text-h2">{texts["gallery.heading"]}</h2>
					</div>
					<Island name="gallery" of={Gallery} props={firm().brand?.logo ? { isUnmarked: true } : {}} />
				</div>
			</section>
			<Section label={texts["kinds.label"]} className="pt-0" heading={texts["kinds.heading"]}>
				<ul className="mt-10 grid gap-x-12 md:grid-cols-2">
					{texts["kinds.names"].map((name, index) => (
						<li key={name} className="border-line border-t py-4.5">
							<h3 className="font-display text-h3">{name}</h3>
							<p className="mt-0.5 text-quiet">{texts["kinds.texts"][index]}</p>
						</li>
					))}
				</ul>
			</Section>
			<Benefits benefits={copy.benefits} className="text-(--band-photography)" />
			<ServiceClosing slug="photography" copy={copy} className="on-ink bg-(--band-photography) text-white" />
		</>
	);
}

/** The checklist as the edge of a film: seven frames with their numbers, under the holes. */
function FrameStrip({ heading, items }: ServiceCopy["checklist"]) {
	return (
		<div className="relative bg-ink/45 pb-10">
			<div
				aria-hidden
				className="h-7 bg-[repeating-linear-gradient(90deg,#fff_0_10px,transparent_10px_28px)] opacity-25 [clip-path:inset(9px_0)]"
			/>
			<div className="wrap pt-4">
				<h2 className="font-semibold text-small">{heading}</h2>
				<ol className="mt-5 grid grid-cols-2 gap-x-5 gap-y-6 md:grid-cols-4 xl:grid-cols-7">
					{items.map((item, index) => (
						<li key={item} className="border-white/25 border-t pt-3 max-md:last:col-span-full">
							<span aria-hidden className="block font-semibold text-gold text-label">
								{index + 1}
							</span>
							<span className="font-display text-lg leading-tight md:text-xl">{item}</span>
						</li>
					))}
				</ol>
			</div>
		</div>
	);
}
