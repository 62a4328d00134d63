import { type ReactNode, useEffect, useState } from "react";

/** Announces the results of a search to screen readers once typing pauses, not at each letter. */
const pauseMs = 500;

/** Rendered with the list from the beginning: text inserted together with its region isn't announced. */
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
