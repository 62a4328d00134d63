import { useRef } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";

/** As browsers count a double click. */
const doubleClickMs = 500;
const samePlacePx = 24;

type Press = { x: number; y: number; at: number; layer: Element | undefined };

const topLayer = () => [...document.querySelectorAll("[role=dialog]")].at(-1);

/**
 * The second press of a double click, or of a double tap, does nothing where the first one has opened or closed a dialog:
 * it would answer a question that nobody has read, or meet what lay under it.
 */
export function useSecondPressGuard(): void {
	const last = useRef<Press>(undefined);
	const isStray = useRef(false);
	useDocumentEvent(
		"pointerdown",
		({ clientX: x, clientY: y, timeStamp: at }) => {
			const before = last.current;
			const press = { x, y, at, layer: topLayer() };
			last.current = press;
			const isSecond =
				before !== undefined && at - before.at < doubleClickMs && Math.hypot(x - before.x, y - before.y) < samePlacePx;
			// Nor does a third one.
			isStray.current = isSecond && (isStray.current || before.layer !== press.layer);
		},
		true,
	);
	useDocumentEvent(
		"click",
		(event) => {
			// A key clicks without a press.
			if (event.detail === 0 || !isStray.current) return;
			event.preventDefault();
			event.stopPropagation();
		},
		true,
	);
}
