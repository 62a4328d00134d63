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
