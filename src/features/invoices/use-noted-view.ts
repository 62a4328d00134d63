import { useEffect } from "react";

/** Tells the server once that somebody has the page before them; that it was fetched, as scanners of mail do, says nothing. */
export function useNotedView(path: string | undefined): void {
	useEffect(() => {
		if (!path) return;
		const note = () => {
			if (document.visibilityState !== "visible") return;
			forget();
			// It is nothing to the client whether this arrives.
			fetch(path, { method: "POST", keepalive: true }).catch(() => undefined);
		};
		const forget = () => document.removeEventListener("visibilitychange", note);
		document.addEventListener("visibilitychange", note);
		note();
		return forget;
	}, [path]);
}
