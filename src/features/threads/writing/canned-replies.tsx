import { queryOptions, useQuery } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useAreas } from "#admin/access/screen-access.ts";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient, tellFailure } from "#admin/session/query-client.ts";
import { cannedFields, type FieldValues, fillFields } from "#features/threads/compose/fields.ts";
import { type ThreadTable, threadTables } from "#features/threads/threads.schema.ts";
import { preview } from "#lib/text/text.ts";
import { sees } from "#records.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { DialogForm, focusFirstField } from "#ui/dialog.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { holdKeys } from "#ui/focus/held-keys.ts";

const endpoint = api.api["canned-replies"];
type Canned = InferResponseType<typeof endpoint.$get, 200>["rows"][number];

const cannedQuery = queryOptions({
	queryKey: ["canned-replies"],
	queryFn: async ({ signal }) => (await parseResponse(endpoint.$get({}, { init: { signal } }))).rows,
});

/** As the sidebar calls them. */
const sections: Record<ThreadTable, string> = {
	bookings: "Bookings",
	contact_inquiries: "Contacts",
	job_applications: "Applications",
};

const mostShown = 8;
const previewLength = 90;

/** The firm's canned replies for this kind of record: staff search, choose (arrows and Enter), and edit them here. */
export function CannedReplies({
	table,
	fields,
	onPick,
	onClose,
}: {
	table: ThreadTable;
	fields: FieldValues;
	onPick(text: string): void;
	onClose(): void;
}) {
	const { data, isError } = useQuery(cannedQuery);
	const offered = (rows: readonly Canned[]) => rows.filter((row) => !row.record_table || row.record_table === table);
	const all = offered(data ?? []);
	const [query, setQuery] = useState("");
	const [active, setActive] = useState(0);
	const [editing, setEditing] = useState<Partial<Canned>>();
	const listId = useId();
	const box = useRef<HTMLDivElement>(null);

	// There is hardly room for it below a long text.
	useEffect(() => {
		if (data) box.current?.scrollIntoView({ block: "nearest" });
	}, [data]);

	const wanted = query.trim().toLowerCase();
	const isCalled = ({ title }: Canned) => title.toLowerCase().includes(wanted);
	const matching = (rows: readonly Canned[]) =>
		rows
			.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(wanted))
			// What is called so comes before what only says it.
			.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
			.slice(0, mostShown);
	const found = matching(all);
	const chosen = found[Math.min(active, found.length - 1)];
	const chosenId = chosen && `${listId}-${chosen.id}`;
	useEffect(() => {
		if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
	}, [chosenId]);

	function handleKeyDown(event: KeyboardEvent): void {
		const isEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
		if (event.key === "ArrowDown") setActive(Math.max(0, Math.min(active + 1, found.length - 1)));
		else if (event.key === "ArrowUp") setActive(Math.max(active - 1, 0));
		else if (isEnter && chosen) onPick(chosen.text);
		else if (isEnter && !data) void holdKeys(pickOnceLoaded());
		else return;
		event.preventDefault();
	}

	/** What Enter would have chosen. */
	async function pickOnceLoaded(): Promise<boolean> {
		const rows = await queryClient.ensureQueryData(cannedQuery);
		const first = matching(offered(rows))[active];
		if (first && box.current) onPick(first.text);
		return first !== undefined;
	}

	function focusSearch(event: Event): void {
		event.preventDefault();
		box.current?.querySelector("input")?.focus();
	}

	return (
		<div ref={box} className="grid scroll-mb-20 max-sm:scroll-mb-32 gap-2 rounded-sm border border-border bg-muted p-3">
			<div className="flex flex-wrap items-center gap-2">
				<input
					// biome-ignore lint/a11y/noAutofocus: opened by a key or a button to be typed into
					autoFocus
					type="search"
					role="combobox"
					aria-label="Search canned replies"
					aria-expanded={true}
					aria-controls={listId}
					aria-activedescendant={chosenId}
					placeholder="Search canned replies..."
					value={query}
					onChange={(event) => {
						setQuery(event.target.value);
						setActive(0);
					}}
					onKeyDown={handleKeyDown}
					className="min-h-11 min-w-0 grow rounded-sm border border-input bg-card px-2.5 text-base focus:outline-2 focus:-outline-offset-1 focus:outline-ring md:min-h-8.5 md:text-dense"
				/>
				<DeskButton onClick={() => setEditing({ title: query.trim(), text: "", record_table: table })}>Add</DeskButton>
				<DeskButton onClick={() => chosen && setEditing(chosen)} disabled={!chosen}>
					Edit
				</DeskButton>
				<Button size="dense" variant="ghost" onClick={onClose}>
					Cancel
				</Button>
			</div>
			{found.length === 0 && (data || isError) && (
				<p className="text-muted-foreground text-xs">
					{!data && "Failed to load the canned replies."}
					{data &&
						(all.length > 0 ? "No canned replies found." : "No canned replies yet. Choose Add to write the first one.")}
				</p>
			)}
			<div id={listId} role="listbox" aria-label="Canned replies" className="grid max-h-56 gap-1 overflow-y-auto">
				{found.map(({ id, title, text }) => (
					// biome-ignore lint/a11y/useFocusableInteractive: the search box has the focus and names the active option
					// biome-ignore lint/a11y/useKeyWithClickEvents: so it does with the keys
					<div
						key={id}
						id={`${listId}-${id}`}
						role="option"
						aria-selected={id === chosen?.id}
						onClick={() => onPick(text)}
						className="cursor-pointer scroll-mb-20 max-sm:scroll-mb-32 rounded-sm px-2.5 py-1.5 hover:bg-card aria-selected:bg-card aria-selected:inset-ring aria-selected:inset-ring-border"
					>
						<span className="block font-semibold [overflow-wrap:anywhere]">{title}</span>
						<span className="block text-muted-foreground text-xs [overflow-wrap:anywhere]">
							{preview(fillFields(text, fields).replaceAll(/\s+/g, " "), previewLength)}
						</span>
					</div>
				))}
			</div>
			{editing && <EditCanned canned={editing} onDone={() => setEditing(undefined)} onCloseAutoFocus={focusSearch} />}
		</div>
	);
}

