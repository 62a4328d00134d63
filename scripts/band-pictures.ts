// npm run band-pictures: the first pictures of the home page and of the service pages, from their masters in art/. A picture that lies in a band of
// its wall's color has to meet the band without a seam, so the wall is brought to the band's color toward the edges.
// Objects stay as they are: they are neither faded nor cut. Walls lose their grain, see `withoutGrain`.
import sharp, { type Sharp } from "sharp";

type Color = readonly [number, number, number];
type Pixels = { data: Float32Array; width: number; height: number };
type Point = (x: number, y: number) => number;

const hex = (color: string): Color => {
	const value = Number.parseInt(color.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
};
const clamp = (value: number) => Math.min(1, Math.max(0, value));
/** 0 up to `from`, 1 from `to` on. */
const ramp = (value: number, from: number, to: number) => {
	const t = clamp((value - from) / (to - from));
	return t * t * (3 - 2 * t);
};

const read = (slug: string) => pixelsOf(sharp(`art/service-${slug}.jpg`));

async function pixelsOf(image: Sharp): Promise<Pixels> {
	const { data, info } = await image.removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
	return { data: Float32Array.from(data), width: info.width, height: info.height };
}

function at({ data, width, height }: Pixels, x: number, y: number): Color {
	const column = Math.min(width - 1, Math.max(0, Math.round(x)));
	const row = Math.min(height - 1, Math.max(0, Math.round(y)));
	const i = (row * width + column) * 3;
	return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
}

function set({ data, width }: Pixels, x: number, y: number, color: Color): void {
	data.set(color, (y * width + x) * 3);
}

const distance = (one: Color, other: Color) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
const mix = (one: Color, other: Color, share: number): Color => [
	one[0] + (other[0] - one[0]) * share,
	one[1] + (other[1] - one[1]) * share,
	one[2] + (other[2] - one[2]) * share,
];

/** A new picture of this size; `colorAt` sees the pixels of the former one. */
function draw(width: number, height: number, colorAt: (x: number, y: number) => Color): Pixels {
	const pixels: Pixels = { data: new Float32Array(width * height * 3), width, height };
	for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) set(pixels, x, y, colorAt(x, y));
	return pixels;
}

const crop = (pixels: Pixels, left: number, top: number, width: number, height: number) =>
	draw(width, height, (x, y) => at(pixels, x + left, y + top));

const cell = 10;
/** In cells, from fine to coarse: where there is no wall nearby, it is guessed from further away. */
const reaches = [3, 12, 48];

type Field = { plane: (channel: number, x: number, y: number) => number };

/**
 * The wall and the floor without what stands in front of them: a smooth field from the pixels for which `isWall` is 1, at a
 * tenth of the size.
 */
function wallOf(pixels: Pixels, isWall: Point): (x: number, y: number) => Color {
	const fields = reaches.map((reach) => blurredWall(pixels, isWall, reach));
	return (x, y) => {
		let color: Color = [0, 0, 0];
		for (const { plane } of fields.toReversed()) {
			const weight = plane(3, x, y);
			const own: Color = [plane(0, x, y) / weight, plane(1, x, y) / weight, plane(2, x, y) / weight];
			color = color[0] === 0 ? own : mix(color, own, ramp(weight, 0, 50));
		}
		return color;
	};
}

/** Sums of color and weight of the wall in each cell, blurred. */
function blurredWall(pixels: Pixels, isWall: Point, reach: number): Field {
	const [width, height] = [Math.ceil(pixels.width / cell), Math.ceil(pixels.height / cell)];
	const planes = [0, 1, 2, 3].map(() => new Float32Array(width * height));
	for (let y = 0; y < pixels.height; y++) {
		for (let x = 0; x < pixels.width; x++) {
			const weight = isWall(x, y) + 1e-9;
			const i = Math.floor(y / cell) * width + Math.floor(x / cell);
			for (const [channel, value] of [...at(pixels, x, y), 1].entries()) {
				const plane = planes[channel];
				if (plane) plane[i] = (plane[i] ?? 0) + value * weight;
			}
		}
	}
	for (const plane of planes) for (let pass = 0; pass < 3; pass++) boxBlur(plane, width, height, reach);
	return { plane: (channel, x, y) => sample(planes[channel], width, height, x / cell - 0.5, y / cell - 0.5) };
}

/** Between cells, linear. */
function sample(plane: Float32Array | undefined, width: number, height: number, x: number, y: number): number {
	const [left, top] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
	const [x0, y0] = [Math.floor(left), Math.floor(top)];
	const value = (column: number, row: number) =>
		plane?.[Math.min(height - 1, row) * width + Math.min(width - 1, column)] ?? 0;
	const [u, v] = [left - x0, top - y0];
	const upper = value(x0, y0) * (1 - u) + value(x0 + 1, y0) * u;
	return upper * (1 - v) + (value(x0, y0 + 1) * (1 - u) + value(x0 + 1, y0 + 1) * u) * v;
}

