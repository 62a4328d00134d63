import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";

/** What a list is narrowed to beside the status, by its name in the address: a job, a member of staff, what the public sees. */
const narrowingNames = ["of", "assignee", "publication"] as const;
export type NarrowingName = (typeof narrowingNames)[number];

/** The list's filter and order, as they stand in the address: `?q=`, `?status=`, `?sort=`, and the narrowings. */
export type ListFilter = {
	text: string;
	status: string;
	/** Empty for the order that the status implies. */
	sort: "" | "newest" | "oldest";
	narrowedTo: Readonly<Record<NarrowingName, string>>;
	setText(text: string): void;
	/** Brings the address up to date at once: a pause that ends later would call off what the person goes on to open. */
	endTyping(): void;
	setStatus(status: string): void;
	setSort(sort: "newest" | "oldest"): void;
	narrow(name: NarrowingName, value: string): void;
};

/** Of the address, what a screen remembers. */
const kept: readonly string[] = ["q", "status", "sort", ...narrowingNames];

const sorts = ["newest", "oldest"] as const;

/** The address follows typing after this pause: browsers refuse too many changes of it. */
const writeAfterMs = 300;

/** By path: what was last searched there, for the return to the screen. Gone with the tab, like the address. */
const remembered = new Map<string, string>();

export function useListFilter(): ListFilter {
	const { pathname, search } = useLocation();
	const [params, setParams] = useSearchParams();
	const inAddress = params.get("q") ?? "";
	const status = params.get("status") ?? "";
	const sort = sorts.find((order) => order === params.get("sort")) ?? "";
	const of = params.get("of") ?? "";
	const assignee = params.get("assignee") ?? "";
	const publication = params.get("publication") ?? "";
	const narrowedTo = useMemo(() => ({ of, assignee, publication }), [of, assignee, publication]);
	const [text, setText] = useState(inAddress);
	const written = useRef(inAddress);

	function write(name: string, value: string): void {
		// The address itself, not the last render's: text and status may be written in one breath.
		const next = new URLSearchParams(window.location.search);
		if (value) next.set(name, value);
		else next.delete(name);
		setParams(next, { replace: true, preventScrollReset: true });
	}

	// On return without a filter in the link; a link that names anything means just that.
	const arriving = useRef(true);
	const returning = useRef(false);
	useEffect(() => {
		if (!arriving.current) return;
		arriving.current = false;
		const last = remembered.get(pathname);
		returning.current = Boolean(last && !search);
		if (last && returning.current) setParams(last, { replace: true, preventScrollReset: true });
	}, [pathname, search, setParams]);

	// Back, forward or a link has changed the address.
	useEffect(() => {
		if (inAddress === written.current) return;
		written.current = inAddress;
		setText(inAddress);
	}, [inAddress]);

	function endTyping(): void {
		if (text === written.current) return;
		written.current = text;
		write("q", text);
	}

	useEffect(() => {
		if (text === written.current) return;
		const timer = setTimeout(endTyping, writeAfterMs);
		return () => clearTimeout(timer);
	});

	useEffect(() => {
		// Not yet back: this is not what was last searched.
		if (returning.current) {
			returning.current = false;
			return;
		}
		const filter = [...params].filter(([name, value]) => value && kept.includes(name));
		remembered.set(pathname, new URLSearchParams(filter).toString());
	}, [pathname, params]);

	return {
		text,
		status,
		sort,
		narrowedTo,
		setText,
		endTyping,
		setStatus: (next) => write("status", next),
		setSort: (next) => write("sort", next),
		narrow: write,
	};
}
