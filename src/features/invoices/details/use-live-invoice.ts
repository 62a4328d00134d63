import { useMemo, useState } from "react";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { invoiceKey } from "#features/invoices/invoice-queries.ts";

/**
 * Reloads the invoice when it changes: when a colleague edits it, its client views it, or its due date passes.
 * @returns whether it has been deleted in the meantime
 */
export function useLiveInvoice(id: string): boolean {
	const [deletedId, setDeletedId] = useState<string>();
	const listener = useMemo<LiveListener>(() => {
		const reload = () => queryClient.invalidateQueries({ queryKey: invoiceKey(id) });
		return {
			table: "invoices",
			onChanges(changes) {
				for (const change of changes) {
					if (change.operation === "delete" && change.id === id) setDeletedId(id);
					if (change.operation !== "delete" && change.row.id === id) void reload();
				}
			},
			catchUp: reload,
		};
	}, [id]);
	useLiveChanges(listener);
	return deletedId === id;
}
