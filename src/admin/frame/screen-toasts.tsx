import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { leaveScreen, notePress } from "./leave-screen.ts";

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
