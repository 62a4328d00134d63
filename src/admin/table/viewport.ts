import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Below 768 px the rows of a table become cards. */
export const useIsPhone = () => useMedia("(max-width: 767px)");

/** From 1024 px two columns fit into a dialog. */
export const useHasRoom = () => useMedia("(min-width: 1024px)");

/** From 1280 px a page that is edited has its preview beside it. */
export const useIsWide = () => useMedia("(min-width: 1280px)");

function useMedia(condition: string): boolean {
	return useSyncExternalStore(
		(onChange) => {
			const query = matchMedia(condition);
			query.addEventListener("change", onChange);
			return () => query.removeEventListener("change", onChange);
		},
		() => matchMedia(condition).matches,
		() => false,
	);
}

/** An element's distance from the top of the page. Measured after every render: the content above changes. */
export function useTopOf(element: RefObject<HTMLElement | null>): number {
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
	});
	return top;
}
