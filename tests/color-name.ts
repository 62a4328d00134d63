/** The name that a person would give a color, from its red, green and blue (0 to 255) and its opacity. */
export function colorName([r = 0, g = 0, b = 0, a = 255]: readonly number[]): string {
	const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
	if (a === 0) return "none";
	if (high - low < 40) return "grey";
	const sector =
		high === r
			? ((g - b) / (high - low) + 6) % 6
			: high === g
				? (b - r) / (high - low) + 2
				: (r - g) / (high - low) + 4;
	const hue = sector * 60;
	if (hue < 22 || hue > 340) return "red";
	if (hue < 70) return "yellow";
	if (hue < 175) return "green";
	return hue < 245 ? "blue" : "purple";
}
