import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { choosableStatuses, type List, type ReadOnlyList, takesStatuses } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import type { Selection } from "#admin/lists/selection.ts";
import { changeStatuses } from "#admin/lists/statuses.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { type CsvExport, ExportButton } from "./export-button.tsx";

/** Stays visible below the rows while some are selected, with the actions for all of them. */
export function SelectionBar<Row extends StatusRow>({
	list,
	selection,
	rows,
	note,
	action,
	of,
	csv,
	onCards,
	onDone,
}: {
	list: ReadOnlyList<Row>;
	selection: Selection;
	/** The number of selected rows. */
	rows: readonly Row[];
	/** What there is to say about them, such as their sum. */
	note?: ReactNode;
	/** What else can be done with them. It calls `done` once it has been. */
	action?: ((done: () => void) => ReactNode) | undefined;
	/** The number of listed rows. */
	of: number;
	csv: CsvExport<Row> | undefined;
	/** Whether cards show their boxes. On a phone the bar then comes before any selection, to offer "select all". */
	onCards: boolean;
	/** Called before the bar disappears, because the focus would be lost with it. */
	onDone(): void;
}) {
	function handleClear(): void {
		selection.clear();
		onDone();
	}

	const count = rows.length.toLocaleString("en-US");
	return (
		<>
			<p role="status" className="sr-only">
				{rows.length > 0 && `${count} selected`}
			</p>
			{onCards && (
				<section
					aria-label="Selected rows"
					className={clsx(
						"sticky bottom-4 z-20 mt-3 flex items-start gap-x-3 gap-y-1 self-start max-md:flex-wrap max-md:items-center max-md:gap-x-1.5 rounded-md border border-border bg-popover px-3 py-2 text-popover-foreground shadow-pop max-md:bottom-2 max-md:self-stretch max-md:py-1",
						rows.length === 0 && "md:hidden",
					)}
				>
					{/* The button that clears the selection stays at its end, also if the rest needs a second line. */}
					<div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:contents">
						<p aria-hidden className="font-semibold tabular-nums">
							{count} selected
						</p>
						{note && <p className="tabular-nums">{note}</p>}
						{rows.length < of && (
							<Button size="dense" variant="ghost" onClick={selection.toggleAll}>
								Select All {of.toLocaleString("en-US")}
							</Button>
						)}
						{rows.length > 0 && (
							// On a phone one line that scrolls to the side, so that the bar leaves the cards in sight.
							<div className="contents max-md:-mx-3 max-md:flex max-md:w-[calc(100%+1.5rem)] max-md:items-center max-md:gap-1.5 max-md:overflow-x-auto max-md:px-3 max-md:py-1">
								{takesStatuses(list) && <StatusButtons list={list} rows={rows} onDone={handleClear} />}
								{action?.(handleClear)}
								{csv && <ExportButton rows={rows} {...csv} label={exportLabel} />}
							</div>
						)}
					</div>
					<Button
						size="dense"
						variant="ghost"
						aria-label="Clear selection"
						title="Clear selection"
						onClick={handleClear}
						className="px-2.25! max-md:order-first max-md:w-11 max-md:justify-center"
					>
						<X aria-hidden className="size-4" strokeWidth={1.75} />
					</Button>
				</section>
			)}
		</>
	);
}

/** Shorter where the bar would need a second line for it. */
const exportLabel = (
	<>
		Export<span className="md:max-2xl:sr-only"> Selected</span>
	</>
);

function StatusButtons<Row extends StatusRow>({
	list,
	rows,
	onDone,
}: {
	list: List<Row>;
	rows: readonly Row[];
	onDone(): void;
}) {
	const [saving, setSaving] = useState(false);

	async function handleStatus(status: Row["status"]): Promise<void> {
		setSaving(true);
		await changeStatuses(list, rows, status).then(onDone, () => {});
		setSaving(false);
	}

	return (
		<fieldset className="flex flex-wrap items-center gap-1.5 max-md:shrink-0 max-md:flex-nowrap">
			<legend className="float-left mr-1 text-muted-foreground max-2xl:sr-only">Set status</legend>
			{choosableStatuses(list).map((status) => (
				<DeskButton key={status} busy={saving} onClick={() => void handleStatus(status)}>
					{list.statusLabels[status]}
				</DeskButton>
			))}
		</fieldset>
	);
}
