/** Where the keyboard and the screen reader begin: in the back office behind the sidebar, elsewhere at the main part of the page. */
export const screenStart = (): HTMLElement | null =>
	document.getElementById("screen") ?? document.getElementById("main");
