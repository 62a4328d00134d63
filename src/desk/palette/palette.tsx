import { Search } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { paletteName, setPalette, usePaletteOpen } from "#admin/record/palette-state.ts";
import { KeyHint } from "#desk/desk-keys.tsx";
import { whenIdle } from "#desk/when-idle.ts";
import { isMissing } from "#ui/focus/held-keys.ts";

/** Wrapped in a function: a state setter would call the component. A failed load is retried at the next use. */
const load = () =>
	import("./palette-dialog.tsx").then(
		(module) => () => module.PaletteDialog,
		() => undefined,
	);

/** The button of the command palette, which Ctrl-K or ⌘K opens as well. */
export function Palette() {
	const open = usePaletteOpen();
	const [Dialog, setDialog] = useState<ComponentType<{ onClose(): void }>>();

	useEffect(() => {
		if (!open || Dialog) return;
		void load().then((loaded) => {
			setDialog(loaded);
			if (!loaded) isMissing(paletteName);
		});
	}, [open, Dialog]);

	// Loaded before its first use, so that it opens at once.
	useEffect(() => whenIdle(() => void load().then(setDialog)), []);

	return (
		<>
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
				aria-haspopup="dialog"
				onClick={() => setPalette(true)}
				className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-sm border border-input px-2.5 text-muted-foreground hover:bg-secondary hover:text-foreground max-sm:size-11 max-sm:justify-center max-sm:border-transparent md:h-8"
			>
				<Search aria-hidden className="size-4" strokeWidth={1.75} />
				<span className="max-sm:sr-only">Find or go to...</span>
				<span aria-hidden className="max-md:hidden">
					<KeyHint>Ctrl K</KeyHint>
				</span>
			</button>
			{open && Dialog && <Dialog onClose={() => setPalette(false)} />}
		</>
	);
}
