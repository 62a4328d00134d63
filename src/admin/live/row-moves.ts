import { useEffect, useLayoutEffect, useRef } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import type { ListRow } from "#admin/lists/list-rows.ts";

/** What a click may have missed: a row came to another place because rows came or went, or what it offers has turned round. */
type Move = "place" | "turn";
/** The last of each row, by its id. Times as events have them, in milliseconds. */
const moves = new Map<string, { what: Move; at: number }>();
/** Where the pointer rests, and since when. */
let rest = { x: 0, y: 0, since: 0 };

const samePlacePx = 24;
/** So long whoever is about to press may not have seen that a row has moved. */
export const reactionMs = 1000;

type Shown = { rows: readonly ListRow[] | undefined; chosen: string };

/** Notes which rows have moved without the person's doing: by a colleague's change, or by the clock. */
export function noteMoves(before: Shown, after: Shown): void {
	if (!before.rows || !after.rows || before.chosen !== after.chosen) return;
	for (const [place, { id }] of after.rows.entries()) {
		const was = before.rows[place];
		if (was && was.id !== id) noteMove(id, "place");
	}
}

/** Notes that a row is not what it was, without the person's doing. */
export const noteTurn = (id: string) => noteMove(id, "turn");

function noteMove(id: string, what: Move): void {
	moves.set(id, { what, at: performance.now() });
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

/** Why a click on the row may be meant for what was there before; undefined if it isn't. Answers so once for each move. */
export function unsureClick(
	id: string,
	{ detail, timeStamp }: { detail: number; timeStamp: number },
): Move | undefined {
	const move = moves.get(id);
	const isByKey = detail === 0;
	if (!move || (isByKey && move.what === "place")) return undefined;
	moves.delete(id);
	const isUnsure = timeStamp - move.at < reactionMs || (!isByKey && move.at > rest.since);
	return isUnsure ? move.what : undefined;
}