function boxBlur(plane: Float32Array, width: number, height: number, radius: number): void {
	const blurLine = (start: number, step: number, length: number) => {
		const line = Float32Array.from({ length }, (_, i) => plane[start + i * step] ?? 0);
		let [sum, count] = [0, 0];
		for (let i = -radius; i < length; i++) {
			const [entering, leaving] = [i + radius, i - radius - 1];
			if (entering < length) [sum, count] = [sum + (line[entering] ?? 0), count + 1];
			if (leaving >= 0) [sum, count] = [sum - (line[leaving] ?? 0), count - 1];
			if (i >= 0) plane[start + i * step] = sum / count;
		}
	};
	for (let y = 0; y < height; y++) blurLine(y * width, 1, width);
	for (let x = 0; x < width; x++) blurLine(x, width, height);
}

const brightness = ([r, g, b]: Color) => 0.3 * r + 0.6 * g + 0.1 * b;

/** A pixel under the light that gives the ground another color. The darker it is, the less it changes. */
function relit(color: Color, ground: Color, target: Color, share: number): Color {
	const part = share * Math.min(1, brightness(color) / brightness(ground));
	return [
		color[0] + (target[0] - ground[0]) * part,
		color[1] + (target[1] - ground[1]) * part,
		color[2] + (target[2] - ground[2]) * part,
	];
}

/** Moves the wall to `target` where `share` is 1. What stands in front keeps its difference from the wall. */
const relight = (pixels: Pixels, wall: (x: number, y: number) => Color, target: Color, share: Point) =>
	draw(pixels.width, pixels.height, (x, y) => relit(at(pixels, x, y), wall(x, y), target, share(x, y)));

/** Half the side of the square in which a surface is flat or not, and the differences of brightness that decide it. */
const [reach, flat, rough] = [10, 2.5, 5];

/**
 * The same picture with smooth walls. AVIF at our quality makes streaks and blotches of fine grain on a flat surface, which
 * show on wide screens. Edges and textures stay: what is smoothed follows the brightness (a guided filter), and only where
 * nothing but grain is near.
 */
function withoutGrain(pixels: Pixels): Pixels {
	const { data, width, height } = pixels;
	const blurred = (valueAt: (i: number) => number) => {
		const plane = Float32Array.from({ length: width * height }, (_, i) => valueAt(i));
		boxBlur(plane, width, height, reach);
		return (i: number) => plane[i] ?? 0;
	};
	const value = (i: number, channel: number) => data[i * 3 + channel] ?? 0;
	const light = (i: number) => brightness([value(i, 0), value(i, 1), value(i, 2)]);
	const mean = blurred(light);
	const square = blurred((i) => light(i) ** 2);
	const variance = (i: number) => Math.max(0, square(i) - mean(i) ** 2);
	const channels = [0, 1, 2].map((channel) => {
		const own = blurred((i) => value(i, channel));
		const ownSquare = blurred((i) => value(i, channel) ** 2);
		const product = blurred((i) => value(i, channel) * light(i));
		const slope = (i: number) => (product(i) - own(i) * mean(i)) / (variance(i) + flat ** 2 * 4);
		const slopes = blurred(slope);
		const bases = blurred((i) => own(i) - slope(i) * mean(i));
		const spread = (i: number) => Math.sqrt(Math.max(0, ownSquare(i) - own(i) ** 2));
		return { smooth: (i: number) => slopes(i) * light(i) + bases(i), spread };
	});
	const smoothed = Float32Array.from(data, (original, at) => {
		const i = Math.floor(at / 3);
		const share = 1 - ramp(Math.max(...channels.map(({ spread }) => spread(i))), flat, rough);
		return share === 0 ? original : original + ((channels[at % 3]?.smooth(i) ?? original) - original) * share;
	});
	return { data: smoothed, width, height };
}

const imageOf = ({ data, width, height }: Pixels) =>
	sharp(
		Uint8Array.from(data, (value) => Math.min(255, Math.max(0, Math.round(value)))),
		{
			raw: { width, height, channels: 3 },
		},
	);

const save = (name: string, picture: Pixels) =>
	imageOf(withoutGrain(picture))
		.jpeg({ quality: 92, chromaSubsampling: "4:4:4", mozjpeg: true })
		.toFile(`art/${name}.jpg`);

const write = (slug: string, picture: Pixels) => save(`band-${slug}`, picture);

