import { useSearchParams } from "react-router";
import { awaitArrival } from "#ui/focus/held-keys.ts";

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
	function show(id: string, options?: { replace: boolean }): void {
		awaitArrival(id);
		change((next) => next.set("id", id), options);
	}
	return {
		openId: params.get("id"),
		open: (id: string) => show(id),
		/** From one open row to another: 'Back' closes that one, too. */
		goTo: (id: string) => show(id, { replace: true }),
		close: () => change((next) => next.delete("id"), { replace: true }),
	};
}

const personFields = ["name", "email", "phone"] as const;
type Person = Record<(typeof personFields)[number], string | null | undefined>;

/** The address at which the dialog to add a row to a list is open, with what is known of its person. */
export function addingPath(list: string, person: Person): string {
	const known = personFields.map((field) => [field, person[field] ?? ""]).filter(([, value]) => value);
	return `${list}?${new URLSearchParams([["new", ""], ...known])}`;
}

/**
 * Whether the dialog to add a row is open, in the address (`?new`), so that links and the palette can open it, and the person it is
 * about.
 */
export function useAdding() {
	const { params, change } = useAddress();
	const setAdding = (adding: boolean) =>
		change(
			(next) => {
				for (const field of personFields) next.delete(field);
				if (adding) next.set("new", "");
				else next.delete("new");
			},
			{ replace: true },
		);
	const [name, email, phone] = personFields.map((field) => params.get(field) ?? "");
	return { adding: params.has("new"), setAdding, person: { name, email, phone } };
}
