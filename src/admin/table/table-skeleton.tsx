import { clsx } from "clsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TableHead, tracksOf } from "./data-table.tsx";
import type { Column } from "./data-table-row.tsx";

const rows = [1, 2, 3, 4, 5];

/** Five rows with the size of the rows that are loading: two lines in the first cell, and badges for statuses. */
export function TableSkeleton<Row>({
	columns,
	selectable = false,
}: {
	columns: readonly Column<Row>[];
	selectable?: boolean;
}) {
	const tall = columns.some(({ twoLines }) => twoLines);
	return (
		<div role="status">
			<span className="sr-only">Loading</span>
			<table
				aria-hidden="true"
				style={tracksOf(columns, selectable)}
				className="block w-full border-border md:rounded-md md:border md:border-b-0 md:bg-card"
			>
				<TableHead columns={columns} select={selectable ? null : undefined} />
				<tbody className="block max-md:grid max-md:gap-2.5">
					{rows.map((row) => (
						<tr
							key={row}
							className="grid items-center border-border border-l-3 border-l-transparent max-md:h-39 max-md:rounded-md max-md:border max-md:border-l-border max-md:bg-card max-md:p-3.5 md:h-13.5 md:grid-cols-(--columns-narrow) md:border-b xl:grid-cols-(--columns)"
						>
							{selectable && <td className="max-md:hidden" />}
							{columns.map((column, index) => (
								<td
									key={column.header}
									className={clsx(
										"grid gap-1.5 md:px-2 xl:px-3.5",
										index > 1 && "max-md:hidden",
										column.numeric && "justify-items-end",
									)}
								>
									<Skeleton
										className={clsx(
											"h-3",
											index === 0 ? "w-2/5" : "w-3/5",
											column.header === "Status" && "h-6! rounded-bowl!",
										)}
									/>
									{(tall ? column.twoLines : index === 0) && <Skeleton className="h-2.5 w-3/5" />}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
