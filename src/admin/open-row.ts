import { useSearchParams } from "react-router";

/** The row whose details are open, in the address (`?id=`): a record can be linked to, and 'Back' closes it. */
export function useOpenRow() {
	const [params, setParams] = useSearchParams();
	return {
		openId: params.get("id"),
		open(id: string): void {
			setParams(
				(current) => {
					current.set("id", id);
					return current;
				},
				{ preventScrollReset: true },
			);
		},
		close(): void {
			setParams(
				(current) => {
					current.delete("id");
					return current;
				},
				{ replace: true, preventScrollReset: true },
			);
		},
	};
}

/** Whether the dialog to add a row is open, in the address (`?new`), so that links and the palette can open it. */
export function useAdding() {
	const [params, setParams] = useSearchParams();
	return {
		adding: params.has("new"),
		setAdding(adding: boolean): void {
			setParams(
				(current) => {
					if (adding) current.set("new", "");
					else current.delete("new");
					return current;
				},
				{ replace: true, preventScrollReset: true },
			);
		},
	};
}
