import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { countsQuery } from "#admin/live/desk-counts.ts";
import { sections } from "./sections.ts";

/** Says in the browser's tab how many requests wait: in its title, and by a dot on its icon. */
export function TabCount() {
	const { data: counts } = useQuery(countsQuery);
	const location = useLocation();
	const waiting = sections.reduce(
		(sum, section) => sum + (section.waiting ? (counts?.[section.waiting.count] ?? 0) : 0),
		0,
	);

	// biome-ignore lint/correctness/useExhaustiveDependencies: each address has a title of its own
	useEffect(() => {
		const title = document.title.replace(/^\([\d,]+\) /, "");
		document.title = waiting > 0 ? `(${waiting.toLocaleString("en-US")}) ${title}` : title;
	}, [waiting, location]);

	useEffect(() => {
		const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
		if (!icon || waiting === 0) return;
		icon.href = "/favicon-waiting.svg";
		return () => {
			icon.href = "/favicon.svg";
		};
	}, [waiting]);

	return null;
}
