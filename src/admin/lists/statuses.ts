import { useMutation, useMutationState } from "@tanstack/react-query";
import { answeredInTime, isConflict, isUnanswered } from "#admin/session/api-client.ts";
import { describeFailure, type Failure, queryClient } from "#admin/session/query-client.ts";
import { toast, toastStore, usualDisplayMs } from "#ui/toast.ts";
import { toastWithUndo } from "./last-change.ts";
import { type List, personOf, type StatusesChange } from "./list.ts";
import type { StatusRow } from "./list-rows.ts";

/** Gives many rows one status: shown immediately, in one request, with one toast that offers an undo. */
export async function changeStatuses<Row extends StatusRow>(
	list: List<Row>,
	rows: readonly Row[],
	status: Row["status"],
): Promise<void> {
	const former = rows.filter((row) => row.status !== status);
	if (former.length === 0) return reportSame(list, rows);
	const wanted = former.map((row) => ({ ...row, status }));
	const changes = groupChanges(former, (row) => list.statusChange?.(row, status) ?? { status });
	const changed = await save(list, former, wanted, { changes });
	const left = former.length - changed.length;
	if (changed.length === 0) return reportLeft(list, left);
	if (left > 0) void list.catchUp().catch(() => {});
	const label = labelsOf(list, changed);
	const description =
		changed.length === 1
			? `${list.subject} status changed to ${label}`
			: `${changed.length.toLocaleString("en-US")} ${list.subject.toLowerCase()} statuses changed to ${label}`;
	toastWithUndo(statusToast(list, changed, description, left), undoOf(list, former, changed), undefined, {
		onlyHere: list.undoOnlyHere,
	});
}

/** @param left the number of rows that stay as they were */
function statusToast<Row extends StatusRow>(list: List<Row>, changed: readonly Row[], description: string, left = 0) {
	const note = list.statusNote?.(changed);
	const toldOf = note ? `${note.text}${textOfStaying(left) || "."}` : description + textOfStaying(left);
	const tone = "success" as const;
	// Two things to choose from take longer to read.
	return {
		title: "Status Updated",
		description: toldOf,
		tone,
		...(note && { also: note.action, displayMs: 2 * usualDisplayMs }),
	};
}

/** Says why nothing happens, unless a toast offers to undo what has just happened. */
function reportSame<Row extends StatusRow>(list: List<Row>, rows: readonly Row[]): void {
	if (rows.length === 0 || isChanging() || toastStore.getSnapshot()?.action) return;
	const label = labelsOf(list, rows);
	const subject = `${list.subject} status`;
	toast({
		title: "Nothing to Change",
		description:
			rows.length === 1
				? `${subject} is ${label} already`
				: `All ${rows.length.toLocaleString("en-US")} are ${label} already`,
	});
}

const labelsOf = <Row extends StatusRow>(list: List<Row>, rows: readonly Row[]): string =>
	[...new Set(rows.map((row) => list.statusText?.(row) ?? list.statusLabels[row.status as Row["status"]]))].join(
		" and ",
	);

/** Rows that change in the same way share one change. */
function groupChanges<Row extends StatusRow, Fields extends { status: Row["status"] }>(
	rows: readonly Row[],
	fieldsOf: (row: Row) => Fields,
): ({ ids: string[] } & Fields)[] {
	const changes = new Map<string, { ids: string[] } & Fields>();
	for (const row of rows) {
		const fields = fieldsOf(row);
		const key = JSON.stringify(fields);
		const change = changes.get(key) ?? { ids: [], ...fields };
		changes.set(key, change);
		change.ids.push(row.id);
	}
	return [...changes.values()];
}

/** Says that rows stayed as they are, and shows them as they are by now. */
function reportLeft<Row extends StatusRow>(list: List<Row>, count: number): void {
	void list.catchUp();
	const which = count === 1 ? `a ${list.record.label.toLowerCase()}` : `${count.toLocaleString("en-US")} of them`;
	toast({
		title: "Newer Version Found",
		description: `Someone else has changed ${which} in the meantime. Please look again.`,
		tone: "destructive",
	});
}

/** Restores the rows' previous statuses. */
export const undoOf =
	<Row extends StatusRow>(list: List<Row>, former: readonly Row[], changed: readonly Row[]) =>
	() =>
		void undo(list, former, changed).catch(() => {});

async function undo<Row extends StatusRow>(
	list: List<Row>,
	former: readonly Row[],
	changed: readonly Row[],
): Promise<void> {
	const [first] = changed;
	if (!first) return;
	const byId = new Map(changed.map((row) => [row.id, row]));
	const known = former.filter((row) => byId.has(row.id));
	const fieldsOf = (row: Row) => list.statusFields(row, byId.get(row.id) ?? row);
	const changes = groupChanges(known, fieldsOf);
	// All else stays as the change has found it, which a colleague may have written.
	const wanted = known.map((row) => ({ ...(byId.get(row.id) ?? row), status: fieldsOf(row).status }));
	const back = await save(list, changed, wanted, { changes, undo_of: first.status });
	if (back.length < known.length) void list.catchUp().catch(() => {});
	if (back.length === 0) {
		toast({
			title: "Nothing Undone",
			description: `Someone else has changed this ${list.record.label.toLowerCase()} since.`,
		});
		return;
	}
	const done =
		back.length === 1
			? back.map((row) => textOfReturn(list, row)).join()
			: `${back.length.toLocaleString("en-US")} ${list.subject.toLowerCase()} statuses changed back`;
	const rest = textOfStaying(known.length - back.length);
	toast({ title: "Status Updated", description: done + rest, tone: "success" });
}