type EditCannedProps = { canned: Partial<Canned>; onDone(): void; onCloseAutoFocus(event: Event): void };

/** A dialog of its own: its keys aren't those of the reply, which can't be sent meanwhile. */
function EditCanned({ canned, onDone, onCloseAutoFocus }: EditCannedProps) {
	const [title, setTitle] = useState(canned.title ?? "");
	const [text, setText] = useState(canned.text ?? "");
	const [table, setTable] = useState(canned.record_table ?? "");
	const areas = useAreas();
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [busy, setBusy] = useState(false);

	async function finish(write: () => Promise<unknown>, failure: string): Promise<void> {
		setBusy(true);
		try {
			await write();
			await queryClient.invalidateQueries({ queryKey: cannedQuery.queryKey });
			onDone();
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			setBusy(false);
			if (error instanceof ApiError && error.status === 422) return setErrors(error.fields);
			tellFailure(error, failure);
		}
	}

	const json = { title, text, record_table: threadTables.find((known) => known === table) ?? null };
	const id = canned.id;
	const extra = id && (
		<Button
			size="dense"
			variant="ghost"
			className="mr-auto"
			disabled={busy}
			onClick={() =>
				void finish(
					() => endpoint[":id"].$delete({ param: { id } }),
					"Failed to delete the canned reply. Please try again.",
				)
			}
		>
			Delete
		</Button>
	);

	function handleSubmit(event: FormEvent): void {
		event.preventDefault();
		void finish(
			() => (id ? endpoint[":id"].$put({ param: { id }, json }) : endpoint.$post({ json })),
			"Failed to save the canned reply. Please try again.",
		);
	}

	return (
		<OpenDialog
			title={id ? "Edit Canned Reply" : "New Canned Reply"}
			size="sm"
			onOpenAutoFocus={focusFirstField}
			onCloseAutoFocus={onCloseAutoFocus}
			onClose={onDone}
		>
			<DialogForm
				submit="Save"
				busy={busy}
				extra={extra}
				warning="This canned reply hasn't been saved."
				onSubmit={handleSubmit}
			>
				<TextField
					dense
					label="Title"
					value={title}
					error={errors.title}
					onChange={(event) => setTitle(event.target.value)}
				/>
				<TextArea
					dense
					label="Canned Text"
					rows={5}
					value={text}
					error={errors.text}
					hint={`Filled in for you: ${cannedFields.map((field) => `{${field}}`).join(" ")}`}
					onChange={(event) => setText(event.target.value)}
				/>
				<SelectField
					dense
					label="Available For"
					value={table}
					options={[
						{ value: "", label: "All Records" },
						...threadTables.filter((value) => sees(areas, value)).map((value) => ({ value, label: sections[value] })),
					]}
					onChange={(event) => setTable(event.target.value)}
				/>
			</DialogForm>
		</OpenDialog>
	);
}
