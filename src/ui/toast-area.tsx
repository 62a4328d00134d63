import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";

/** Fetches the toast's code ahead of its first use; a form calls it, so that a lost connection can still be told. */
export const loadToaster = () => import("./toaster.tsx");

/** The global toast area: stands in the root, and costs nothing until the first toast. */
export function ToastArea() {
	const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getServerSnapshot);
	const [Toaster, setToaster] = useState<ComponentType>();
	useEffect(() => {
		if (wanted && !Toaster) void loadToaster().then((module) => setToaster(() => module.Toaster));
	}, [wanted, Toaster]);
	return Toaster && <Toaster />;
}
