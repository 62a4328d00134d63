import { useEffect } from "react";
import { screenStart } from "#ui/focus/screen-start.ts";

/** What had the focus last in a part of the page, and the controls of that part in their order. */
type Place = { element: Element; part: Element; controls: Element[] };

/** Each keeps its own place: what closes leads back to what lies behind it. */
const partsOfPage = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], #screen, #main, body";
const controlsOfPart = "a[href], button, input, select, textarea, [tabindex], [contenteditable=true]";

/**
 * A control that is removed or disabled loses the focus to the page itself, and the next Tab would begin at its top.
 * Moves it to what stands there now: the control after the nearest one before it that is still there. What is only disabled
 * stands there itself, so that nearest one gets it: what comes after may be a field, which would take in the next key.
 */
export function useLostFocus(): void {
	useEffect(() => {
		const places: Place[] = [];
		let isLost = false;
		let frame = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;

		function remember({ target }: FocusEvent): void {
			const part = target instanceof Element && target.closest(partsOfPage);
			if (!part) return;
			const known = places.findIndex((place) => place.part === part);
			const last = places[known];
			// A dialog catches what its contents lose.
			if (target === part && last && !isUsable(last.element)) return;
			isLost = false;
			if (known >= 0) places.splice(known);
			places.push({ element: target, part, controls: [...part.querySelectorAll(controlsOfPart)] });
		}

		/** A press moves the focus itself; what lies behind a dialog keeps its place. */
		function forget({ target }: PointerEvent): void {
			const part = target instanceof Element && target.closest(partsOfPage);
			const known = places.findIndex((place) => place.part === part);
			if (known >= 0) places.splice(known);
			isLost = false;
		}

		function restore(): void {
			while (places.at(-1)?.part.isConnected === false) {
				places.pop();
				isLost = true;
			}
			const place = places.at(-1);
			if (place && !isUsable(place.element)) isLost = true;
			if (!isLost || !isNowhere(document.activeElement)) return;
			// It is enabled again once its action is over.
			if (place?.element.isConnected && place.element.ariaBusy) return;
			const next = place ? nextOf(place) : screenStart();
			if (next instanceof HTMLElement) next.focus({ preventScroll: true });
		}

		/**
		 * What the app does itself comes first: it has within two frames, except on a busy computer, where frames come before
		 * the timer with which a closed dialog hands its focus on. That timer was set before this one.
		 */
		function restoreSoon(): void {
			stopWaiting();
			frame = requestAnimationFrame(() => {
				frame = requestAnimationFrame(() => {
					timer = setTimeout(restore);
				});
			});
		}

		function stopWaiting(): void {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
		}

		const observer = new MutationObserver(restoreSoon);
		observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "aria-busy"] });
		document.addEventListener("focusin", remember);
		document.addEventListener("pointerdown", forget, true);
		return () => {
			observer.disconnect();
			stopWaiting();
			document.removeEventListener("focusin", remember);
			document.removeEventListener("pointerdown", forget, true);
		};
	}, []);
}

/** The page, a dialog that catches what its contents lose, or what is disabled and from which the browser hasn't taken it yet. */
const isNowhere = (element: Element | null) =>
	!element || element.matches("body, [role=dialog], [role=alertdialog], :disabled");

const isUsable = (element: Element) => element.isConnected && !element.matches(":disabled");

function nextOf({ element, part, controls }: Place): Element | undefined {
	if (isUsable(element)) return element;
	const before = controls.slice(0, controls.indexOf(element)).findLast(isReachable);
	if (before && element.isConnected) return before;
	const now = [...part.querySelectorAll(controlsOfPart)].filter(isReachable);
	return now[before ? now.indexOf(before) + 1 : 0] ?? before ?? part;
}

const isReachable = (element: Element) =>
	element instanceof HTMLElement && element.tabIndex >= 0 && isUsable(element) && element.checkVisibility();
