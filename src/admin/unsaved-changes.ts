import { useEffect } from "react";
import { useBlocker } from "react-router";

const question = "Leave this page? Your changes have not been saved.";

/**
 * Asks before unsaved changes are lost: inside the site, and when the tab is closed or reloaded.
 * @param unsaved read at the moment of leaving, so that a save that has just succeeded counts
 */
export function useUnsavedChangesGuard(unsaved: () => boolean): void {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
	);
	useEffect(() => {
		if (blocker.state !== "blocked") return;
		if (window.confirm(question)) blocker.proceed();
		else blocker.reset();
	}, [blocker]);
	useEffect(() => {
		const ask = (event: BeforeUnloadEvent) => {
			if (unsaved()) event.preventDefault();
		};
		window.addEventListener("beforeunload", ask);
		return () => window.removeEventListener("beforeunload", ask);
	});
}
