import { queryOptions, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useMemo, useState } from "react";
import { createListSync, type Page, type PageQuery } from "#admin/live/list-sync.ts";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { createNews } from "#admin/live/news.ts";
import { api } from "#admin/session/api-client.ts";
import type { Failure } from "#admin/session/query-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import type { LiveChange } from "#lib/live.ts";
import type { StatusTone } from "#lib/status.ts";
import { toast } from "#ui/toast.ts";
import { keepOrder, type ListRow, mergeRows, type StatusRow, withoutRows } from "./list-rows.ts";

type RowChange<Status extends string> = {
	status?: Status;
	notes?: string;
	snoozed_until?: string | null;
	version?: string;
};

/** Defines a back-office list. Its screen, dialogs, and live updates are built from this. */
export type ReadOnlyListDefinition<Row extends StatusRow> = {
	/** Its table is the list's name in the cache and in live changes. Its time column orders the list, newest first. */
	record: {
		table: string;
		label: string;
		orderedBy: keyof Row & string;
		/** Where staff see a row; left out where no screen lists them. */
		path?(id: string): string;
		statuses: {
			labels: Record<Row["status"], string>;
			tones: Record<Row["status"], StatusTone>;
			settled?: readonly Row["status"][];
		};
		person?: { email: keyof Row & string; name?: keyof Row & string };
		counted?: { all: string; waiting?: { status: string } };
	};
	loadPage(query: PageQuery): Promise<Page<Row>>;
	/** 'Booking' in 'Booking status changed to Closed'. The record's label by default. */
	subject?: string;
	/** The text of the toast titled 'Error'; undefined for what stands beside a list that says so itself. */
	failures: { load: string | undefined };
	/** Builds the toast from one of these texts if it has to contain more. */
	failureToast?(text: string): Failure;
	/** What new rows are called that wait until they are asked for, one and several. By default they come on top. */
	newRows?: readonly [one: string, several: string];
	/** Whether Ctrl+Z undoes a change only while the list is on the screen, because it may make something public. */
	undoOnlyHere?: true;
	/** The toast for a row that someone else has added while this list is open. */
	announce?(row: Row): { title: string; description: string };
};

/** A change to the statuses of many rows, as the server accepts it. An undo also carries the values to restore. */
export type StatusesChange<Status extends string> = {
	changes: ({ ids: string[]; status: Status } & Record<string, unknown>)[];
	undo_of?: Status;
};

/** A sentence without its period, and what can be done about it. */
export type StatusNote = { text: string; action: { label: string; onSelect(): void } };

/** A list whose statuses staff can change. */
export type ListDefinition<Row extends StatusRow> = ReadOnlyListDefinition<Row> & {
	change(id: string, change: RowChange<Row["status"]>): Promise<Row>;
	/** Changes many rows at once, if staff may set statuses. Returns the changed rows, with the changed values. */
	changeStatuses?(change: StatusesChange<Row["status"]>): Promise<{ changed: (Partial<Row> & { id: string })[] }>;
	/** The statuses that many rows may be set to. All by default. */
	bulkStatuses?: readonly Row["status"][];
	/**
	 * The values that a status change affects, for an undo to restore. Only the status by default.
	 * @param changed the row as the change has left it
	 */
	statusFields?(row: Row, changed: Row): { status: Row["status"] } & Record<string, unknown>;
	/** How the server is asked to give a row a status, if not by that alone. */
	statusChange?(row: Row, status: Row["status"]): { status: Row["status"] } & Record<string, unknown>;
	/** What a row is called where no person is named. */
	rowName?(row: Row): string;
	/** A row's status in words, where its label says too little. */
	statusText?(row: Row): string;
	/** What the toast says in place of the new status, if that leads people to expect more than has happened. */
	statusNote?(rows: readonly Row[]): StatusNote | undefined;
	failures: { load: string; change: string };
};

export type ReadOnlyList<Row extends StatusRow> = ReturnType<typeof defineReadOnlyList<Row>>;

export type List<Row extends StatusRow> = ReturnType<typeof defineList<Row>>;

export function defineList<Row extends StatusRow>(definition: ListDefinition<Row>) {
	const { statusFields = ({ status }: Row) => ({ status }) } = definition;
	const { failureToast, ...list } = defineReadOnlyList(definition);
	return { ...list, ...definition, subject: list.subject, failureToast, statusFields };
}

/** Whether staff can change the statuses of many of its rows at once. */
export function takesStatuses<Row extends StatusRow>(list: ReadOnlyList<Row>): list is List<Row> {
	return "changeStatuses" in list;
}

/** The statuses that staff may set, in the order of the keys. */
export const choosableStatuses = <Row extends StatusRow>(list: List<Row>): readonly Row["status"][] =>
	list.bulkStatuses ?? (Object.keys(list.statusLabels) as Row["status"][]);

