import { useEffect, useMemo, useRef } from "react";
import type { ListRow } from "./list-rows.ts";

/** Where a row stands in the list; `left` when it was there and is no longer: the row at its index is then the next. */
export type ListPlace = { index: number; left: boolean };

export function useListPlace(listed: readonly ListRow[] | undefined, id: string | null): ListPlace | undefined {
	const last = useRef<{ id: string; index: number }>(undefined);
	const index = useMemo(() => listed?.findIndex((row) => row.id === id) ?? -1, [listed, id]);
	useEffect(() => {
		if (id && index >= 0) last.current = { id, index };
	}, [id, index]);
	if (index >= 0) return { index, left: false };
	return last.current?.id === id && last.current ? { index: last.current.index, left: true } : undefined;
}

/** The rows before and after it. */
export const neighborsOf = <Row>(listed: readonly Row[], { index, left }: ListPlace) => ({
	previous: listed[index - 1],
	next: listed[left ? index : index + 1],
});
