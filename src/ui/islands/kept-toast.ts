import { dismissToast, toast, toastStore } from "#ui/toast.ts";
import { keptToastKey } from "./kept-toast-key.ts";

/** The toast area is global (specification 2): what it shows when a link is followed, the next page shows again. */
export function restoreToast(): void {
	addEventListener("pagehide", keepToast);
	try {
		const kept = sessionStorage.getItem(keptToastKey);
		sessionStorage.removeItem(keptToastKey);
		if (kept) toast(JSON.parse(kept));
	} catch {
		// A browser that refuses storage.
	}
}

function keepToast(): void {
	const shown = toastStore.getSnapshot();
	if (!shown) return;
	const { id, action: _, ...said } = shown;
	dismissToast(id);
	try {
		sessionStorage.setItem(keptToastKey, JSON.stringify(said));
	} catch {
		// A browser that refuses storage.
	}
}
