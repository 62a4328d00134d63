import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";

/** Texts and status of the list's filter, as they stand in the address: `?q=` and `?status=`. */
export type ListFilter = {
	text: string;
	status: string;
	setText(text: string): void;
	setStatus(status: string): void;
};

/** The address follows typing after this pause: browsers refuse too many changes of it. */
const writeAfterMs = 300;

/** By path: what was last searched there, for the return to the screen. Gone with the tab, like the address. */
const remembered = new Map<string, string>();

export function useListFilter(): ListFilter {
	const { pathname, search } = useLocation();
	const [params, setParams] = useSearchParams();
	const inAddress = params.get("q") ?? "";
	const status = params.get("status") ?? "";
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
	useEffect(() => {
		if (!arriving.current) return;
		arriving.current = false;
		const last = remembered.get(pathname);
		if (last && !search) setParams(last, { replace: true, preventScrollReset: true });
	}, [pathname, search, setParams]);

	// Back, forward or a link has changed the address.
	useEffect(() => {
		if (inAddress === written.current) return;
		written.current = inAddress;
		setText(inAddress);
	}, [inAddress]);

	useEffect(() => {
		if (text === written.current) return;
		const timer = setTimeout(() => {
			written.current = text;
			write("q", text);
		}, writeAfterMs);
		return () => clearTimeout(timer);
	});

	useEffect(() => {
		const filter = new URLSearchParams({ ...(inAddress && { q: inAddress }), ...(status && { status }) });
		remembered.set(pathname, filter.toString());
	}, [pathname, inAddress, status]);

	return { text, status, setText, setStatus: (next) => write("status", next) };
}
