import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { SlotPicture } from "#site/content/slot-picture.ts";
import type { Service } from "#site/services/services.ts";
import { Pilcrow } from "#ui/logo.tsx";
import { Picture } from "#ui/picture.tsx";
import { RotationControl } from "./rotation-control.tsx";
import { useRotation } from "./use-rotation.ts";

/** What no script knows of a service; the rest follows from its slug (services.ts). */
type Shown = Pick<Service, "slug" | "title" | "caption" | "description">;
type ShowcaseProps = {
	services: readonly Shown[];
	/** The first; in the browser, once it is awake, all. */
	pictures: readonly SlotPicture[];
};

/** @param props on the server alone: a second copy of this would make the page heavier than it may be */
export function HomeShowcase(props: Partial<ShowcaseProps>) {
	const [services] = useState(() => props.services ?? servicesInPage());
	const { index, paused, rotating, select, togglePause, holdProps } = useRotation(services.length);
	const pictures = usePictures(props.pictures);
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's group
		<div
			role="group"
			aria-label="Our seven services"
			className="mt-[clamp(2rem,4vw,4rem)] grid gap-8 lg:grid-cols-[5fr_7fr] lg:items-start lg:gap-14"
			{...holdProps}
		>
			<ul className="border-line border-b">
				{services.map(({ slug, title }, item) => (
					<li key={slug} className="relative border-line border-t">
						<ServiceCard title={title} current={item === index} onSelect={() => select(item)} />
						{item === index && (
							<span
								className={clsx(
									"-bottom-px absolute left-0 h-0.5 w-3/5 origin-left bg-ink",
									rotating && "animate-progress",
								)}
							/>
						)}
					</li>
				))}
			</ul>
			<div className="min-w-0 max-lg:order-first">
				<ShowcasePictures services={services} pictures={pictures} current={index} />
				<div className="mt-6 grid">
					{services.map((service, item) => (
						<Caption key={service.slug} service={service} shown={item === index} />
					))}
				</div>
				<div className="-ml-3 mt-4 flex flex-wrap items-center motion-reduce:-ml-1.5">
					<RotationControl what="services" paused={paused} onToggle={togglePause} />
					{services.map(({ slug, title }, item) => (
						<button
							key={slug}
							type="button"
							aria-label={`Show ${title}`}
							aria-current={item === index}
							onClick={() => select(item)}
							className="group grid h-11 w-8 cursor-pointer place-items-center"
						>
							<span className="h-3 w-3.5 rounded-bowl bg-edge transition-[width] duration-240 ease-out group-hover:bg-ink group-aria-[current=true]:w-6 group-aria-[current=true]:bg-ink" />
						</button>
					))}
				</div>
			</div>
		</div>
	);
}

/** In the browser they are read from what the server has rendered. */
function servicesInPage(): Shown[] {
	const links = document.querySelectorAll<HTMLAnchorElement>("[data-island=home-showcase] a");
	return [...links].map((link) => {
		const [caption, description] = link.previousElementSibling?.querySelectorAll("p") ?? [];
		return {
			slug: link.pathname.slice("/services/".length) as Service["slug"],
			title: link.textContent,
			caption: caption?.textContent ?? "",
			description: description?.textContent ?? "",
		};
	});
}

function ServiceCard({ title, current, onSelect }: { title: string; current: boolean; onSelect: () => void }) {
	return (
		<button
			type="button"
			aria-current={current}
			onClick={onSelect}
			className="group flex min-h-12 w-full cursor-pointer items-center py-2.5 text-left font-display text-[clamp(1.25rem,1rem+0.85vw,1.75rem)] text-quiet leading-tight tracking-[-0.015em] transition-colors hover:text-ink aria-[current=true]:text-ink"
		>
			<Pilcrow className="absolute right-full mr-[0.3em] h-[0.72em] translate-x-1 text-vermilion opacity-0 transition-[opacity,translate] duration-240 ease-out group-aria-[current=true]:translate-x-0 group-aria-[current=true]:opacity-100" />
			{title}
		</button>
	);
}

function Caption({ service, shown }: { service: Shown; shown: boolean }) {
	return (
		<div
			className={clsx(
				"grid content-start justify-items-start gap-4 [grid-area:1/1]",
				shown ? "transition-opacity duration-320" : "invisible opacity-0",
			)}
		>
			<div className="max-w-[34em]">
				<p className="text-balance font-display text-h3">{service.caption}</p>
				<p className="mt-2 text-pretty text-quiet">{service.description}</p>
			</div>
			<a href={`/services/${service.slug}`} className="rule-link group inline-flex items-center gap-2">
				{service.title}
				<ArrowRight
					aria-hidden
					className="size-4 transition-[translate] duration-240 ease-out group-hover:translate-x-1"
					strokeWidth={1.75}
				/>
			</a>
		</div>
	);
}

type ShowcasePicturesProps = ShowcaseProps & { current: number };

/** One over the other on the color of their walls. Each shows when it is there. */
function ShowcasePictures({ services, pictures, current }: ShowcasePicturesProps) {
	// The first one is in the server's page and shows as it comes, without scripts, too.
	const [loaded, setLoaded] = useState<readonly number[]>([0]);
	const shown = services[current];
	return (
		<div
			className="grid overflow-hidden rounded-l-[44vw] transition-colors duration-320 lg:rounded-l-[20rem]"
			style={{ background: shown && `var(--band-${shown.slug})` }}
		>
			{pictures.map((picture, item) => (
				<Picture
					key={services[item]?.slug}
					{...picture}
					alt={item === current ? picture.alt : ""}
					sizes="(width < 64rem) 92vw, (width < 75rem) 54vw, 45vw"
					onLoad={() => setLoaded((earlier) => [...earlier, item])}
					className={clsx(
						"aspect-3/2 w-full object-cover transition-opacity duration-320 [grid-area:1/1]",
						(item !== current || !loaded.includes(item)) && "opacity-0",
					)}
				/>
			))}
		</div>
	);
}

/** Hydrated as soon as it is in view: from then on the pictures of all services are loaded before they are shown. */
function usePictures(first: readonly SlotPicture[] | undefined): readonly SlotPicture[] {
	const [pictures, setPictures] = useState(() => first ?? picturesInPage());
	useEffect(() => {
		// Below the page, which may be a preview.
		fetch(`${location.pathname.replace(/\/$/, "")}/showcase.json`)
			.then((answer) => (answer.ok ? answer.json() : Promise.reject()))
			.then(setPictures)
			// The first one stays.
			.catch(() => undefined);
	}, []);
	return pictures;
}

function picturesInPage(): SlotPicture[] {
	const picture = document.querySelector("[data-island=home-showcase] picture");
	const img = picture?.querySelector("img");
	if (!picture || !img) return [];
	const sources = [...picture.querySelectorAll("source")].map(({ type, srcset }) => [
		type.slice("image/".length),
		srcset,
	]);
	const { objectPosition } = img.style;
	return [
		{
			sources: {
				sources: Object.fromEntries(sources),
				img: {
					src: img.getAttribute("src") ?? "",
					w: Number(img.getAttribute("width")),
					h: Number(img.getAttribute("height")),
				},
			},
			alt: img.alt,
			...(objectPosition && { style: { objectPosition } }),
		},
	];
}
