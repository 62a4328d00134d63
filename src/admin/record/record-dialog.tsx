import type { ReactNode } from "react";
import { useEscape } from "#admin/editing/escape.ts";
import type { List } from "#admin/lists/list.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogCancel, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import { type NotedRow, useNotesEditor } from "./notes-editor.ts";
import { NotesField } from "./notes-field.tsx";

type RecordDialogProps<Row extends NotedRow<Status>, Status extends string> = {
	list: List<Row, Status>;
	row: Row;
	title: string;
	description?: string;
	notesPlaceholder?: string;
	/** Next to 'Save Notes'. */
	actions?: ReactNode;
	onClose(): void;
	/** Facts and texts, above the notes. */
	children: ReactNode;
	/** Further information, below the notes. */
	history: ReactNode;
};

/** The details of a row, with its internal notes. */
export function RecordDialog<Row extends NotedRow<Status>, Status extends string>({
	list,
	row,
	title,
	description,
	notesPlaceholder,
	actions,
	onClose,
	children,
	history,
}: RecordDialogProps<Row, Status>) {
	const notes = useNotesEditor(list, row);
	useEscape(onClose);
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()}>
			<DialogContent
				title={title}
				description={description}
				// useEscape does it, because it checks whether the palette is open above. Radix sometimes closes both.
				onEscapeKeyDown={(event) => event.preventDefault()}
			>
				<DialogBody className="grid gap-5">
					{children}
					<NotesField notes={notes} placeholder={notesPlaceholder} />
					{history}
				</DialogBody>
				<DialogFooter className="flex-wrap">
					{actions}
					<DialogCancel className="max-sm:hidden">Close</DialogCancel>
					<Button size="dense" busy={notes.saving} disabled={notes.theirs !== undefined} onClick={notes.save}>
						Save Notes
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
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

export function FactLink({ href, children }: { href: string; children: string }) {
	return (
		<a href={href} className="inline-flex min-h-6 items-center underline underline-offset-2 max-md:min-h-9">
			{children}
		</a>
	);
}

/** A visitor's own words, with their line breaks. */
export function MessageBox({ label = "Message", children }: { label?: string; children: string }) {
	return (
		<section className="grid gap-1">
			<h3 className="font-semibold text-muted-foreground text-xs">{label}</h3>
			<p
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-60 overflow-y-auto whitespace-pre-wrap rounded-sm bg-muted p-3.5 [overflow-wrap:anywhere]"
			>
				{children}
			</p>
		</section>
	);
}
