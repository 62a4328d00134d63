import { type ReactNode, useEffect, useState } from "react";

/** Announces the results of a search to screen readers once typing pauses, not at each letter. */
const pauseMs = 500;

/**
 * Rendered with the list from the beginning: screen readers don't announce text that is inserted together with its
 * region.
 */
export function ListAnnouncement({ children }: { children: ReactNode }) {
	const [spoken, setSpoken] = useState<ReactNode>();
	useEffect(() => {
		const timer = setTimeout(() => setSpoken(children), pauseMs);
		return () => clearTimeout(timer);
	}, [children]);
	return (
		<p role="status" className="sr-only">
			{spoken}
		</p>
	);
}
