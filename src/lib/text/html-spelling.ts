/** Of long texts, both versions that are being compared stay known. */
const known = new Map<string, string>();
const mostKnown = 4;

/**
 * HTML in one spelling, for comparing it: the server's sanitizer writes `<br />`, `text-align:center`, `#1f5b48`, `Courier New`
 * and the sign of a space that doesn't break, a browser `<br>`, `text-align: center;`, `rgb(31, 91, 72)`, `"Courier New"` and its name.
 */
export function spelledAlike(html: string): string {
	const before = known.get(html);
	if (before !== undefined) return before;
	const spelled = html
		.replaceAll("&nbsp;", "\u00a0")
		.replace(/<[^<>]*>/g, (tag) => tag.replace(/ ?\/>$/, ">").replace(/ style="([^"]*)"/, styleAlike));
	const [oldest] = known.keys();
	if (oldest !== undefined && known.size >= mostKnown) known.delete(oldest);
	known.set(html, spelled);
	return spelled;
}

const styleAlike = (_text: string, style: string) =>
	` style="${plainStyle(style)
		.replace(/([:;,]) /g, "$1")
		.replace(/;$/, "")}"`;

/** Browsers write a color as 'rgb(31, 91, 72)', and a font's name in quotes; the toolbar's lists '#1f5b48', and none. */
export const plainStyle = (style: string): string =>
	style.replace(/["']|&quot;/g, "").replace(/rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)/g, (text, ...parts: string[]) => {
		const levels = parts.slice(0, 3).map(Number);
		return levels.some((level) => level > 255)
			? text
			: `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
	});
