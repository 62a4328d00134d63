import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListRow } from "./list-rows.ts";

/**
 * The one row that the Tab key reaches. At first it is the first row. It stays the same row when others are inserted
 * above.
 */
export function useActiveRow(rows: readonly ListRow[], body: RefObject<HTMLElement | null>) {
	const [activeId, setActiveId] = useState("");
	const activeIndex = useMemo(
		() =>
			Math.max(
				0,
				rows.findIndex((row) => row.id === activeId),
			),
		[rows, activeId],
	);
	const toFocus = useRef<string>(undefined);

	function focusWaiting(): void {
		const row = toFocus.current && findRow(body.current, toFocus.current);
		if (!row) return;
		toFocus.current = undefined;
		row.focus({ preventScroll: true });
	}

	// A row that was not visible is added to the document only by the next render.
	useLayoutEffect(focusWaiting);

	function focusRow(id: string): void {
		toFocus.current = id;
		setActiveId(id);
		focusWaiting();
	}

	return { activeIndex, setActiveId, focusRow };
}

export const findRow = (body: HTMLElement | null, id: string) => body?.querySelector<HTMLElement>(`[data-id="${id}"]`);