function textOfStaying(count: number): string {
	if (count === 0) return "";
	const stay = count === 1 ? "1 stays" : `${count.toLocaleString("en-US")} stay`;
	return `. ${stay}, as someone else has changed ${count === 1 ? "it" : "them"} since.`;
}

/** Says whose status it is: the row may be on another screen. */
function textOfReturn<Row extends StatusRow>(list: List<Row>, row: Row): string {
	const name = list.rowName?.(row) ?? personOf(list, row);
	return `${list.subject} status${name && ` of ${name}`} changed back to ${list.statusText?.(row) ?? list.statusLabels[row.status as Row["status"]]}`;
}

/** A change of many rows. It continues even if the screen that started it is gone, and a failure is reported like that of any mutation. */
export const changeRows = <Answer>(request: () => Promise<Answer>, failure: Failure): Promise<Answer> =>
	queryClient.getMutationCache().build(queryClient, { mutationFn: request, meta: { failure } }).execute(undefined);

/** Of a change: without an answer, the server may have done it nevertheless. */
export const orPerhapsDone =
	(failure: Failure): Failure =>
	(error) => {
		const content = describeFailure(error, failure);
		if (!content || !isUnanswered(error)) return content;
		const ended = content.description.replace(/\.?$/, ".");
		return { ...content, description: `${ended} The site can't be reached, so it may have been done.` };
	};

const failureOf = <Row extends StatusRow>(list: List<Row>): Failure =>
	orPerhapsDone(list.failureToast(list.failures.change));

/** Fetches what a change that failed didn't know of, or what the server may have done without an answer. */
export function lookAgain<Row extends StatusRow>(list: List<Row>, error: unknown): void {
	if (error instanceof Error && (isConflict(error) || isUnanswered(error))) void list.catchUp().catch(() => {});
}

/** The rows as the list has them by now. */
function latest<Row extends StatusRow>(list: List<Row>, rows: readonly Row[]): Row[] {
	const known = knownRows(list);
	return rows.map((row) => known.get(row.id) ?? row);
}

const knownRows = <Row extends StatusRow>(list: List<Row>): Map<string, Row> =>
	new Map(queryClient.getQueryData(list.query.queryKey)?.map((row) => [row.id, row]));

/** Stores rows in the list, except those that were deleted meanwhile. */
function storeKnown<Row extends StatusRow>(list: List<Row>, rows: readonly Row[]): void {
	const known = knownRows(list);
	list.storeRows(rows.filter(({ id }) => known.has(id)));
}

/** Shows the requested status, sends it, and then shows the server's result. */
async function save<Row extends StatusRow>(
	list: List<Row>,
	former: readonly Row[],
	wanted: readonly Row[],
	change: StatusesChange<Row["status"]>,
): Promise<Row[]> {
	const before = latest(list, former);
	storeKnown(list, wanted);
	const request = async () => (list.changeStatuses ? answeredInTime(list.changeStatuses(change)) : { changed: [] });
	try {
		const { changed: answered } = await changeRows(request, failureOf(list));
		const answers = new Map(answered.map((answer) => [answer.id, answer]));
		// A colleague's change may have come before the answer, which doesn't contain it.
		const changed = latest(list, wanted).flatMap((row) => {
			const answer = answers.get(row.id);
			return answer ? [{ ...row, ...answer }] : [];
		});
		list.storeRows(changed);
		storeKnown(
			list,
			before.filter((row) => !answers.has(row.id)),
		);
		return changed;
	} catch (error) {
		storeKnown(list, before);
		lookAgain(list, error);
		throw error;
	}
}

const isChanging = () => queryClient.isMutating() > 0;

/** The row as it is before the change, to which an undo leads. */
type StatusChange<Row extends StatusRow> = { row: Row; status: Row["status"] };

/** Changes a row's status. The row keeps the stored one until the server has confirmed it; see useSavingStatus. */
export function useStatusChange<Row extends StatusRow>(list: List<Row>) {
	return useMutation({
		mutationKey: statusChangeKey(list.table),
		mutationFn: ({ row, status }: StatusChange<Row>) => answeredInTime(list.change(row.id, { status })),
		onSuccess(row, { row: former, status }) {
			list.storeRows([row]);
			const description = `${list.subject} status changed to ${list.statusLabels[status]}`;
			toastWithUndo(statusToast(list, [row], description), list.changeStatuses && undoOf(list, [former], [row]));
		},
		onError: (error) => lookAgain(list, error),
		meta: { failure: failureOf(list) },
	});
}

/** The status that is being saved for a row. It is shown in place of the stored one. */
export function useSavingStatus<Row extends StatusRow>(list: List<Row>, id: string): Row["status"] | undefined {
	const saving = useMutationState({
		filters: { mutationKey: statusChangeKey(list.table), status: "pending" },
		select: (mutation) => mutation.state.variables as StatusChange<Row>,
	});
	return saving.find((change) => change.row.id === id)?.status;
}

const statusChangeKey = (table: string) => ["list", table, "status"];
