import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";

const phones = "(max-width: 767px)";

/** Below 768 px the rows of a table become cards. */
export function useIsPhone(): boolean {
	return useSyncExternalStore(
		(onChange) => {
			const query = matchMedia(phones);
			query.addEventListener("change", onChange);
			return () => query.removeEventListener("change", onChange);
		},
		() => matchMedia(phones).matches,
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
