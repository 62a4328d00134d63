import { queryOptions, useQuery } from "@tanstack/react-query";
import { type InferRequestType, parseResponse } from "hono/client";
import { ChevronDown } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { useListRows } from "#admin/lists/list.ts";
import type { RowCommand } from "#admin/lists/row-commands.ts";
import { changeRows } from "#admin/lists/statuses.ts";
import { api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { ListSelect, type Narrowing } from "#admin/table/list-filter-bar.tsx";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { recordOf } from "#records.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "#ui/dropdown-menu.tsx";
import { toast } from "#ui/toast.ts";
import { type Conversation, conversationQuery, threadEndpoint } from "./conversation-query.ts";
import { threadsList } from "./threads.list.ts";

const assigneesEndpoint = api.api.threads[":table"].assignees;

type Member = { id: string; name: string };
type Assigned = { id: string; former_assignee_id: string | null };

/** Those who may see records of this kind. */
const membersQuery = (table: ThreadTable) =>
	queryOptions({
		queryKey: ["members", table],
		queryFn: async ({ signal }) =>
			(await parseResponse(api.api.threads.members.$get({ query: { table } }, { init: { signal } }))).rows,
	});

/** The staff member to whom this record is assigned, if any. */
export function Assignment({ table, thread }: { table: ThreadTable; thread: Conversation["thread"] }) {
	const { data: members = [] } = useQuery(membersQuery(table));
	const selectId = useId();
	const { assignee } = thread;
	const known = assignee && !members.some(({ id }) => id === assignee.id) ? [...members, assignee] : members;
	const { value, isSaving, choose } = useAssigning(table, thread);

	return (
		<div className="flex items-center gap-2">
			<label htmlFor={selectId} className="font-semibold text-muted-foreground text-xs">
				Assigned To
			</label>
			<ListSelect
				id={selectId}
				value={value ?? ""}
				// Not disabled: that would end a choice by arrow keys at the first member.
				aria-busy={isSaving || undefined}
				aria-keyshortcuts="A"
				onChange={(event) => void choose(event.target.value || null)}
				className="max-w-56"
			>
				<option value="">Unassigned</option>
				{known.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</ListSelect>
		</div>
	);
}

/** Saves the chosen member. Of what is chosen while that is being saved, only the last choice counts. */
function useAssigning(table: ThreadTable, { record_id, assignee }: Conversation["thread"]) {
	const [chosen, setChosen] = useState<string | null>();
	const latest = useRef<string>(null);
	const isSaving = useRef(false);
	const record = { table, id: record_id };
	const { queryKey } = conversationQuery(record);
	const stored = assignee?.id ?? null;

	async function save(assignee_id: string | null, expected_assignee: string | null): Promise<string | null> {
		const json = { assignee_id, expected_assignee };
		const thread = await changeRows(() => parseResponse(threadEndpoint.$patch({ param: record, json })), failure);
		// A response that is older must not replace this one.
		await queryClient.cancelQueries({ queryKey });
		queryClient.setQueryData(conversationQuery(record).queryKey, (known) => known && { ...known, thread });
		return thread.assignee?.id ?? null;
	}

	async function choose(next: string | null): Promise<void> {
		setChosen(next);
		latest.current = next;
		if (isSaving.current) return;
		isSaving.current = true;
		try {
			let saved = stored;
			while (saved !== latest.current) saved = await save(latest.current, saved);
			const changed = [{ id: record_id, former_assignee_id: stored }];
			const member = (await queryClient.ensureQueryData(membersQuery(table))).find(({ id }) => id === saved);
			if (saved !== stored) showAssigned(table, changed, member);
		} catch {
			await queryClient.invalidateQueries({ queryKey });
		} finally {
			isSaving.current = false;
			setChosen(undefined);
		}
	}

	return { value: chosen === undefined ? stored : chosen, isSaving: chosen !== undefined, choose };
}

const failure = "Failed to change the assignment";

/** In one request. */
async function sendAssignments(
	table: ThreadTable,
	json: InferRequestType<typeof assigneesEndpoint.$post>["json"],
): Promise<Assigned[]> {
	const send = () => parseResponse(assigneesEndpoint.$post({ param: { table }, json }));
	const { changed } = await changeRows(send, failure);
	const conversations = { queryKey: ["conversation", table] };
	// One that is on its way may be older than this.
	void queryClient.cancelQueries(conversations).then(() => queryClient.invalidateQueries(conversations));
	return changed;
}

/** In one toast that offers an undo. @param assignee undefined if they are no longer assigned to anyone */
function showAssigned(table: ThreadTable, changed: readonly Assigned[], assignee: Member | undefined): void {
	const formerly = Map.groupBy(changed, (row) => row.former_assignee_id);
	const changes = [...formerly].map(([assignee_id, rows]) => ({ ids: rows.map(({ id }) => id), assignee_id }));
	async function undo(): Promise<void> {
		const undone = await sendAssignments(table, { changes, undo_of: assignee?.id ?? null });
		if (undone.length > 0) toast({ title: "Assignment Undone", tone: "success" });
	}
	const subject = changed.length === 1 ? recordOf(table)?.label : changed.length.toLocaleString("en-US");
	toastWithUndo(
		{
			title: assignee ? "Assigned" : "Unassigned",
			description: `${subject} ${assignee ? `assigned to ${assignee.name}` : "no longer assigned to anyone"}`,
			tone: "success",
		},
		() => void undo().catch(() => {}),
	);
}

/** What the palette, and a key, do with rows. */
export function useAssignCommands(table: ThreadTable): (rows: readonly { id: string }[]) => RowCommand[] {
	const { user } = useAuth();
	const { data: members = [] } = useQuery(membersQuery(table));
	async function assign(rows: readonly { id: string }[], assignee_id: string): Promise<void> {
		const ids = rows.map(({ id }) => id);
		const changed = await sendAssignments(table, { changes: [{ ids, assignee_id }] });
		const member = (await queryClient.ensureQueryData(membersQuery(table))).find(({ id }) => id === assignee_id);
		if (changed.length > 0) showAssigned(table, changed, member);
		else toast({ title: "Nothing to Change", description: `Assigned to ${member?.name} already` });
	}
	const me = user?.id ?? "";
	return (rows) => {
		const to = (id: string) => () => void assign(rows, id).catch(() => {});
		const others = members.filter(({ id }) => id !== me);
		return [
			{ label: "Assign to Me", keys: "A", run: to(me) },
			...others.map(({ id, name }) => ({ label: `Assign to ${name}`, run: to(id) })),
		];
	};
}

/** In the bar of selected rows. @param props.onDone called once all of them have been assigned */
export function AssignSelected({
	table,
	rows,
	onDone,
}: {
	table: ThreadTable;
	rows: readonly { id: string }[];
	onDone(): void;
}) {
	const { data: members = [] } = useQuery(membersQuery(table));
	const [isSaving, setSaving] = useState(false);

	async function handleChoice(assignee: Member | undefined): Promise<void> {
		setSaving(true);
		try {
			const ids = rows.map(({ id }) => id);
			const changed = await sendAssignments(table, { changes: [{ ids, assignee_id: assignee?.id ?? null }] });
			if (changed.length > 0) showAssigned(table, changed, assignee);
			onDone();
		} catch {
			// A toast has said why.
		} finally {
			setSaving(false);
		}
	}

	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<DeskButton aria-label="Assign To: selected rows">
					Assign To
					<ChevronDown aria-hidden className="size-4" strokeWidth={1.75} />
				</DeskButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent className="max-h-96 overflow-y-auto">
				{[...members, undefined].map((member) => (
					<DropdownMenuItem key={member?.id ?? nobody} disabled={isSaving} onSelect={() => void handleChoice(member)}>
						{member?.name ?? "Unassigned"}
					</DropdownMenuItem>
				))}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

const nobody = "nobody";

/** Beside the status of a list: 'Everyone', 'Assigned to me', 'Unassigned', or a member. */
export function useAssignmentFilter<Row extends { id: string }>(table: ThreadTable): readonly Narrowing<Row>[] {
	const { user } = useAuth();
	const { rows } = useListRows(threadsList);
	const { data: members } = useQuery(membersQuery(table));
	const me = user?.id ?? "";
	return useMemo(() => {
		const assignees = new Map(
			(rows ?? [])
				.filter(({ record_table }) => record_table === table)
				.map(({ record_id, assignee }) => [record_id, assignee?.id]),
		);
		const others = (members ?? []).filter(({ id }) => id !== me);
		const assignment: Narrowing<Row> = {
			name: "assignee",
			label: "Assignment",
			all: "Everyone",
			options: [
				{ value: "me", label: "Assigned to me" },
				{ value: nobody, label: "Unassigned" },
				...others.map(({ id, name }) => ({ value: id, label: name })),
			],
			matches({ id }, value) {
				const assignee = assignees.get(id);
				return value === nobody ? !assignee : assignee === (value === "me" ? me : value);
			},
		};
		return [assignment];
	}, [rows, members, me, table]);
}
