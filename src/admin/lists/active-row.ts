import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { z } from "zod";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import { screenStart } from "#ui/focus/screen-start.ts";
import type { ListRow } from "./list-rows.ts";

/** Comes along from a screen about one of the rows. */
const cameFromSchema = z.object({ from: z.string() });

/** The active row of each list when it was left, by path: the browser's Back leads there. */
const leftRows = new Map<string, string>();

function useCameFrom() {
	const { state, pathname } = useLocation();
	const isBack = useNavigationType() === "POP";
	return useState(() => cameFromSchema.safeParse(state).data?.from ?? (isBack ? leftRows.get(pathname) : undefined));
}

function useLeftRow(activeId: string): void {
	const { pathname } = useLocation();
	const latest = useRef(activeId);
	useEffect(() => {
		latest.current = activeId;
	});
	useEffect(() => () => void leftRows.set(pathname, latest.current), [pathname]);
}

/**
 * The one row that the Tab key reaches. At first it is the first row, or the one whose screen the user comes from. It
 * stays the same row when others are inserted above. When it leaves the list, the row that takes its place follows it,
 * with the focus if it had that.
 */
export function useActiveRow(rows: readonly ListRow[], body: RefObject<HTMLElement | null>) {
	const [cameFrom, setCameFrom] = useCameFrom();
	const [activeId, setActiveId] = useState(cameFrom ?? "");
	useLeftRow(activeId);
	const lastIndex = useRef(0);
	const hasFocus = useRef(false);
	const known = useMemo(() => rows.findIndex((row) => row.id === activeId), [rows, activeId]);
	const activeIndex = known < 0 ? Math.max(0, Math.min(lastIndex.current, rows.length - 1)) : known;
	const toFocus = useRef<string>(undefined);

	function focusWaiting(): void {
		const row = toFocus.current && findRow(body.current, toFocus.current);
		if (!row) return;
		toFocus.current = undefined;
		row.focus({ preventScroll: true });
	}

	useLayoutEffect(() => {
		const successor = known < 0 && activeId !== "" ? rows[activeIndex] : undefined;
		lastIndex.current = activeIndex;
		if (!successor) return;
		setActiveId(successor.id);
		if (!hasFocus.current || !isNowhere(document.activeElement)) return;
		toFocus.current = successor.id;
	}, [known, activeId, activeIndex, rows]);

	// Unless the focus has gone elsewhere by the time that the rows are there.
	useLayoutEffect(() => {
		const row = cameFrom && findRow(body.current, cameFrom);
		if (!row) return;
		setCameFrom(undefined);
		const { activeElement } = document;
		if (isNowhere(activeElement) || activeElement === screenStart()) row.focus();
	});

	// A row that was not visible is added to the document only by the next render.
	useLayoutEffect(focusWaiting);

	// Removing a row fires no focus event, so `focusin` and `pointerdown` elsewhere show that the focus has left.
	const follow = ({ target }: Event) => {
		hasFocus.current = target instanceof Node && (body.current?.contains(target) ?? false);
	};
	useDocumentEvent("focusin", follow);
	useDocumentEvent("pointerdown", follow);

	// With the last row the whole table goes.
	useEffect(
		() => () => {
			if (hasFocus.current && isNowhere(document.activeElement)) {
				screenStart()?.focus({ preventScroll: true });
			}
		},
		[],
	);

	function focusRow(id: string): void {
		toFocus.current = id;
		setActiveId(id);
		focusWaiting();
	}

	return { activeId, activeIndex, setActiveId, focusRow };
}

const isNowhere = (element: Element | null) => element === null || element === document.body;

export const findRow = (body: HTMLElement | null, id: string) => body?.querySelector<HTMLElement>(`[data-id="${id}"]`);
