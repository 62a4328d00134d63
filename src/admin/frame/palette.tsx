import { Search } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";

/**
 * Wrapped in a function, because a state setter would call the component itself. A failed load is retried at the next
 * use.
 */
const load = () =>
	import("./palette-dialog.tsx").then(
		(module) => () => module.PaletteDialog,
		() => undefined,
	);

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The button of the command palette, and Ctrl-K or ⌘K anywhere in the back office. */
export function Palette() {
	const [open, setOpen] = useState(false);

	const [Dialog, setDialog] = useState<ComponentType<{ onClose(): void }>>();

	useEffect(() => {
		if (!open || Dialog) return;
		void load().then(setDialog);
	}, [open, Dialog]);

	useEffect(() => {
		// Loaded before its first use, so that it opens at once, but after everything that the screen needs.
		const prefetch = () => void load().then(setDialog);
		if (!("requestIdleCallback" in window)) {
			const timer = setTimeout(prefetch, 1000);
			return () => clearTimeout(timer);
		}
		const handle = requestIdleCallback(prefetch, { timeout: 3000 });
		return () => cancelIdleCallback(handle);
	}, []);

	useEffect(() => {
		function handleKeyDown(event: KeyboardEvent): void {
			const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
			if (!isShortcut || event.key.toLowerCase() !== "k" || event.repeat) return;
			event.preventDefault();
			setOpen((isOpen) => !isOpen);
		}
		document.addEventListener("keydown", handleKeyDown);
		return () => document.removeEventListener("keydown", handleKeyDown);
	}, []);

	return (
		<>
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-sm border border-input px-2.5 text-muted-foreground hover:bg-secondary hover:text-foreground max-sm:size-11 max-sm:justify-center max-sm:border-transparent md:h-8"
			>
				<Search aria-hidden className="size-4" strokeWidth={1.75} />
				<span className="max-sm:sr-only">Find or go to…</span>
				<kbd aria-hidden className="rounded-xs bg-muted px-1.5 font-sans text-xs max-md:hidden">
					{isApple() ? "⌘K" : "Ctrl K"}
				</kbd>
			</button>
			{open && Dialog && <Dialog onClose={() => setOpen(false)} />}
		</>
	);
}
