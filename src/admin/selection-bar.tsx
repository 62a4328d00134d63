import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import type { List } from "./list.ts";
import type { ListRow } from "./list-rows.ts";
import type { Selection } from "./selection.ts";
import { changeStatuses } from "./statuses.ts";

/** Stays in sight below the rows while some are selected: what can be done with all of them at once. */
export function SelectionBar<Row extends ListRow & { status: Status }, Status extends string>({
	list,
	selection,
	rows,
	of,
	onDone,
}: {
	list: List<Row, Status>;
	selection: Selection;
	/** Those that are selected. */
	rows: readonly Row[];
	/** How many are listed. */
	of: number;
	/** The bar is about to go, and the focus with it. */
	onDone(): void;
}) {
	const client = useQueryClient();
	const [saving, setSaving] = useState(false);

	function handleClear(): void {
		selection.clear();
		onDone();
	}

	async function handleStatus(status: Status): Promise<void> {
		setSaving(true);
		await changeStatuses(client, list, rows, status).then(handleClear, () => {});
		setSaving(false);
	}

	const statuses = list.bulkStatuses ?? (Object.keys(list.statusLabels) as Status[]);
	return (
		<>
			<p role="status" className="sr-only">
				{rows.length > 0 && `${rows.length.toLocaleString("en-US")} selected`}
			</p>
			{rows.length > 0 && (
				<section
					aria-label="Selected rows"
					className="sticky bottom-4 z-20 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 self-start rounded-md border border-border bg-popover px-3 py-2 text-popover-foreground shadow-pop max-md:hidden"
				>
					<p aria-hidden className="font-semibold tabular-nums">
						{rows.length.toLocaleString("en-US")} selected
					</p>
					{rows.length < of && (
						<Button size="dense" variant="ghost" onClick={selection.toggleAll}>
							Select All {of.toLocaleString("en-US")}
						</Button>
					)}
					<fieldset className="flex flex-wrap items-center gap-1.5">
						<legend className="float-left mr-1 text-muted-foreground">Set status</legend>
						{statuses.map((status) => (
							<Button
								key={status}
								size="dense"
								variant="secondary"
								busy={saving}
								onClick={() => void handleStatus(status)}
							>
								{list.statusLabels[status]}
							</Button>
						))}
					</fieldset>
					<Button
						size="dense"
						variant="ghost"
						aria-label="Clear selection"
						title="Clear selection"
						onClick={handleClear}
						className="px-2.25!"
					>
						<X aria-hidden className="size-4" strokeWidth={1.75} />
					</Button>
				</section>
			)}
		</>
	);
}
