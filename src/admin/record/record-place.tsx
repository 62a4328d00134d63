import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import { createContext, type ReactNode, useEffect, useRef, useState } from "react";
import { DialogSubjectProvider } from "#ui/dialog.tsx";
import { leaveForm } from "#ui/focus/leave-form.ts";
import { toast, toastStore } from "#ui/toast.ts";
import { useDialogKeys } from "./dialog-keys.ts";
import { usePaletteOpen } from "./palette-state.ts";

/** Where the open record stands in the list as it is filtered and sorted. */
export type RecordPlace = {
	/** From 1; undefined once the record has left the list. */
	position: number | undefined;
	total: number;
	previous: (() => void) | undefined;
	next: (() => void) | undefined;
};

/** For what goes on to the next record. */
export const RecordPlaceContext = createContext<RecordPlace | undefined>(undefined);

/**
 * Shows a record's dialog with its place in the list and the ways to its neighbors. A record that arrives late waits until the
 * palette is closed, because a dialog that opens takes the focus.
 */
export function PlacedRecord({
	id,
	name,
	place,
	takeFocus,
	children,
}: {
	id: string;
	name: string;
	/** Undefined for a record that was opened by a link and is not listed. */
	place: RecordPlace | undefined;
	takeFocus(openerStays: boolean): boolean;
	children: ReactNode;
}) {
	const isPaletteOpen = usePaletteOpen();
	const [hasBegun, setHasBegun] = useState(!isPaletteOpen);
	useEffect(() => {
		if (!isPaletteOpen) setHasBegun(true);
	}, [isPaletteOpen]);
	if (!hasBegun) return null;
	const bar = place && <PlaceBar name={name} {...place} />;
	return (
		<RecordPlaceContext value={place}>
			<DialogSubjectProvider value={{ id, place: bar, takeFocus }}>{children}</DialogSubjectProvider>
		</RecordPlaceContext>
	);
}

function PlaceBar({ name, position, total, previous, next }: RecordPlace & { name: string }) {
	const bar = useRef<HTMLDivElement>(null);
	const stepping = (step: (() => void) | undefined) => step && (() => leaveForm(step));
	const [back, on] = [stepping(previous), stepping(next)];
	const [toBack, toNext] = [back ?? (() => tellEnd("first")), on ?? (() => tellEnd("last"))];
	useDialogKeys(bar, { k: toBack, ArrowLeft: toBack, j: toNext, ArrowRight: toNext });
	const count = total.toLocaleString("en-US");
	const text = position ? `${position.toLocaleString("en-US")} of ${count}` : `${count} left`;
	return (
		<div ref={bar} className="-my-2 flex shrink-0 items-center text-muted-foreground">
			<p aria-hidden className="mr-1.5 whitespace-nowrap text-xs tabular-nums">
				{text}
			</p>
			<p role="status" className="sr-only">
				{name}, {text}
			</p>
			<StepButton label="Previous" keys="K" icon={ChevronUp} onStep={back} />
			<StepButton label="Next" keys="J" icon={ChevronDown} onStep={on} />
		</div>
	);
}

/** Unless a toast offers to undo what has just been done. */
function tellEnd(which: "first" | "last"): void {
	if (!toastStore.getSnapshot()?.action)
		toast({ title: "No More Records", description: `This is the ${which} of the list.` });
}

/** Not disabled at the end, so that it keeps the focus. */
function StepButton({
	label,
	keys,
	icon: Icon,
	onStep,
}: {
	label: string;
	keys: string;
	icon: LucideIcon;
	onStep: (() => void) | undefined;
}) {
	return (
		<button
			type="button"
			aria-label={label}
			title={`${label} (${keys})`}
			aria-keyshortcuts={keys}
			aria-disabled={onStep === undefined}
			onClick={onStep}
			className="grid size-9 cursor-pointer place-items-center rounded-sm hover:bg-muted hover:text-foreground aria-disabled:cursor-default aria-disabled:opacity-40 max-sm:size-11"
		>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</button>
	);
}
