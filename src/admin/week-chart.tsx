import { clsx } from "clsx";
import { type ComponentType, useEffect, useState } from "react";
import type { WeekLine } from "./week-line.tsx";

type WeekChartProps = {
	/** Oldest first; null where there is nothing to show. */
	values: readonly (number | null)[];
	format(value: number): string;
	width: number;
	height: number;
	className?: string;
};

/** The last weeks as a small line, and as text for those who do not see it. The line may fail to load; the text cannot. */
export function WeekChart({ values, format, width, height, className }: WeekChartProps) {
	const [Chart, setChart] = useState<ComponentType<Parameters<typeof WeekLine>[0]>>();
	useEffect(() => {
		import("./week-line.tsx").then(
			(module) => setChart(() => module.WeekLine),
			() => {},
		);
	}, []);
	const text = values.map((value) => (value === null ? "none" : format(value))).join(", ");
	return (
		<span
			role="img"
			aria-label={`${values.length} weeks: ${text}`}
			title={`${values.length} weeks: ${text}`}
			style={{ width, height }}
			className={clsx("block shrink-0 overflow-hidden text-sky-deep dark:text-sky", className)}
		>
			{Chart && <Chart values={values} width={width} height={height} />}
		</span>
	);
}
