type WeekChartProps = {
	/** Oldest first. Null stands for a week without data, which is a gap in the line. */
	values: readonly (number | null)[];
	format(value: number): string;
	width: number;
	height: number;
};

/** Space around the line, so that the dot at its end is not cut off. */
const margin = 3;

/** The last weeks as a small line from 0 to the largest value, and as text for screen readers. */
export function WeekChart({ values, format, width, height }: WeekChartProps) {
	const highest = Math.max(...values.map(Number), 1e-9);
	const points = values.map((value, week) => ({
		x: margin + (week * (width - 2 * margin)) / (values.length - 1),
		y: value === null ? null : height - margin - (value / highest) * (height - 2 * margin),
	}));
	// "h0" draws a dot for a week between two gaps.
	const line = points.map(({ x, y }, week) => {
		if (y === null) return "";
		return points[week - 1]?.y == null ? `M${x} ${y}h0` : `L${x} ${y}`;
	});
	const last = points.at(-1);
	const text = `${values.length} weeks: ${values.map((value) => (value === null ? "none" : format(value))).join(", ")}`;
	return (
		<svg
			role="img"
			aria-label={text}
			width={width}
			height={height}
			fill="none"
			className="block shrink-0 text-sky-deep dark:text-sky"
		>
			<title>{text}</title>
			<path d={line.join("")} stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round" />
			{last && last.y !== null && <circle cx={last.x} cy={last.y} r={2.5} fill="currentColor" />}
		</svg>
	);
}
