import { type ReactNode, useEffect, useState } from "react";

/** Announces to screen readers what a search has found, once typing pauses instead of at each letter. */
const pauseMs = 500;

/** Stands beside a list from the beginning: what comes into a region together with it is not read out. */
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
