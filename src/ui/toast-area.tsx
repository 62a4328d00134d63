import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";

const importToaster = () => import("./toaster.tsx");

/** Fetches the toast's code early, so that a toast can still report a lost connection. A failed fetch is tried again. */
export function loadToaster(): void {
	importToaster().catch(() => undefined);
}

/** The global toast area. It is part of the root and loads no code until the first toast. */
export function ToastArea() {
	const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getServerSnapshot);
	const [Toaster, setToaster] = useState<ComponentType>();
	useEffect(() => {
		if (!wanted || Toaster) return;
		importToaster().then(
			(module) => setToaster(() => module.Toaster),
			() => {}, // no connection: this toast is lost, the next one tries again
		);
	}, [wanted, Toaster]);
	return Toaster && <Toaster />;
}
