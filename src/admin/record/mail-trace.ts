import { parseResponse } from "hono/client";
import { useEffect, useEffectEvent } from "react";
import { choosableStatuses, type ReadOnlyList, takesStatuses } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import { changeStatuses } from "#admin/lists/statuses.ts";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import type { RecordTable } from "#records.ts";
import { toast } from "#ui/toast.ts";

/**
 * A reply in staff's own mail program happens out of sight. The click that opens it leaves a line in the activity of the
 * row, and offers the second status for one that still has the first.
 * @param rowOf the row that a link stands for
 */
export function useMailTrace<Row extends StatusRow>(
	list: ReadOnlyList<Row>,
	rowOf: (link: Element) => Row | undefined,
): void {
	const latestRowOf = useEffectEvent(rowOf);
	useEffect(() => {
		if (!list.record.person) return;
		async function trace(row: Row): Promise<void> {
			const json = { table: list.table as RecordTable, id: row.id };
			await parseResponse(api.api.activity.replies.$post({ json })).catch(() => {});
			void queryClient.invalidateQueries({ queryKey: derivedKey });
		}
		function handleClick({ target }: MouseEvent): void {
			const link = target instanceof Element && target.closest('a[href^="mailto:"]');
			const row = link && latestRowOf(link);
			if (!row) return;
			void trace(row);
			if (!takesStatuses(list)) return;
			const [first, second] = choosableStatuses(list);
			if (row.status !== first || second === undefined) return;
			const label = list.statusLabels[second];
			toast({
				title: "Reply Started",
				description: `Your email program has the draft. The status is still ${list.statusLabels[first]}.`,
				action: {
					label: `Set to ${label}`,
					onSelect: () => void changeStatuses(list, [row], second).catch(() => {}),
				},
			});
		}
		document.addEventListener("click", handleClick);
		return () => document.removeEventListener("click", handleClick);
	}, [list]);
}
