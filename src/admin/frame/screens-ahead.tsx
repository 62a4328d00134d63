import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { sections } from "./sections.ts";
import { whenIdle } from "./when-idle.ts";

/** The screens that daily work leads to. */
const screens = [
	...sections.map(({ path }) => path),
	"/admin/blogs/new",
	"/admin/blogs/edit/any",
	"/admin/invoices/new",
	"/admin/invoices/any",
	"/admin/people",
	"/admin/settings",
];

/**
 * Loads the other screens while nothing else happens. Where one can't be loaded, the router reloads the page: without a
 * connection, that would end the work on this one.
 */
export function ScreensAhead() {
	const [isIdle, setIsIdle] = useState(false);
	useEffect(() => whenIdle(() => setIsIdle(true)), []);
	return isIdle && screens.map((path) => <PrefetchPageLinks key={path} page={path} />);
}
