const controls = "input, select, textarea, button";
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

export type FilledIn = { controls: Map<string, Control>; focused: Element | null; dialog: string | undefined };

/**
 * What a visitor is filling in, for `fillAgain`. It holds the elements instead of their values, so that what is typed until
 * they are replaced counts, too.
 */
export const readFilledIn = (island: Element): FilledIn => ({
	controls: keyed(island),
	focused: document.activeElement,
	dialog: island.querySelector("dialog:modal")?.id,
});

/** Gives values, choices, files, focus, and selection to the controls that have taken the place of those before. */
export function fillAgain(island: Element, { controls: before, focused, dialog }: FilledIn): void {
	const shown = dialog && document.getElementById(dialog);
	if (shown instanceof HTMLDialogElement && !shown.open) shown.showModal();
	for (const [key, control] of keyed(island)) {
		const old = before.get(key);
		if (!old || old === control) continue;
		giveValue(old, control);
		if (old === focused) giveFocus(old, control);
	}
}

/** Returns what stands in an element's place once the island is awake. */
export type FindAgain = <Found extends Element | null>(element: Found) => Found;

/** By their order, because React may render the island again. To be called before that. */
export function findingAgain(island: Element): FindAgain {
	const before = [...island.querySelectorAll("*")];
	return <Found extends Element | null>(element: Found) => {
		if (!element || element.isConnected) return element;
		const { localName } = element;
		const place = before.filter((other) => other.localName === localName).indexOf(element);
		return island.querySelectorAll<NonNullable<Found>>(localName)[place] ?? element;
	};
}

/**
 * By name and choice, or the kind of value where a control has no name; those of one kind by their order. Ids differ where React
 * has rendered again.
 */
function keyed(island: Element): Map<string, Control> {
	const found = new Map<string, Control>();
	for (const control of island.querySelectorAll<Control>(controls)) {
		const name = control.name || control.getAttribute("autocomplete");
		let key = `${control.localName} ${name} ${isChoice(control) ? control.value : ""}`;
		while (found.has(key)) key += "+";
		found.set(key, control);
	}
	return found;
}

const isChoice = (control: Control): control is HTMLInputElement => /^(?:radio|checkbox)$/.test(control.type);

/** As if the visitor had done it, so that React notes it. */
function giveValue(old: Control, control: Control): void {
	if (control instanceof HTMLButtonElement) return;
	if (isChoice(control) && isChoice(old)) {
		if (control.checked !== old.checked && (old.checked || control.type === "checkbox")) control.click();
		return;
	}
	if ("files" in old && "files" in control && old.files) {
		if (!old.files.length) return;
		control.files = old.files;
	} else if (control.value === old.value) return;
	// The element's own setter is React's, which would take the new value for its own.
	else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, old.value);
	for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function giveFocus(old: Control, control: Control): void {
	control.focus({ preventScroll: true });
	// Fields such as those for email addresses tell no selection.
	if (!("selectionStart" in old && "selectionStart" in control) || old.selectionStart === null) return;
	control.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? undefined);
}