async function publicRelations() {
	const picture = await read("public-relations");
	const wall = wallOf(picture, (x, y) => {
		const [r, g, b] = at(picture, x, y);
		return r > 190 && g > 120 && g < 190 && b < 60 ? 1 : 0;
	});
	const share: Point = (x, y) => Math.max(1 - ramp(x, 0, picture.width * 0.4), 1 - ramp(y, 0, picture.height * 0.35));
	await write("public-relations", relight(picture, wall, hex("#e6a50c"), share));
}

/** Ends in its band at both sides, because on a wide screen it is narrower than the band. */
async function corporateCommunications() {
	const band = hex("#bee0e3");
	const picture = await read("corporate-communications");
	const { width } = picture;
	const fromSide = (x: number) => Math.min(x, width - 1 - x) / width;
	const wall = wallOf(picture, (x, y) => {
		const [r, g, b] = at(picture, x, y);
		return r > 90 && b - r > 14 && g - r > 8 ? 1 : 0;
	});
	const share: Point = (x, y) => Math.max(1 - ramp(fromSide(x), 0, 0.2), 1 - ramp(y, 0, picture.height * 0.3));
	const lit = relight(picture, wall, band, share);
	// The shadow of the right stack runs on to the edge.
	await write(
		"corporate-communications",
		draw(width, lit.height, (x, y) => mix(at(lit, x, y), band, 1 - ramp(fromSide(x), 0, 0.08))),
	);
}

/** Without the drum behind the headset, which a narrower picture would cut. */
async function contactCenter() {
	const master = await read("contact-center");
	const isGreen = ([r, g, b]: Color) => g > r * 1.35 && g > b * 1.15;
	const isPlate = ([r, g]: Color) => r > 130 && r > g;
	const inDrum: Point = (x, y) =>
		isPlate(at(master, x, y)) ? 0 : ramp(x, 1216, 1232) * ramp(y, 530, 562) * (1 - ramp(y, 915, 960));
	const wall = wallOf(master, (x, y) => (isGreen(at(master, x, y)) && inDrum(x, y) === 0 ? 1 : 0));
	const cleared = draw(master.width, master.height, (x, y) => mix(at(master, x, y), wall(x, y), inDrum(x, y)));
	const [left, width] = [300, 1048];
	const picture = crop(cleared, left, 0, width, master.height);
	const share: Point = (x, y) =>
		Math.max(1 - ramp(Math.min(x, width - 1 - x), 0, width * 0.3), 1 - ramp(y, 0, master.height * 0.3));
	await write(
		"contact-center",
		relight(picture, (x, y) => wall(x + left, y), hex("#10724a"), share),
	);
}

/** Without the mark of steel, which the master cuts; on a deeper ground, so that the bowl stands out from its band. */
async function brandDevelopment() {
	const master = await read("brand-development");
	const isOrange = ([r, g, b]: Color) => r > 150 && g < r * 0.52 && b < r * 0.32;
	const inStone: Point = (x, y) => 1 - ramp(Math.hypot((x - 350) / 164, (y - 429) / 159), 0.985, 1.015);
	const inSteel: Point = (x, y) =>
		x < 350 ? (1 - inStone(x, y)) * (1 - ramp(x, 335, 350)) * ramp(y, 245, 262) * (1 - ramp(y, 690, 730)) : 0;
	const wall = wallOf(master, (x, y) => (isOrange(at(master, x, y)) && inSteel(x, y) === 0 ? 1 : 0));
	const cleared = draw(master.width, master.height, (x, y) => mix(at(master, x, y), wall(x, y), inSteel(x, y)));
	const left = 60;
	const picture = crop(cleared, left, 0, master.width - left, master.height);
	const share: Point = (x, y) => 0.8 * (1 - ramp(distance(at(picture, x, y), wall(x + left, y)), 60, 130));
	await write(
		"brand-development",
		relight(picture, (x, y) => wall(x + left, y), hex("#bd2c0c"), share),
	);
}

/** Without the panel at the left, which would fade away in mid-air. */
async function photography() {
	const master = await read("photography");
	const isPanel = (x: number, y: number) => x < 118 && y > 72 && y < 905;
	// Its reflection on the wall goes with it.
	const inPanel: Point = (x, y) =>
		Math.max(1 - ramp(x, 111, 118), (1 - ramp(x, 118, 280)) * (1 - ramp(y, 640, 740))) *
		ramp(y, 40, 72) *
		(1 - ramp(y, 905, 1000));
	const inEllipse = (x: number, y: number, middle: number) =>
		1 - ramp(Math.hypot((x - 800) / 685, (y - middle) / 131), 0.995, 1.005);
	const inPlinth: Point = (x, y) =>
		Math.max(inEllipse(x, y, 849), inEllipse(x, y, 950), x >= 113 && y > 828 && y < 950 ? 1 : 0);
	const wall = wallOf(master, (x, y) => (x < 470 && !isPanel(x, y) && inPlinth(x, y + 12) === 0 ? 1 : 0));
	const cleared = draw(master.width, master.height, (x, y) =>
		mix(at(master, x, y), wall(x, y), inPanel(x, y) * (1 - inPlinth(x, y))),
	);
	const band = hex("#521a2f");
	const lit = relight(cleared, wall, band, (x) => 1 - ramp(x, 0, 420));
	// The floor, too, up to the plinth.
	await write(
		"photography",
		draw(lit.width, lit.height, (x, y) => mix(at(lit, x, y), band, 1 - ramp(x, 76, 113))),
	);
}

