/** One line of the table that `npm run bench` prints. */
export type Figure = {
	what: string;
	value: number;
	unit: string;
	/** The goal of docs/performance.md; `atMost` unless it says otherwise. */
	goal?: { atMost: number } | { atLeast: number };
};

/** `met`, `missed`, or empty for a figure without a goal. */
function verdict({ value, goal }: Figure): string {
	if (!goal) return "";
	const met = "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast;
	return met ? "met" : "missed";
}

export function toMarkdown(figures: readonly Figure[]): string {
	const rows = figures.map((figure) => {
		const { goal } = figure;
		const wanted = !goal ? "" : "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
		return `| ${figure.what} | ${round(figure.value)} ${figure.unit} | ${wanted} | ${verdict(figure)} |`;
	});
	return ["| What | Measured | Goal | |", "|---|---:|---:|---|", ...rows].join("\n");
}

const round = (value: number) =>
	Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : Number(value.toPrecision(3)).toString();

export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
