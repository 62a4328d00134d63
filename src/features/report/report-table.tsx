import type { ReactNode } from "react";

/** The numbers behind a picture. The first column names the row. */
export function ReportTable({
	caption,
	headers,
	rows,
}: {
	caption: string;
	headers: readonly string[];
	rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
		<section aria-label={`Table: ${caption}`} tabIndex={0} className="overflow-x-auto">
			<table className="w-full text-left">
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr className="border-border border-b">
						{headers.map((header, index) => (
							<th
								key={header}
								scope="col"
								className={`py-1.5 pr-4 font-semibold text-muted-foreground text-xs ${index > 0 ? "text-right" : ""}`}
							>
								{header}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ key, cells: [name, ...cells] }) => (
						<tr key={key} className="border-border border-b last:border-b-0">
							<th scope="row" className="py-1.5 pr-4 font-normal">
								{name}
							</th>
							{cells.map((cell, index) => (
								<td key={headers[index + 1]} className="py-1.5 pr-4 text-right tabular-nums">
									{cell}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
