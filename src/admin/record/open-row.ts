import { useSearchParams } from "react-router";

/** Changes the address as it is now, not as it was at the last render: a search may just have been written into it. */
function useAddress() {
	const [params, setParams] = useSearchParams();
	const change = (write: (params: URLSearchParams) => void, options: { replace?: boolean } = {}): void => {
		const next = new URLSearchParams(window.location.search);
		write(next);
		setParams(next, { ...options, preventScrollReset: true });
	};
	return { params, change };
}

/** The row whose details are open, in the address (`?id=`): a record can be linked to, and 'Back' closes it. */
export function useOpenRow() {
	const { params, change } = useAddress();
	return {
		openId: params.get("id"),
		open: (id: string) => change((next) => next.set("id", id)),
		/** From one open row to another: 'Back' closes that one, too. */
		goTo: (id: string) => change((next) => next.set("id", id), { replace: true }),
		close: () => change((next) => next.delete("id"), { replace: true }),
	};
}

/** Whether the dialog to add a row is open, in the address (`?new`), so that links and the palette can open it. */
export function useAdding() {
	const { params, change } = useAddress();
	return {
		adding: params.has("new"),
		setAdding: (adding: boolean) =>
			change((next) => (adding ? next.set("new", "") : next.delete("new")), { replace: true }),
	};
}
