import { useEffect, useLayoutEffect, useRef } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import type { ListRow } from "#admin/lists/list-rows.ts";

/** When a row came to another place because rows came or went, by its id. Times as events have them, in milliseconds. */
const moves = new Map<string, number>();
/** Where the pointer rests, and since when. */
let rest = { x: 0, y: 0, since: 0 };

const samePlacePx = 24;
/** So long whoever is about to press may not have seen that a row has moved. */
export const reactionMs = 1000;

type Shown = { rows: readonly ListRow[] | undefined; chosen: string };

/** Notes which rows have moved without the person's doing: by a colleague's change, or by the clock. */
export function noteMoves(before: Shown, after: Shown): void {
	if (!before.rows || !after.rows || before.chosen !== after.chosen) return;
	const places = new Map(before.rows.map(({ id }, place) => [id, place]));
	const now = performance.now();
	for (const [place, { id }] of after.rows.entries()) if (places.get(id) !== place) moves.set(id, now);
}

/** @param chosen what is searched, filtered and sorted by; choosing it moves rows that nobody is aiming at */
export function useRowMoves(rows: readonly ListRow[] | undefined, chosen: string): void {
	const last = useRef({ rows, chosen });
	useLayoutEffect(() => {
		const before = last.current;
		last.current = { rows, chosen };
		noteMoves(before, last.current);
	}, [rows, chosen]);
	useEffect(() => () => moves.clear(), []);

	function noteRest({ clientX: x, clientY: y, timeStamp: since }: PointerEvent): void {
		if (Math.hypot(x - rest.x, y - rest.y) >= samePlacePx) rest = { x, y, since };
	}
	useDocumentEvent("pointermove", noteRest, true);
	useDocumentEvent("pointerdown", noteRest, true);
	useDocumentEvent("scroll", ({ timeStamp }) => {
		rest.since = timeStamp;
	});
}

/** Whether a click on the row may be meant for the one that was there before. Answers so once for each move. */
export function isUnsureClick(id: string, { detail, timeStamp }: { detail: number; timeStamp: number }): boolean {
	const moved = moves.get(id);
	const isByKey = detail === 0;
	if (moved === undefined || isByKey) return false;
	moves.delete(id);
	return moved > rest.since || timeStamp - moved < reactionMs;
}