/** With the end of the clapper's arm, which the master cuts, and the wall above it. */
async function videography() {
	const master = await read("videography");
	const above = 150;
	const isPink = ([r, g, b]: Color) => r > 190 && g > 110 && b > 120 && r - g > 28 && r - g < 110 && b - g < 40;
	const wall = wallOf(master, (x, y) => (isPink(at(master, x, y)) ? 1 : 0));
	// The triangle between the arm's upper edge and its end, which meet above the master's first row.
	const inArm: Point = (x, y) => (1 - ramp(-0.466 * (x - 734) - y, 0, 1.5)) * (1 - ramp(x - 784.3 - 0.438 * y, 0, 1.5));
	const dark: Color = [62, 36, 44];
	const light: Color = [233, 226, 222];
	const picture = draw(master.width, master.height + above, (x, y) => {
		if (y >= above) return at(master, x, y - above);
		const outline = ramp(-0.466 * (x - 735.6) - (y - above), -1, 0);
		const arm = mix(light, dark, Math.max(outline, ramp(x, 765, 766.2)));
		const [mirrored, ground] = [at(master, x, above - y), wall(x, above - y)];
		const behind = distance(mirrored, ground) < 10 ? relit(mirrored, ground, wall(x, 0), 1) : wall(x, 0);
		return mix(behind, arm, inArm(x, y - above));
	});
	const share: Point = (x, y) => Math.max(1 - ramp(x, 0, 560), 1 - ramp(y, above * 0.6, above + 420));
	await write(
		"videography",
		relight(picture, (x, y) => wall(x, Math.max(0, y - above)), hex("#e2a2ad"), share),
	);
}

/** With the rest of the pencil, which the master cuts: it comes from below. */
async function graphicDesign() {
	const band = hex("#edece6");
	const master = await read("graphic-design");
	const [beside, edge, slope] = [300, 8, 0.843];
	const isDesk = ([r, g, b]: Color) => Math.min(r, g, b) > 205 && Math.max(r, g, b) - Math.min(r, g, b) < 18;
	const wall = wallOf(master, (x, y) => (isDesk(at(master, x, y)) && (x < 500 || y < 150 || y > 900) ? 1 : 0));
	// Sheets of paper in the corner, whose edges would end in the band.
	const isCorner = (x: number, y: number) => y < 437 - 0.782 * (x - 95);
	await write(
		"graphic-design",
		draw(master.width + beside, master.height, (column, y) => {
			const x = column - beside;
			const fromTop = 1 - ramp(y, 0, 160);
			if (isCorner(x, y)) return mix(at(master, x, y), band, Math.max(1 - ramp(x, -180, 330), fromTop));
			const rise = slope * Math.max(0, edge - x);
			return relit(
				at(master, Math.max(edge, x), y - rise),
				wall(Math.max(edge, x), y - rise),
				band,
				Math.max(1 - ramp(x, -100, 420), fromTop),
			);
		}),
	);
}

/**
 * The home page's picture, its wall brought to the band above it: for screens wider than its master, and its part for phones, which ends between two objects at
 * either side. No pixel of the wide one is new: it is enlarged once, well and with its edges sharpened, instead of by each
 * browser.
 */
async function hero() {
	const set = await pixelsOf(sharp("art/hero.jpg"));
	const wall = wallOf(set, (x, y) => {
		const [r, g, b] = at(set, x, y);
		return y < set.height * 0.62 && r > 140 && g > r && b - r > 6 && b - r < 80 ? 1 : 0;
	});
	const lit = relight(set, wall, hex("#c3e3eb"), (_x, y) => 1 - ramp(y, set.height * 0.05, set.height * 0.55));
	const master = withoutGrain(lit);
	await save("hero-phone", crop(master, 174, 0, 1536, master.height));
	const wide = imageOf(master).resize(2560, null, { kernel: "lanczos3" });
	await save("hero-wide", await pixelsOf(wide.sharpen({ sigma: 1.2, m1: 0, m2: 1.6 })));
}

await Promise.all([
	hero(),
	corporateCommunications(),
	publicRelations(),
	contactCenter(),
	brandDevelopment(),
	photography(),
	videography(),
	graphicDesign(),
]);
