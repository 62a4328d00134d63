import { Line, LineChart, YAxis } from "recharts";

/** A line without axes; a week without a value is a gap. Loaded by WeekChart alone, and the chart library with it. */
export function WeekLine({
	values,
	width,
	height,
}: {
	values: readonly (number | null)[];
	width: number;
	height: number;
}) {
	return (
		<LineChart
			width={width}
			height={height}
			data={values.map((value) => ({ value }))}
			margin={{ top: 3, right: 3, bottom: 3, left: 3 }}
			accessibilityLayer={false}
		>
			<YAxis hide domain={[0, "dataMax"]} />
			<Line
				dataKey="value"
				type="linear"
				stroke="currentColor"
				strokeWidth={1.5}
				isAnimationActive={false}
				dot={<LastDot last={values.length - 1} />}
				activeDot={false}
			/>
		</LineChart>
	);
}

/** Marks where the line has got to, and a week that stands alone. */
function LastDot({
	cx,
	cy,
	index,
	last,
	value,
}: {
	cx?: number;
	cy?: number;
	index?: number;
	last: number;
	value?: unknown;
}) {
	if (index !== last || value === null || cx === undefined || cy === undefined) return null;
	return <circle cx={cx} cy={cy} r={2.5} fill="currentColor" />;
}
