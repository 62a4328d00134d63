/** Where the keyboard and the screen reader begin: in the back office behind the sidebar, elsewhere at the main part of the page. */
export const screenStart = (): HTMLElement | null =>
	document.getElementById("screen") ?? document.getElementById("main");

/** Whether a screen may take the focus for its first field as it arrives: not from a dialog that was opened before that. */
export const mayTakeFocus = (): boolean => document.querySelector("[role=dialog]") === null;
