import { clsx } from "clsx";
import { type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import type { List } from "#admin/lists/list.ts";
import { Button } from "#ui/button.tsx";
import { DialogBody, DialogCancel, DialogFooter } from "#ui/dialog.tsx";
import { useDialogKeys } from "./dialog-keys.ts";
import { type NotedRow, useNotesEditor } from "./notes-editor.ts";
import { NotesField } from "./notes-field.tsx";
import { RecordPlaceContext } from "./record-place.tsx";
import { SnoozeButton } from "./snooze.tsx";
import { StatusChoice } from "./status-choice.tsx";

type RecordDialogProps<Row extends NotedRow> = {
	list: List<Row>;
	row: Row;
	title: string;
	description?: string;
	notesPlaceholder?: string;
	/** Next to 'Save Notes'. */
	actions?: ReactNode;
	/** Whether a reply is being written in it: sending that is then what comes next, and stays a draft otherwise. */
	writing?: boolean;
	onClose(): void;
	/** Facts and texts, above the notes. */
	children: ReactNode;
	/** Beside all of it, where there is room; else below the facts. */
	aside?: ReactNode;
	/** Further information, below the notes. */
	history: ReactNode;
};

/** The details of a row, with its internal notes and its status. */
export function RecordDialog<Row extends NotedRow>(props: RecordDialogProps<Row>) {
	const { row, title, description, aside, onClose } = props;
	const body = useRef<HTMLDivElement>(null);
	const shownId = useRef(row.id);
	const cameFromNotes = useRef(false);

	// The same dialog shows the next record.
	useEffect(() => {
		if (shownId.current === row.id) return;
		shownId.current = row.id;
		// A composer that opens with the record has taken the focus already.
		if (!body.current?.contains(document.activeElement)) focusStart(body.current, cameFromNotes.current);
		cameFromNotes.current = false;
	}, [row.id]);

	return (
		<OpenDialog
			title={title}
			description={description}
			size={aside ? "lg" : "md"}
			onOpenAutoFocus={(event) => {
				event.preventDefault();
				focusStart(body.current);
			}}
			onClose={onClose}
		>
			<RecordContents {...props} body={body} onLeaveNotes={() => (cameFromNotes.current = true)} />
		</OpenDialog>
	);
}

/** What is to be read first, which then scrolls by the arrow keys; the notes of one record after those of another. */
function focusStart(body: HTMLElement | null, inNotes = false): void {
	const notes = inNotes && !body?.querySelector("[data-reading]") ? notesIn(body) : undefined;
	(notes ?? body)?.focus({ preventScroll: notes === undefined });
}

const notesIn = (body: HTMLElement | null) => body?.querySelector<HTMLTextAreaElement>("[data-notes] textarea");

/** Mounted again for each record. */
function RecordContents<Row extends NotedRow>({
	list,
	row,
	notesPlaceholder,
	actions,
	writing = false,
	children,
	aside,
	history,
	body,
	onLeaveNotes,
}: RecordDialogProps<Row> & { body: RefObject<HTMLDivElement | null>; onLeaveNotes(): void }) {
	const notes = useNotesEditor(list, row);
	const place = use(RecordPlaceContext);
	const next = place?.next;
	const inConflict = notes.theirs !== undefined;
	useDialogKeys(body, {
		n() {
			const field = notesIn(body.current);
			field?.focus();
			field?.setSelectionRange(field.value.length, field.value.length);
		},
	});

	function handleDone(): void {
		if (inConflict) return;
		if (notes.isChanged) notes.save(() => body.current?.focus());
		else body.current?.focus();
	}

	function handleNext(): void {
		if (inConflict) return;
		onLeaveNotes();
		if (notes.isChanged) notes.save(next);
		else next?.();
	}

	return (
		<>
			<DialogBody
				ref={body}
				tabIndex={-1}
				className={clsx(
					"grid grid-cols-1 content-start gap-5 outline-none!",
					aside && "lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-rows-[auto_1fr]",
				)}
			>
				<div className="grid grid-cols-1 content-start gap-5">{children}</div>
				{aside && (
					<div className="lg:sticky lg:top-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">{aside}</div>
				)}
				<div className="grid grid-cols-1 content-start gap-5">
					<div data-notes>
						<NotesField notes={notes} placeholder={notesPlaceholder} onDone={handleDone} onNext={next && handleNext} />
					</div>
					{history}
				</div>
			</DialogBody>
			{/* While a reply is written, its own bar is there, which has the status, too. */}
			<DialogFooter className={clsx("flex-wrap items-center", writing && !notes.isChanged && "hidden")}>
				<div
					className={clsx(
						"mr-auto flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full max-sm:flex-nowrap max-sm:justify-between max-sm:gap-x-1",
						writing && "hidden",
					)}
				>
					<StatusChoice list={list} row={row} />
					<SnoozeButton list={list} row={row} />
				</div>
				<div className="flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:*:grow max-sm:*:justify-center">
					<div className={clsx("contents max-sm:*:grow max-sm:*:justify-center", writing && "hidden")}>{actions}</div>
					<DialogCancel className="max-sm:hidden">Close</DialogCancel>
					<Button
						size="dense"
						variant={next || writing ? "secondary" : "primary"}
						busy={notes.saving}
						disabled={inConflict}
						title="Save Notes (Ctrl+Enter)"
						onClick={() => notes.save()}
					>
						Save Notes
					</Button>
					{next && (
						<Button
							size="dense"
							variant={writing ? "secondary" : "primary"}
							busy={notes.saving}
							disabled={inConflict}
							title={
								writing
									? "Save the notes and go to the next record. Your reply stays a draft."
									: "Save and Next (Ctrl+Shift+Enter)"
							}
							onClick={handleNext}
						>
							Save and Next
						</Button>
					)}
				</div>
			</DialogFooter>
		</>
	);
}

/** Three facts in a row; one below the other on phones. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="grid gap-4 sm:grid-cols-3">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid min-w-0 content-start gap-1">
			<dt className="font-semibold text-muted-foreground text-xs">{label}</dt>
			<dd className="grid justify-items-start gap-0.5 [overflow-wrap:anywhere]">{children}</dd>
		</div>
	);
}

/** @param props.href undefined for what is only text, such as a phone number that can't be dialed */
export function FactLink({ href, children }: { href: string | undefined; children: string }) {
	const [start, host] = children.split("@");
	return (
		<a href={href} className="inline-flex min-h-6 items-center [&[href]]:underline underline-offset-2 max-md:min-h-9">
			<span>
				{start}
				{host !== undefined && (
					<>
						@<wbr />
						{host}
					</>
				)}
			</span>
		</a>
	);
}

/** A visitor's own words, with their line breaks. @param props.short of a few lines, beside what is written about it */
export function MessageBox({
	label = "Message",
	short = false,
	children,
}: {
	label?: string;
	short?: boolean;
	children: string;
}) {
	return (
		<section className="grid gap-1">
			<h3 className="font-semibold text-muted-foreground text-xs">{label}</h3>
			<p
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				data-reading
				className={clsx(
					"overflow-y-auto whitespace-pre-wrap rounded-sm bg-muted [overflow-wrap:anywhere]",
					short ? "max-h-24 p-2.5 lg:max-h-36" : "max-h-60 p-3.5",
				)}
			>
				{children}
			</p>
		</section>
	);
}
