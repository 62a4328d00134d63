import { use, useLayoutEffect, useSyncExternalStore } from "react";
import { readStored, store } from "#lib/browser-storage.ts";
import { NonceContext } from "#ui/nonce.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "pilcrow-theme";
const systemIsDark = "(prefers-color-scheme: dark)";
const darkClasses = ["dark", "scheme-dark"];

/** Runs before the first paint, so that a dark back office never flashes white. It must agree with `ThemeColours`. */
const firstPaintScript = `try{var t=localStorage.getItem(${JSON.stringify(storageKey)});if(t==="dark"||t!=="light"&&matchMedia(${JSON.stringify(systemIsDark)}).matches)document.documentElement.classList.add(${darkClasses.map((name) => JSON.stringify(name)).join()})}catch{}`;

const listeners = new Set<() => void>();

export function setTheme(theme: Theme): void {
	store(storageKey, theme);
	for (const listener of listeners) listener();
}

export function useTheme(): Theme {
	return useSyncExternalStore(subscribeTheme, storedTheme, () => "system");
}

/** Applies the chosen theme to the document while it is mounted. Public pages are always light. */
export function ThemeColours() {
	useLayoutEffect(() => {
		const { classList } = document.documentElement;
		const system = matchMedia(systemIsDark);
		const colour = () => {
			const theme = storedTheme();
			if (theme === "dark" || (theme === "system" && system.matches)) classList.add(...darkClasses);
			else classList.remove(...darkClasses);
		};
		colour();
		const unsubscribe = subscribeTheme(colour);
		system.addEventListener("change", colour);
		return () => {
			unsubscribe();
			system.removeEventListener("change", colour);
			classList.remove(...darkClasses);
		};
	}, []);
	// The script is only for the document from the server. React wouldn't run it if it added it later, and would warn
	// about it.
	const fromServer = useSyncExternalStore(
		() => () => {},
		() => false,
		() => true,
	);
	const nonce = use(NonceContext);
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
	return fromServer && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: firstPaintScript }} />;
}

function storedTheme(): Theme {
	const stored = readStored(storageKey);
	return themes.find((theme) => theme === stored) ?? "system";
}

function subscribeTheme(listener: () => void): () => void {
	listeners.add(listener);
	// Follows changes in other tabs.
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}
