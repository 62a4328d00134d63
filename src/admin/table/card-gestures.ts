import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from "react";

type SwipeDirection = 1 | -1;

type CardGestures = {
	onTap(id: string): void;
	onLongPress(id: string): void;
	/** What a swipe would do, in words; undefined if nothing. */
	swipeLabel(id: string, direction: SwipeDirection): string | undefined;
	onSwipe(id: string, direction: SwipeDirection): void;
};

type Touch = {
	id: string;
	card: HTMLElement;
	x: number;
	y: number;
	dx: number;
	timer: ReturnType<typeof setTimeout>;
	/** It began on a button or field, where a long press has a meaning of its own. On a link it selects, as around it. */
	inField: boolean;
};

const longPressMs = 500;
/** A finger that only rests moves this far. */
const slackPx = 10;
const swipePx = 80;

/**
 * Of the cards below 768 px: a tap opens one, a long press selects it, a swipe to the side changes its status. The handlers belong on the
 * element around the cards; each card has `data-id`. All of it can be done in other ways, too.
 */
export function useCardGestures(gestures: CardGestures | undefined) {
	const touch = useRef<Touch>(undefined);
	/** The press has done something. */
	const handled = useRef(false);

	function end(): void {
		if (!touch.current) return;
		const { card, timer } = touch.current;
		clearTimeout(timer);
		card.style.translate = "";
		delete card.dataset.swipe;
		delete card.dataset.swipeSide;
		touch.current = undefined;
	}

	useEffect(() => () => clearTimeout(touch.current?.timer), []);

	function handleDown(event: PointerEvent): void {
		handled.current = false;
		if (!gestures || event.pointerType !== "touch" || !event.isPrimary || !(event.target instanceof Element)) return;
		const card = event.target.closest<HTMLElement>("[data-id]");
		const id = card?.dataset.id;
		if (!card || !id) return;
		const inField = event.target.closest("button, select, input, label") !== null;
		const timer = setTimeout(handleLongPress, longPressMs);
		touch.current = { id, card, x: event.clientX, y: event.clientY, dx: 0, timer, inField };
	}

	function handleLongPress(): void {
		const { current } = touch;
		if (!current || current.inField) return;
		handled.current = true;
		swallowClick();
		end();
		gestures?.onLongPress(current.id);
	}

	function handleMove(event: PointerEvent): void {
		const { current } = touch;
		if (!current || !gestures) return;
		const dx = event.clientX - current.x;
		if (Math.abs(dx) <= slackPx && Math.abs(event.clientY - current.y) <= slackPx) return;
		clearTimeout(current.timer);
		const label = gestures.swipeLabel(current.id, dx > 0 ? 1 : -1);
		current.dx = label ? dx : 0;
		current.card.style.translate = label ? `${dx}px 0` : "";
		current.card.dataset.swipe = label ?? "";
		current.card.dataset.swipeSide = dx > 0 ? "left" : "right";
	}

	function handleUp(): void {
		const { current } = touch;
		end();
		if (!current || !gestures || Math.abs(current.dx) < swipePx) return;
		handled.current = true;
		swallowClick();
		gestures.onSwipe(current.id, current.dx > 0 ? 1 : -1);
	}

	function handleClick({ target }: SyntheticEvent): void {
		if (!gestures || !(target instanceof Element) || isInControl(target)) return;
		const id = target.closest<HTMLElement>("[data-id]")?.dataset.id;
		if (id) gestures.onTap(id);
	}

	/** The browser's own sign of a long press, which may come before ours. */
	function handleContextMenu(event: SyntheticEvent): void {
		handleLongPress();
		if (handled.current) event.preventDefault();
	}

	return {
		onPointerDown: handleDown,
		onPointerMove: handleMove,
		onPointerUp: handleUp,
		onPointerCancel: end,
		onClick: handleClick,
		onContextMenu: handleContextMenu,
	};
}

const isInControl = (element: Element) => element.closest("a, button, select, input, label") !== null;

/** The click at the end of a press that has done something. It may hit what the press has brought under the finger. */
function swallowClick(): void {
	function swallow(event: MouseEvent): void {
		event.preventDefault();
		event.stopPropagation();
	}
	const forget = () => document.removeEventListener("click", swallow, true);
	document.addEventListener("click", swallow, { capture: true, once: true });
	document.addEventListener("pointerdown", forget, { capture: true, once: true });
}
