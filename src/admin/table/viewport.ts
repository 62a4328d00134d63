import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Below 768 px the rows of a table become cards. */
export const useIsPhone = () => useMedia("(max-width: 767px)");

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

/** Distance of an element from the top of the page, measured after every render: what stands above it comes and goes. */
export function useTopOf(element: RefObject<HTMLElement | null>): number {
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
	});
	return top;
}
