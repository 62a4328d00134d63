type Ask = (leaving?: { warning: string; leave(): void }) => void;

let ask: Ask | undefined;
/** Only the back office asks. */
export const setLeaveQuestion = (asker: Ask | undefined): void => {
	ask = asker;
};

/** The form is gone, perhaps because it has been saved meanwhile. */
export const endLeaveQuestion = (): void => ask?.();

/**
 * Does what ends the topmost dialog or a form in it. If a form there has `data-unsaved`, the user is asked first; its value is what
 * the question says.
 */
export function leaveForm(leave: () => void): void {
	const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
	const warning = dialog?.querySelector("[data-unsaved]")?.getAttribute("data-unsaved");
	if (ask && typeof warning === "string") ask({ warning, leave });
	else leave();
}

export const usualWarning = "What you entered hasn't been saved.";
