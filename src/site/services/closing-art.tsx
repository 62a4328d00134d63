import type { ComponentProps, ReactNode } from "react";
import { firm } from "#lib/firm.ts";
import type { ServiceSlug } from "./services.ts";

// How a page ends: in the closing band, a drawing from bowls and stems of what the page began with.

/** A square at the right of the band, from 768 px on. */
function Square({ children }: { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 400 400"
			aria-hidden="true"
			className="absolute right-[max(var(--spacing-gutter),(100%-var(--container-page))/2)] bottom-0 closing-art hidden h-[min(100%,26rem)] lg:block"
		>
			{children}
		</svg>
	);
}

type MarkProps = ComponentProps<"path"> & { at: number; size: number; base?: number };

/** A pilcrow that stands on the band's lower edge, or on `base`; its bowl ends at `at`. None for a firm with a logo of its own. */
function Mark({ at: x, size, base = 400, ...rest }: MarkProps) {
	if (firm().brand?.logo) return null;
	const [top, bowl, stem] = [base - size, size * 0.345, size * 0.155];
	const stems = [x, x + size * 0.25].map((left) => `M${left} ${top}h${stem}v${size}h-${stem}z`);
	return <path d={`M${x} ${top}v${2 * bowl}a${bowl} ${bowl} 0 0 1 0-${2 * bowl}z${stems.join("")}`} {...rest} />;
}

const page = "M60 60h270v340H60z";

/** An article's: what is to be said, and the mark where it begins. */
export const firstLineArt = (
	<Square>
		<Mark at={110} size={210} className="fill-vermilion" />
		<path d="M229 190h171v28H229a14 14 0 0 1 0-28" className="fill-ink" />
		<path d="M229 246h171v28H229a14 14 0 0 1 0-28M229 302h103v28H229a14 14 0 0 1 0-28" fill="#a2d3e2" />
	</Square>
);

/** The careers page's: a badge that waits for its name. */
export const badgeArt = (
	<Square>
		<path d="M180 0h16v92h-16zM244 0h16v92h-16z" className="fill-vermilion" />
		<path d="M164 84h112v24H164z" className="fill-ink" />
		<path d="M80 108h280v240H80z" className="fill-paper" />
		<Mark at={139} size={90} base={240} className="fill-vermilion" />
		<path d="M108 268h224v4H108zM108 306h140v4H108z" className="fill-ink" />
	</Square>
);

export const closingArt: Record<ServiceSlug, ReactNode> = {
	/** The listening end of the tin-can line. */
	"corporate-communications": (
		<>
			<i className="absolute right-0 bottom-52 hidden h-0.5 w-[calc(max(var(--spacing-gutter),(100%-var(--container-page))/2)+6rem)] bg-vermilion forced-color-adjust-none lg:block" />
			<svg
				viewBox="0 0 140 200"
				aria-hidden="true"
				className="absolute right-[calc(max(var(--spacing-gutter),(100%-var(--container-page))/2)+6rem)] closing-art bottom-[calc(13rem-7.5rem)] hidden h-60 lg:block"
			>
				<path d="M24 0l116 34v132L24 200z" className="fill-vermilion" />
				<path d="M24 0a24 100 0 0 1 0 200A24 100 0 0 1 24 0" className="fill-paper" />
			</svg>
		</>
	),
	"brand-development": (
		<Square>
			<Mark at={42} size={120} fill="#dcab6c" />
			<Mark at={156} size={170} fill="#f6ebe6" />
			<Mark at={309} size={225} fill="#3a1531" />
		</Square>
	),
	"public-relations": (
		<Square>
			<path d={page} className="fill-paper" />
			<path
				d="M85 85h220v22H85zM85 250h100v8H85zm0 20h100v8H85zm0 20h100v8H85zm0 20h100v8H85zm0 20h100v8H85zm0 20h100v8H85zm120-215h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205zm0 20h100v8H205z"
				className="fill-ink"
			/>
			<path d="M185 130v100a50 50 0 0 1 0-100" className="fill-vermilion" />
		</Square>
	),
	/** A clock at three. */
	"contact-center": (
		<Square>
			<circle cx="200" cy="200" r="160" fill="#fff" />
			<path d="M194 70h12v130h-12z" className="fill-ink" />
			<path d="M194 192h100v16H194a8 8 0 0 1 0-16" className="fill-gold" />
		</Square>
	),
	/** The viewfinder. */
	photography: (
		<Square>
			<path d="M20 110V50h80M300 50h80v60M380 290v60h-80M100 350H20v-60" fill="none" stroke="#fff" strokeWidth="4" />
			<path d="M200 110a90 90 0 0 0 0 180z" className="fill-rose" />
			<path d="M200 110a90 90 0 0 1 0 180v-55a35 35 0 0 0 0-70z" className="fill-gold" />
		</Square>
	),
	/** The clapper's arm. */
	videography: (
		<div
			aria-hidden
			className="absolute inset-x-0 top-0 h-8 forced-color-adjust-none bg-[repeating-linear-gradient(115deg,var(--color-ink)_0_4rem,#fff_4rem_8rem,var(--color-ink)_8rem_12rem,var(--color-vermilion)_12rem_16rem)]"
		/>
	),
	/** A blank page with the mark at its top left. */
	"graphic-design": (
		<Square>
			<path d={page} fill="#fff" />
			<path d="M30 60h20M60 30v20M340 60h20M330 30v20" stroke="#24101f" strokeWidth="2" />
			<Mark at={112} size={80} base={176} className="fill-vermilion" />
		</Square>
	),
};
