// Every glyph is composed of the two parts of the pilcrow, on a grid of 72: the bowl (a half-disc) and the stem (a
// bar). Its two colors come from the page, so the same glyph works on light and dark bands.

type Tone = "base" | "accent";
type Side = "left" | "right" | "up" | "down";

/** A half-disc. The middle of its flat side is at x, y, and its round side points to `side`. */
function bowl(side: Side, x: number, y: number, r: number): string {
	const arcs = {
		left: `M${x} ${y - r}v${2 * r}a${r} ${r} 0 0 1 0-${2 * r}z`,
		right: `M${x} ${y - r}v${2 * r}a${r} ${r} 0 0 0 0-${2 * r}z`,
		up: `M${x - r} ${y}h${2 * r}a${r} ${r} 0 0 0-${2 * r} 0z`,
		down: `M${x - r} ${y}h${2 * r}a${r} ${r} 0 0 1-${2 * r} 0z`,
	};
	return arcs[side];
}

function stem(x: number, y: number, width: number, height: number): string {
	return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** A bar whose left end is a bowl. */
function bar(x: number, y: number, width: number, height: number): string {
	const r = height / 2;
	return bowl("left", x + r, y + r, r) + stem(x + r, y, width - r, height);
}

function disc(x: number, y: number, r: number): string {
	return bowl("left", x, y, r) + bowl("right", x, y, r);
}

const glyphs = {
	align: { accent: stem(8, 6, 8, 60), base: stem(22, 12, 28, 12) + stem(22, 30, 44, 12) + stem(22, 48, 36, 12) },
	clapper: { base: stem(8, 34, 56, 30), accent: "M7 21L59 7l3 11L10 32z" },
	clock: { base: disc(36, 36, 32), accent: stem(33, 14, 6, 25) + stem(33, 33, 20, 6) },
	cut: { base: stem(8, 16, 14, 50) + stem(50, 16, 14, 50), accent: stem(29, 6, 14, 50) },
	dash: { base: bar(4, 12, 40, 12) + bar(20, 48, 34, 12), accent: bar(14, 30, 54, 12) },
	dome: { base: `${bowl("up", 36, 62, 32)}${stem(33, 8, 6, 14)}`, accent: bowl("up", 36, 62, 15) },
	dovetail: {
		base: "M4 10h30v12a14 14 0 0 1 0 28v12H4z",
		accent: "M40 10h28v52H40v-7a19 19 0 0 0 0-38z",
	},
	exchange: { base: bowl("left", 26, 26, 22), accent: bowl("right", 32, 46, 22) },
	gauge: { base: "M4 58a32 32 0 0 1 64 0H54a18 18 0 0 0-36 0z", accent: "M33 58L52 20l5 3-14 38a6 6 0 0 1-10-3z" },
	halves: { base: bowl("left", 34, 36, 28), accent: bowl("right", 38, 36, 28) },
	headset: {
		base: "M6 44V38a30 30 0 0 1 60 0v6H54v-6a18 18 0 0 0-36 0v6z",
		accent: bowl("left", 18, 52, 12) + bowl("right", 54, 52, 12),
	},
	lens: {
		base: bowl("left", 36, 36, 32) + bowl("right", 36, 36, 12),
		accent: `M36 4a32 32 0 0 1 0 64V48a12 12 0 0 0 0-24z${bowl("left", 36, 36, 12)}`,
	},
	mark: { base: stem(26, 4, 10, 64) + stem(42, 4, 10, 64), accent: bowl("left", 26, 26, 22) },
	pinwheel: {
		base: bowl("up", 20, 36, 16) + bowl("down", 52, 36, 16),
		accent: bowl("right", 36, 20, 16) + bowl("left", 36, 52, 16),
	},
	rays: { base: stem(42, 10, 26, 10) + stem(42, 31, 22, 10) + stem(42, 52, 26, 10), accent: bowl("left", 36, 36, 28) },
	rise: { base: stem(8, 48, 14, 20) + stem(29, 32, 14, 36), accent: `${bowl("up", 57, 11, 7)}${stem(50, 11, 14, 57)}` },
	stack: { base: bar(8, 10, 58, 12) + bar(8, 30, 46, 12), accent: bar(8, 50, 28, 12) },
	thread: { base: bowl("left", 22, 36, 18) + bowl("right", 50, 36, 18), accent: stem(22, 33, 28, 6) },
	tiles: {
		base: bowl("left", 34, 19, 15) + stem(38, 38, 30, 30),
		accent: disc(53, 19, 15) + bowl("up", 19, 68, 15),
	},
	together: { base: bowl("right", 8, 36, 24) + bowl("left", 64, 36, 24), accent: stem(33, 8, 6, 56) },
} satisfies Record<string, Record<Tone, string>>;

export type GlyphName = keyof typeof glyphs;

/**
 * A decorative two-color sign for a pillar or a card. It uses the text color and the custom property `--glyph-accent`
 * (vermilion by default): `<Glyph name="rise" className="size-18 text-sky" />`.
 */
export function Glyph({ name, className }: { name: GlyphName; className?: string }) {
	return (
		<svg viewBox="0 0 72 72" className={className} aria-hidden="true">
			<path fill="currentColor" d={glyphs[name].base} />
			<path fill="var(--glyph-accent, var(--color-vermilion))" d={glyphs[name].accent} />
		</svg>
	);
}
