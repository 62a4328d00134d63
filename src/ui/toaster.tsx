import { clsx } from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { useSyncExternalStore } from "react";
import { dismissToast, type ToastTone, toastStore, usualDisplayMs } from "./toast.ts";

const swipeThresholdPx = 50;

/** A toast about a form must not lie over its fields and their summary: it moves to the left when the form reaches under its place at the right. */
function isOverFocus(): boolean {
	const focused = document.activeElement;
	if (!focused?.matches("input, textarea, select")) return false;
	const { left, right } = (focused.closest("form") ?? focused).getBoundingClientRect();
	return right > innerWidth - widthPx && left > widthPx;
}

/** With its distance from the window's edge. */
const widthPx = 24 * 16 + 24;

const actionClass =
	"mt-1 inline-flex min-h-6 cursor-pointer items-center justify-self-start font-semibold underline underline-offset-4";

const tones: Record<ToastTone, string> = {
	default: "border-l-sky-deep bg-popover text-popover-foreground dark:border-l-sky",
	success: "border-l-status-green bg-popover text-popover-foreground",
	destructive: "border-l-status-red bg-status-red-bg text-status-red",
};

/** Shows the store's single toast. ToastArea loads it when needed, so Radix isn't part of the first page load. */
export function Toaster() {
	const toast = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getServerSnapshot);
	return (
		<Toast.Provider duration={usualDisplayMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
			{toast && (
				<Toast.Root
					key={toast.id}
					duration={toast.displayMs ?? usualDisplayMs}
					// Results of the user's own action interrupt a screen reader. Other news waits its turn.
					type={toast.tone === "default" ? "background" : "foreground"}
					className={clsx(
						"flex gap-3 rounded-md border-l-3 py-4 max-sm:in-[dialog]:py-2 max-sm:desk:py-2 flat-toast:py-2 flat-toast:text-dense pr-4.5 pl-4 text-small shadow-pop ring-border dark:ring-1 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
						"data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-[translate]",
						"data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)",
						tones[toast.tone],
					)}
					onAnimationEnd={(event) => event.currentTarget.dataset.state === "closed" && dismissToast(toast.id)}
				>
					<div className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere] flat-toast:grid-flow-col flat-toast:grid-rows-[auto_auto] flat-toast:justify-between flat-toast:gap-x-3">
						<Toast.Title className="font-semibold">{toast.title}</Toast.Title>
						{toast.description && <Toast.Description>{toast.description}</Toast.Description>}
						{toast.link && (
							<a href={toast.link.href} className={actionClass}>
								{toast.link.label}
							</a>
						)}
						{toast.action && (
							<div className="flex flex-wrap gap-x-5">
								{[toast.action, ...(toast.also ? [toast.also] : [])].map(({ label, onSelect }) => (
									<Toast.Action
										key={label}
										altText={label}
										// The focus stays at what the action is about: the toast goes with the click.
										onMouseDown={(event) => event.preventDefault()}
										onClick={onSelect}
										className={actionClass}
									>
										{label}
									</Toast.Action>
								))}
							</div>
						)}
					</div>
					<Toast.Close
						aria-label="Close"
						className="-m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-current/8"
					>
						<X aria-hidden className="size-4" strokeWidth={1.75} />
					</Toast.Close>
				</Toast.Root>
			)}
			<Toast.Viewport
				// On a phone below the header: at the foot of the screen it would lie over fields, or under the keyboard. In a
				// sheet it lies over its title: below that is its first field, which nothing can move away. In a wider dialog it lies
				// above its buttons.
				// In the back office: `toast-at-desk` (app.css).
				// Has one effect only: an open dialog hides everything around it from assistive technology, except live
				// regions.
				aria-live="off"
				className={clsx(
					"toast-at-desk fixed inset-x-4 z-60 outline-none max-sm:top-20 max-sm:in-[dialog]:top-1 sm:bottom-6 sm:in-[dialog]:bottom-24 sm:w-96",
					toast && isOverFocus() ? "sm:right-auto sm:left-6" : "sm:right-6 sm:left-auto",
				)}
			/>
		</Toast.Provider>
	);
}
