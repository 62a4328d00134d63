import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and until the page's script runs: for controls that only a script can serve. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
