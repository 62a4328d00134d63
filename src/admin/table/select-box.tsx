import { Check, Minus } from "lucide-react";

/** A checkbox of a table. Its label enlarges the target to at least 24 px; the box itself is smaller. */
export function SelectBox({
	label,
	checked,
	onToggle,
	tabStop = true,
}: {
	label: string;
	checked: boolean | "mixed";
	onToggle(range: boolean): void;
	/** False for boxes that are reached with the arrow keys. */
	tabStop?: boolean;
}) {
	const Mark = checked === "mixed" ? Minus : Check;
	return (
		<label className="relative grid size-8.5 cursor-pointer place-items-center max-md:size-full">
			<input
				type="checkbox"
				aria-label={label}
				tabIndex={tabStop ? undefined : -1}
				checked={checked === true}
				ref={(box) => {
					if (box) box.indeterminate = checked === "mixed";
				}}
				onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
				className="size-4 cursor-pointer appearance-none max-md:size-5 rounded-xs border border-input bg-card checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary"
			/>
			{checked !== false && (
				<Mark aria-hidden className="pointer-events-none absolute size-3 text-primary-foreground" strokeWidth={3} />
			)}
		</label>
	);
}
