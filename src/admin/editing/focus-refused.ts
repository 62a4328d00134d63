import { hasOwnUndo } from "./single-keys.ts";

/** Shows the first field that was refused, which may be out of sight. Whoever goes on writing isn't led away from it. */
export function focusRefused(): void {
	if (!hasOwnUndo(document.activeElement)) document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