/** A list whose statuses are derived from other data. */
export function defineReadOnlyList<Row extends StatusRow>(definition: ReadOnlyListDefinition<Row>) {
	const { record, loadPage, announce, failures, failureToast = (text) => text } = definition;
	const { table, label, statuses } = record;
	const { subject = label } = definition;
	const sortKey = (row: Row) => String(row[record.orderedBy]);
	const merge = (known: readonly Row[] | undefined, arrived: readonly Row[]) =>
		mergeRows(known ?? [], arrived, sortKey);
	const queryKey = ["list", table];
	const sync = createListSync<Row>({
		loadPage,
		loadDeletions: async (since) => (await parseResponse(deletions.$get({ query: { table, since } }))).ids,
		merge,
	});
	const cached = {
		get: () => queryClient.getQueryData<Row[]>(queryKey),
		set: (change: (known: Row[] | undefined) => Row[] | undefined) =>
			void queryClient.setQueryData<Row[]>(queryKey, change),
	};
	/** Both change the list only once it is loaded. */
	const storeRows = (rows: readonly Row[]) => cached.set((known) => known && merge(known, rows));
	const removeRows = (ids: Iterable<string>) => cached.set((known) => known && withoutRows(known, new Set(ids)));
	/** Fetches all changes since the rows in the cache were read. */
	const catchUp = () => sync.catchUp(cached);
	const query = queryOptions({
		queryKey,
		queryFn: () => sync.load(cached),
		// Live updates keep it fresh. A deep comparison of thousands of rows would only cost time.
		staleTime: Number.POSITIVE_INFINITY,
		structuralSharing: false,
		meta: failures.load === undefined ? {} : { failure: failureToast(failures.load) },
	});
	const news = createNews<Row>((row) => announce && toast(announce(row)));
	const shown = { table, subject, statusLabels: statuses.labels, statusTones: statuses.tones };
	const { noteLiveRows } = sync;
	return { ...definition, ...shown, sortKey, failureToast, storeRows, removeRows, query, catchUp, noteLiveRows, news };
}

const deletions = api.api.live.deletions;

/** How long a new row is marked (brand: back office). */
const freshMs = 1200;

/** All rows of the list, newest first as they were when first shown, kept live. `freshIds` are the rows that have just arrived. */
export function useListRows<Row extends StatusRow>(list: ReadOnlyList<Row>) {
	const { data, isError, isFetching, refetch } = useQuery(list.query);
	const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(new Set());

	useEffect(() => {
		if (freshIds.size === 0) return;
		const timer = setTimeout(() => setFreshIds(new Set()), freshMs);
		return () => clearTimeout(timer);
	}, [freshIds]);

	const listener = useMemo<LiveListener>(
		() => ({
			table: list.table,
			onChanges(changes) {
				if (changes.length === 0) return;
				const { inserted, changed, deleted } = sortChanges<Row>(changes);
				list.storeRows([...inserted, ...changed]);
				list.removeRows(deleted);
				list.noteLiveRows([...inserted, ...changed]);
				if (inserted.length === 0) return;
				setFreshIds(new Set(inserted.map((row) => row.id)));
				list.news.inserted(inserted);
			},
			async catchUp() {
				if (queryClient.getQueryData(list.query.queryKey)) await list.catchUp();
			},
		}),
		[list],
	);
	useLiveChanges(listener);

	const [firstKeys] = useState(() => new Map<string, string>());
	/** What is newer came while the list was open. */
	const [newest, setNewest] = useState<string>();
	const [first] = data ?? [];
	const changesMove = list.record.orderedBy === "updated_at";
	if (list.newRows && first && newest === undefined) setNewest(list.sortKey(first));
	const rows = useMemo(
		() => (data && changesMove ? keepOrder(data, list.sortKey, firstKeys, newest) : data),
		[list, data, changesMove, firstKeys, newest],
	);

	return {
		rows,
		/** How many rows are new and wait, because they would push the others down. */
		waitingRows: (data?.length ?? 0) - (rows?.length ?? 0),
		showWaiting: () => first && setNewest(list.sortKey(first)),
		isError,
		isFetching,
		retry: () => void refetch(),
		freshIds,
	};
}

/** The live stream sends a table's rows in the same form as that table's list endpoint. */
function sortChanges<Row extends ListRow>(changes: LiveChange[]) {
	const inserted: Row[] = [];
	const changed: Row[] = [];
	const deleted = new Set<string>();
	for (const change of changes) {
		if (change.operation === "delete") deleted.add(change.id);
		else (change.operation === "insert" ? inserted : changed).push(change.row as Row);
	}
	return { inserted, changed, deleted };
}

/** The name of the person whose row it is; empty where the list is not about people. */
export function personOf<Row extends StatusRow>({ record: { person } }: List<Row>, row: Row): string {
	return person?.name ? String(row[person.name]) : "";
}
