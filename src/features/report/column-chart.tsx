import { useIsPhone } from "#admin/table/viewport.ts";
import type { Series } from "./report.schema.ts";

type ColumnChartProps = {
	/** Says what is shown to those who don't see it. The table has the values. */
	label: string;
	/** Below each group of columns. */
	names: readonly string[];
	series: readonly Series[];
	format(value: number): string;
};

const height = 200;
const plot = { left: 64, right: 8, top: 12, bottom: 26 };
/** Drawn narrower on a phone, so that the letters keep their size. */
const widths = { phone: 330, other: 640 };

/** They differ in lightness, so no one has to tell hues apart. */
const fills = ["fill-sky-deep dark:fill-sky", "fill-vermilion"];

/** Columns of one or two series, side by side, from 0 to a round number. */
export function ColumnChart({ label, names, series, format }: ColumnChartProps) {
	const width = useIsPhone() ? widths.phone : widths.other;
	const values = series.flatMap((each) => each.values.map(Number));
	const top = roundUp(Math.max(...values, 1));
	const step = (width - plot.left - plot.right) / names.length;
	const column = Math.min(26, (step * 0.72) / series.length);
	const yOf = (value: number) => height - plot.bottom - (value / top) * (height - plot.top - plot.bottom);
	// So many names have room.
	const every = Math.ceil((names.length * 44) / (width - plot.left));
	return (
		<figure className="grid gap-2">
			{series.length > 1 && (
				<figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
					{series.map(({ name }, index) => (
						<span key={name} className="inline-flex items-center gap-1.5">
							<svg aria-hidden width={10} height={10}>
								<rect width={10} height={10} rx={2} className={fills[index]} />
							</svg>
							{name}
						</span>
					))}
				</figcaption>
			)}
			<svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="w-full text-muted-foreground">
				{[0, top / 2, top].map((value) => (
					<g key={value}>
						<line
							x1={plot.left}
							x2={width - plot.right}
							y1={yOf(value)}
							y2={yOf(value)}
							className="stroke-border"
							strokeWidth={1}
						/>
						<text x={plot.left - 8} y={yOf(value) + 4} textAnchor="end" fontSize={12} fill="currentColor">
							{format(value)}
						</text>
					</g>
				))}
				{names.map((name, month) => {
					const middle = plot.left + (month + 0.5) * step;
					return (
						<g key={name}>
							{series.map(({ name: of, values: heights }, index) => {
								const value = heights[month];
								if (!value) return null;
								const x = middle + (index - series.length / 2) * column;
								return (
									<rect
										key={of}
										x={x + 1}
										y={yOf(value)}
										width={column - 2}
										height={yOf(0) - yOf(value)}
										rx={2}
										className={fills[index]}
									/>
								);
							})}
							{(names.length - 1 - month) % every === 0 && (
								<text x={middle} y={height - 8} textAnchor="middle" fontSize={12} fill="currentColor">
									{name}
								</text>
							)}
						</g>
					);
				})}
			</svg>
		</figure>
	);
}

/** 1, 2, 5, 10, 20, 50 … whose half is a round number, too, where it can be. */
export function roundUp(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	const factor = [1, 2, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10;
	return Math.max(2, factor * power);
}
