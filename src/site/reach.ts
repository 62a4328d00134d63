// What a page at rest needs nothing of: it is fetched when the reader first scrolls or moves the focus, and starts on import.

/** In pixels. Smaller movements are not scrolling. */
const leastMove = 6;

/**
 * Keeps the way on within reach of someone far down a page: the header comes back on scrolling up, and on phones a bar to call or
 * book appears after the first screen, but never where a form's button or the keyboard is.
 */
function keepInReach(bar: Element): void {
	const header = document.querySelector("header");
	let last = scrollY;
	const isFormInView = () =>
		[...document.querySelectorAll("main form")].some((form) => {
			const { top, bottom } = form.getBoundingClientRect();
			return top < innerHeight && bottom > 0;
		});
	const hasKeyboard = () => document.activeElement?.matches("input, textarea, select") === true;
	const show = () => {
		const moved = scrollY - last;
		if (scrollY < 80) header?.removeAttribute("data-returned");
		else if (Math.abs(moved) > leastMove) header?.toggleAttribute("data-returned", moved < 0);
		if (Math.abs(moved) > leastMove) last = scrollY;
		bar.toggleAttribute("data-shown", scrollY > innerHeight && !hasKeyboard() && !isFormInView());
	};
	for (const type of ["scroll", "focusin", "focusout"]) addEventListener(type, show, { passive: true });
	show();
}

/** Arrows open the list and go through its links, around its ends. */
function moveInList(event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const { target } = event;
	const panel =
		target instanceof Element && target.closest("[data-hover-menu]")?.querySelector<HTMLElement>("[popover]");
	if (!step || !panel) return;
	event.preventDefault();
	if (!panel.matches(":popover-open")) panel.showPopover();
	const links = [...panel.querySelectorAll("a")];
	const from = target instanceof HTMLAnchorElement ? links.indexOf(target) : -1;
	const to = from < 0 && step < 0 ? -1 : from + step;
	links.at(to % links.length)?.focus();
}

document.addEventListener("keydown", moveInList);
const bar = document.querySelector("[data-reach]");
if (bar) keepInReach(bar);

export {};
