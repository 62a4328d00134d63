import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type InferRequestType, parseResponse } from "hono/client";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId, useMemo, useState } from "react";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { useListRows } from "#admin/lists/list.ts";
import { changeRows } from "#admin/lists/statuses.ts";
import { api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { controlClass, type Narrowing } from "#admin/table/list-filter-bar.tsx";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { toast } from "#ui/toast.ts";
import { type Conversation, conversationQuery, threadEndpoint } from "./conversation-query.ts";
import { threadsList } from "./threads.list.ts";

const assigneesEndpoint = api.api.threads[":table"].assignees;

const membersQuery = queryOptions({
	queryKey: ["members"],
	queryFn: async ({ signal }) => (await parseResponse(api.api.threads.members.$get({}, { init: { signal } }))).rows,
});

/** The staff member to whom this record is assigned, if any. */
export function Assignment({ table, thread }: { table: ThreadTable; thread: Conversation["thread"] }) {
	const { data: members = [] } = useQuery(membersQuery);
	const selectId = useId();
	const assignee = thread.assignee;
	const record = { table, id: thread.record_id };
	const { mutate, isPending } = useMutation({
		mutationFn: (next: string | null) =>
			parseResponse(
				threadEndpoint.$patch({
					param: record,
					json: { assignee_id: next, expected_assignee: assignee?.id ?? null },
				}),
			),
		onSettled: () => queryClient.invalidateQueries({ queryKey: conversationQuery(record).queryKey }),
		meta: { failure },
	});
	const known = assignee && !members.some(({ id }) => id === assignee.id) ? [...members, assignee] : members;

	return (
		<div className="flex items-center gap-2">
			<label htmlFor={selectId} className="font-semibold text-muted-foreground text-xs">
				Assigned To
			</label>
			<Select
				id={selectId}
				value={assignee?.id ?? ""}
				disabled={isPending}
				onChange={(event) => mutate(event.target.value || null)}
				className="max-w-56"
			>
				<option value="">No one</option>
				<MemberOptions members={known} />
			</Select>
		</div>
	);
}

const Select = ({ className, ...props }: ComponentProps<"select">) => (
	<span className="relative grid items-center">
		<select {...props} className={`${controlClass} ${className} cursor-pointer appearance-none pr-8 pl-2.5`} />
		<ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4" strokeWidth={1.75} />
	</span>
);

const MemberOptions = ({ members }: { members: readonly { id: string; name: string }[] }) =>
	members.map(({ id, name }) => (
		<option key={id} value={id}>
			{name}
		</option>
	));

const failure = "Failed to change the assignment";

/** In one request, with one toast that offers an undo. */
async function assignRows(table: ThreadTable, ids: string[], assignee: { id: string; name: string } | undefined) {
	const send = (json: InferRequestType<typeof assigneesEndpoint.$post>["json"]) =>
		changeRows(() => parseResponse(assigneesEndpoint.$post({ param: { table }, json })), failure);
	const assignee_id = assignee?.id ?? null;
	const { changed } = await send({ changes: [{ ids, assignee_id }] });
	if (changed.length === 0) return;
	const formerly = Map.groupBy(changed, (row) => row.former_assignee_id);
	const changes = [...formerly].map(([assignee_id, rows]) => ({ ids: rows.map(({ id }) => id), assignee_id }));
	const undo = async () => {
		const { changed } = await send({ changes, undo_of: assignee_id });
		if (changed.length > 0) toast({ title: "Assignment Undone", tone: "success" });
	};
	const outcome = assignee ? `assigned to ${assignee.name}` : "no longer assigned to anyone";
	toastWithUndo(
		{
			title: assignee ? "Assigned" : "Unassigned",
			description: `${changed.length.toLocaleString("en-US")} ${outcome}`,
			tone: "success",
		},
		() => void undo().catch(() => {}),
	);
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
	const { data: members = [] } = useQuery(membersQuery);
	const [busy, setBusy] = useState(false);

	async function handleChoice(choice: string): Promise<void> {
		const chosen = members.find(({ id }) => id === choice);
		setBusy(true);
		await assignRows(
			table,
			rows.map(({ id }) => id),
			chosen,
		).then(onDone, () => {});
		setBusy(false);
	}

	return (
		<Select
			aria-label="Assign selected rows"
			value=""
			disabled={busy}
			onChange={({ target }) => void handleChoice(target.value)}
			className="max-w-40"
		>
			<option value="" disabled>
				Assign to...
			</option>
			<MemberOptions members={members} />
			<option value={nobody}>No one</option>
		</Select>
	);
}

const nobody = "nobody";

/** Beside the status of a list: 'Everyone', 'Assigned to me', 'Unassigned', or a member. */
export function useAssignmentFilter<Row extends { id: string }>(table: ThreadTable): readonly Narrowing<Row>[] {
	const { user } = useAuth();
	const { rows } = useListRows(threadsList);
	const { data: members } = useQuery(membersQuery);
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
