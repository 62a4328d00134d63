/** Lightness from 0 to 1, chroma from 0 to about 0.4, hue in degrees (CSS Color 4). */
export type Oklch = { l: number; c: number; h: number };

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** @param hex such as '#24101f' */
export function oklchOf(hex: string): Oklch {
	const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear);
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	const [a, yellow] = [
		1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
	];
	return {
		l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		c: Math.hypot(a, yellow),
		h: (Math.atan2(yellow, a) * 180) / Math.PI,
	};
}

/** The nearest color that a screen can show: of less chroma, where it can't show so much. */
export function hexOf({ l, c, h }: Oklch): string {
	const linear = linearOf(l, c, h);
	const isShown = linear.every((value) => value > -0.0001 && value < 1.0001);
	if (!isShown && c > 0.001) return hexOf({ l, c: c * 0.95, h });
	const byte = (value: number) => Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255);
	return `#${linear.map((value) => byte(value).toString(16).padStart(2, "0")).join("")}`;
}

function linearOf(lightness: number, c: number, h: number): number[] {
	const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
}

/** WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
	const luminance = (hex: string) => {
		const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}
