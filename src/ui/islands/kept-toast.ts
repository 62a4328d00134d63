import { dismissToast, toast, toastStore } from "#ui/toast.ts";
import { keptToastKey } from "./kept-toast-key.ts";

/** For the next page over a slow line: one that was kept for a page that never came is not shown later. */
const keptMs = 30_000;
/** Enough to be read again, however little of its time was left. */
const leastMs = 2000;

/**
 * The toast area is global (specification 2): what it shows when a link is followed, the next page shows again. Not what went
 * wrong, because that is about a form that is gone.
 */
export function restoreToast(): void {
	// At `pagehide` the next page may be reading already, in another process.
	addEventListener("beforeunload", keepToast);
	addEventListener("pagehide", () => dismissToast(toastStore.getSnapshot()?.id ?? 0));
	try {
		const kept = sessionStorage.getItem(keptToastKey);
		sessionStorage.removeItem(keptToastKey);
		const { until, ...said } = JSON.parse(kept ?? "{}");
		if (until + keptMs > Date.now()) toast(said);
	} catch {
		// A browser that refuses storage.
	}
}

function keepToast(): void {
	const shown = toastStore.getSnapshot();
	if (!shown || shown.tone === "destructive") return;
	const { action: _action, ...said } = shown;
	const displayMs = Math.max(leastMs, said.until - Date.now());
	try {
		sessionStorage.setItem(keptToastKey, JSON.stringify({ ...said, displayMs }));
	} catch {
		// A browser that refuses storage.
	}
}
