import { useMemo, useState } from "react";
import type { ListRow } from "./list-rows.ts";

export type Selection = {
	ids: ReadonlySet<string>;
	/** How many of the listed rows are selected. */
	state: "none" | "some" | "all";
	/** @param range also selects all rows between this one and the one selected before it */
	toggle(id: string, range: boolean): void;
	toggleAll(): void;
	clear(): void;
};

/** The selected rows. One that leaves the list is no longer selected: no one changes rows that they can't see. */
export function useSelection<Row extends ListRow>(listed: readonly Row[] | undefined) {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [anchor, setAnchor] = useState<string>();
	const rows = useMemo(
		() => (chosen.size === 0 ? [] : (listed ?? []).filter((row) => chosen.has(row.id))),
		[listed, chosen],
	);
	const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows]);
	const all = listed !== undefined && rows.length > 0 && rows.length === listed.length;

	function between(first: string, last: string): string[] {
		const indexes = [first, last].map((id) => listed?.findIndex((row) => row.id === id) ?? -1);
		const [from = -1, to = -1] = indexes.toSorted((a, b) => a - b);
		return from < 0 ? [last] : (listed ?? []).slice(from, to + 1).map((row) => row.id);
	}

	const selection: Selection = {
		ids,
		state: rows.length === 0 ? "none" : all ? "all" : "some",
		toggle(id, range) {
			const next = new Set(ids);
			for (const each of range && anchor ? between(anchor, id) : [id]) {
				if (ids.has(id)) next.delete(each);
				else next.add(each);
			}
			setChosen(next);
			setAnchor(id);
		},
		toggleAll: () => setChosen(new Set(all ? [] : listed?.map((row) => row.id))),
		clear: () => setChosen(new Set()),
	};
	return { selection, rows };
}
