import { parseResponse } from "hono/client";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
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
	useDocumentEvent("click", ({ target }) => {
		const link = target instanceof Element && target.closest('a[href^="mailto:"]');
		const row = list.record.person && link && rowOf(link);
		if (!row) return;
		void noteReply(list.table as RecordTable, row.id);
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
	});
}

async function noteReply(table: RecordTable, id: string): Promise<void> {
	await parseResponse(api.api.activity.replies.$post({ json: { table, id } })).catch(() => {});
	void queryClient.invalidateQueries({ queryKey: derivedKey });
}
