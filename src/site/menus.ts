/**
 * What popovers lack, for the header's menu and its list of services, on public pages and in the application: the
 * expanded state as an attribute, the button's second label, an inert page behind the menu, and opening under the mouse.
 */
export function startMenus(): void {
	// The browser may have opened one before the script was there.
	for (const panel of document.querySelectorAll<HTMLElement>("[popover]"))
		showState(panel, panel.matches(":popover-open"));
	// The mouse may already rest on one.
	if (matchMedia("(hover: hover)").matches) openUnderMouse(document.querySelector("[data-hover-menu]:hover"));
	document.addEventListener("toggle", handleToggle, { capture: true });
	document.addEventListener("pointerover", followMouse);
	document.addEventListener("click", pin, { capture: true });
	document.addEventListener("focusin", closeLeft);
	addEventListener("pagehide", closeAll);
}

const buttonOf = (panel: Element) => document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`);

function handleToggle(event: Event): void {
	const { target: panel } = event;
	if (!(event instanceof ToggleEvent) || !(panel instanceof HTMLElement) || !panel.popover) return;
	showState(panel, event.newState === "open");
}

function showState(panel: HTMLElement, open: boolean): void {
	const button = buttonOf(panel);
	button?.setAttribute("aria-expanded", String(open));
	const { labelOpen, labelClosed } = button?.dataset ?? {};
	if (labelOpen && labelClosed) button?.setAttribute("aria-label", open ? labelOpen : labelClosed);
	if (!open) delete panel.dataset.hovered;
	const behind = document.getElementById(panel.dataset.hides ?? "");
	if (behind) behind.inert = open;
}

/** Opens under the mouse, and closes when it leaves, unless a click has pinned it. */
function followMouse({ pointerType, target }: PointerEvent): void {
	if (pointerType === "mouse" && target instanceof Element) openUnderMouse(target.closest("[data-hover-menu]"));
}

function openUnderMouse(menu: Element | null): void {
	const panel = menu?.querySelector<HTMLElement>("[popover]");
	for (const left of document.querySelectorAll<HTMLElement>("[popover][data-hovered]")) {
		if (left !== panel) left.hidePopover();
	}
	if (!panel || panel.matches(":popover-open")) return;
	panel.dataset.hovered = "";
	panel.showPopover({ source: buttonOf(panel) ?? undefined } as ShowPopoverOptions);
}

/** A click on the button of what the mouse has opened does not close it. */
function pin(event: MouseEvent): void {
	const { target } = event;
	if (!(target instanceof Element)) return;
	const button = target.closest("[popovertarget]");
	const panel = document.getElementById(button?.getAttribute("popovertarget") ?? "");
	if (panel?.dataset.hovered === undefined) return;
	delete panel.dataset.hovered;
	event.preventDefault();
}

/** Closes the list when the keyboard's focus leaves it, so that it does not cover what has the focus. */
function closeLeft({ target }: FocusEvent): void {
	for (const panel of document.querySelectorAll<HTMLElement>("[data-hover-menu] [popover]:popover-open")) {
		const menu = panel.closest("[data-hover-menu]");
		if (target instanceof Node && !menu?.contains(target)) panel.hidePopover();
	}
}

/** A page that the browser restores from memory is shown without an open menu. */
function closeAll(): void {
	for (const panel of document.querySelectorAll<HTMLElement>("[popover=auto]:popover-open")) panel.hidePopover();
}
