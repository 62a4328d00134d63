import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;

/**
 * A dialog's panel: centred, or a sheet from below on phones. Give it a DialogBody and, where there are buttons, a
 * DialogFooter; only the body scrolls. A form around both takes `className="contents"`.
 */
export function DialogContent({
	title,
	description,
	size = "md",
	dismissible = true,
	onOpenAutoFocus,
	onCloseAutoFocus,
	children,
	...props
}: Omit<ComponentProps<typeof Primitive.Content>, "title"> & {
	title: string;
	description?: ReactNode;
	size?: "sm" | "md";
	/** False: it stays until its task is done, and hides the page behind it. */
	dismissible?: boolean;
}) {
	const opener = useRef<Element>(null);

	function handleOpenAutoFocus(event: Event): void {
		opener.current = document.activeElement;
		onOpenAutoFocus?.(event);
	}

	/** Radix gives the focus back to a trigger, and a dialog that is opened by an address or a key has none. */
	function handleCloseAutoFocus(event: Event): void {
		if (hasGoneElsewhere()) event.preventDefault();
		else onCloseAutoFocus?.(event);
		const { current } = opener;
		if (event.defaultPrevented || !(current instanceof HTMLElement)) return;
		if (!current.isConnected || current === document.body) return;
		event.preventDefault();
		current.focus();
	}

	return (
		<Primitive.Portal>
			<Primitive.Overlay
				className={clsx(
					"fixed inset-0 z-50 grid place-items-center p-4 transition-opacity duration-200 starting:opacity-0 max-sm:place-items-end max-sm:p-0",
					dismissible ? "bg-[rgb(36_16_31/0.42)] dark:bg-black/60" : "bg-background",
				)}
			>
				<Primitive.Content
					// Without a description Radix would warn that one is missing.
					{...(!description && { "aria-describedby": undefined })}
					{...props}
					onOpenAutoFocus={handleOpenAutoFocus}
					onCloseAutoFocus={handleCloseAutoFocus}
					className={clsx(
						"flex max-h-full w-full flex-col overflow-hidden rounded-lg bg-popover text-dense text-popover-foreground shadow-dialog outline-none ring-border transition dark:ring-1 duration-200 ease-out starting:translate-y-2 starting:opacity-0 max-sm:max-h-[94dvh] max-sm:rounded-b-none",
						size === "md" ? "sm:max-w-[44rem]" : "sm:max-w-[27rem]",
					)}
				>
					<header className="flex items-start gap-3 border-border border-b px-5 py-4">
						<div className="grid gap-1">
							<Primitive.Title className="font-semibold text-[1.0625rem] leading-tight">{title}</Primitive.Title>
							{description && (
								<Primitive.Description className="text-muted-foreground">{description}</Primitive.Description>
							)}
						</div>
						{dismissible && (
							<Primitive.Close
								aria-label="Close"
								className="-my-2 -mr-2.5 ml-auto grid size-9 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground max-sm:size-11"
							>
								<X aria-hidden="true" className="size-4" strokeWidth={1.75} />
							</Primitive.Close>
						)}
					</header>
					{children}
				</Primitive.Content>
			</Primitive.Overlay>
		</Primitive.Portal>
	);
}

/**
 * The focus is given back a moment after a dialog has gone: who has clicked into a field of the page by then, keeps it. A
 * dialog below takes the focus by itself, and passes it on.
 */
function hasGoneElsewhere(): boolean {
	const { activeElement, body } = document;
	return activeElement !== null && activeElement !== body && !activeElement.closest("[role=dialog]");
}

/** For a dialog that is opened to be filled in. */
export function focusFirstField(event: Event): void {
	const field =
		event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector("input, textarea, select");
	if (!(field instanceof HTMLElement)) return;
	event.preventDefault();
	field.focus();
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
	return <div {...props} className={clsx("min-h-0 overflow-y-auto p-5", className)} />;
}

export function DialogFooter({ className, ...props }: ComponentProps<"footer">) {
	return <footer {...props} className={clsx("flex justify-end gap-2 border-border border-t px-5 py-3.5", className)} />;
}

/** The button at the foot of a dialog that closes it. */
export const DialogCancel = ({ className, children = "Cancel" }: { className?: string; children?: ReactNode }) => (
	<Primitive.Close asChild>
		<Button size="dense" variant="secondary" className={className}>
			{children}
		</Button>
	</Primitive.Close>
);
