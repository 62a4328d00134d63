import type { KeyboardEvent } from "react";

/**
 * Enter in a form with rows goes on, because the form may be half done: only Ctrl+Enter and its button send it. In a row
 * (`data-row`) it leads to the next row, elsewhere to the next field.
 * @param addRow begins a row after the last one, unless that is still empty
 */
export function goOnByEnter(event: KeyboardEvent<HTMLElement>, addRow?: () => void): void {
	const { currentTarget: place, target, nativeEvent } = event;
	if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
	if (event.defaultPrevented || nativeEvent.isComposing) return;
	if (!(target instanceof HTMLInputElement) || !place.contains(target)) return;
	event.preventDefault();
	const row = target.closest("[data-row]");
	const stops = row ? [...place.querySelectorAll("[data-row]")] : fieldsIn(place);
	const next = stops[stops.indexOf(row ?? target) + 1];
	const field = row && next ? fieldsIn(next)[0] : next;
	if (field instanceof HTMLElement) field.focus();
	else if (row?.querySelector("input")?.value.trim()) addRow?.();
	if (field instanceof HTMLInputElement) field.select();
}

const fieldsIn = (place: Element): Element[] => [
	...place.querySelectorAll("input:enabled, select:enabled, textarea:enabled"),
];
