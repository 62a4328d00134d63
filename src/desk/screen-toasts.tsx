import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { endScreenChanges } from "#admin/lists/last-change.ts";
import { dismissToast, toastStore } from "#ui/toast.ts";

/** Takes a toast away when someone leaves the screen that it is about. */
export function ScreenToasts() {
	const { pathname } = useLocation();
	const left = useRef(pathname);
	useEffect(() => {
		for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, notePress, true);
		return () => {
			for (const type of ["pointerdown", "keydown"]) document.removeEventListener(type, notePress, true);
		};
	}, []);
	useEffect(() => {
		if (left.current === pathname) return;
		left.current = pathname;
		leaveScreen();
	}, [pathname]);
	return null;
}

/** The toast that was shown when someone last pressed a key or a button. */
let pressedOver: number | undefined;

/** Someone has pressed a key or a button. */
export function notePress(): void {
	pressedOver = toastStore.getSnapshot()?.id;
}

/**
 * Another screen opens. A toast about the last one goes, because it would cover the new one's controls. It stays if it has an
 * action, or if the press that has led here has caused it.
 */
export function leaveScreen(): void {
	const shown = toastStore.getSnapshot();
	endScreenChanges();
	if (shown && !shown.action && shown.id === pressedOver) dismissToast(shown.id);
}
