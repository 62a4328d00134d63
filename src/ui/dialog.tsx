import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ComponentProps, createContext, Fragment, type ReactNode, type SyntheticEvent, use, useRef } from "react";
import { DeskButton, SubmitButton } from "./desk-buttons.tsx";
import { useEscape } from "./focus/escape.ts";
import { hasArrived, useArrival } from "./focus/held-keys.ts";
import { endLeaveQuestion, leaveForm, usualWarning } from "./focus/leave-form.ts";
import { screenStart } from "./focus/screen-start.ts";

const CloseContext = createContext(() => {});

/** Asks before it closes over an unsaved form. It has to be controlled. */
export function Dialog({ onOpenChange, ...root }: ComponentProps<typeof Primitive.Root>) {
	const close = () => onOpenChange?.(false);
	return (
		<CloseContext value={close}>
			<Primitive.Root {...root} onOpenChange={(open) => (open ? onOpenChange?.(true) : leaveForm(close))} />
		</CloseContext>
	);
}

function ClosesOnEscape() {
	useEscape(use(CloseContext));
	return null;
}

export const DialogTrigger = Primitive.Trigger;

/** Around a dialog that shows one of many records. With another id its contents begin again. */
type DialogSubject = {
	id: string;
	/** At the right end of the title: where the record stands among the others. */
	place: ReactNode;
	/**
	 * Takes the focus once the dialog is closed. False leaves it to what has opened the dialog.
	 * @param openerStays whether that is still there
	 */
	takeFocus(openerStays: boolean): boolean;
};
const SubjectContext = createContext<DialogSubject | null>(null);
export const DialogSubjectProvider = SubjectContext.Provider;

/** What keys wait for after a record is closed: the focus goes back to the list in a later task. */
export const behindDialog = "behind the dialog";

/** As browsers count. */
const doubleClickMs = 500;

const sizes = { sm: "sm:max-w-[27rem]", md: "sm:max-w-[44rem]", lg: "sm:max-w-[44rem] lg:max-w-[70rem]" };

/**
 * A dialog's panel: centered, or a sheet at the bottom on phones. Give it a DialogBody and, if it has buttons, a
 * DialogFooter. Only the body scrolls. A form is a `DialogForm`.
 */
export function DialogContent({
	title,
	description,
	size = "md",
	dismissible = true,
	hidesPage = false,
	onOpenAutoFocus,
	onCloseAutoFocus,
	children,
	...props
}: Omit<ComponentProps<typeof Primitive.Content>, "title"> & {
	title: string;
	description?: ReactNode;
	size?: keyof typeof sizes;
	/** If false, the dialog stays open until its task is done. */
	dismissible?: boolean;
	/** Whether nothing of the page behind it may be seen. */
	hidesPage?: boolean;
}) {
	const opener = useRef<Element>(null);
	const subject = use(SubjectContext);

	const openedAt = useRef(0);

	function handleOpenAutoFocus(event: Event): void {
		openedAt.current = event.timeStamp;
		opener.current = document.activeElement;
		onOpenAutoFocus?.(event);
	}

	/** Radix returns the focus to a trigger, but a dialog opened by an address or a key has none. */
	function handleCloseAutoFocus(event: Event): void {
		const { current } = opener;
		const openerStays = current instanceof HTMLElement && current.isConnected && current !== document.body;
		if (hasGoneElsewhere() || subject?.takeFocus(openerStays && current !== screenStart())) event.preventDefault();
		else onCloseAutoFocus?.(event);
		if (!event.defaultPrevented && openerStays) {
			event.preventDefault();
			current.focus();
		}
		hasArrived(behindDialog);
	}

	return (
		<Primitive.Portal>
			<Primitive.Overlay
				className={clsx(
					"fixed inset-0 z-50 grid place-items-center p-4 transition-opacity duration-200 starting:opacity-0 max-sm:place-items-end max-sm:p-0",
					hidesPage ? "bg-background" : "bg-[rgb(36_16_31/0.42)] dark:bg-black/60",
				)}
			>
				<Primitive.Content
					// Without this, Radix would warn about a missing description.
					{...(!description && { "aria-describedby": undefined })}
					{...props}
					data-size={size}
					onOpenAutoFocus={handleOpenAutoFocus}
					// Radix closes the dialog underneath, too, when it has just opened this one.
					onEscapeKeyDown={(event) => event.preventDefault()}
					// The second click of a double click on what opens the dialog answers nothing in it.
					onClickCapture={(event) => {
						if (event.detail < 2 || event.timeStamp - openedAt.current > doubleClickMs) return;
						event.preventDefault();
						event.stopPropagation();
					}}
					// The second press of a double click on what opens the dialog.
					onPointerDownOutside={(event) => {
						if (event.timeStamp - openedAt.current < doubleClickMs) event.preventDefault();
					}}
					onCloseAutoFocus={handleCloseAutoFocus}
					className={clsx(
						// As a sheet it leaves room for a toast above it.
						"flex max-h-full w-full flex-col overflow-hidden rounded-lg bg-popover text-dense text-popover-foreground shadow-dialog outline-none ring-border transition dark:ring-1 duration-200 ease-out starting:translate-y-2 starting:opacity-0 max-sm:max-h-[calc(100dvh-5.75rem)] max-sm:rounded-b-none",
						sizes[size],
						// From record to record, its buttons stay where they are.
						subject && "sm:min-h-[min(100%,54rem)]",
					)}
				>
					{/* First, because what is open in the dialog is closed before it. */}
					<ClosesOnEscape />
					<header className="flex items-start gap-3 border-border border-b px-5 py-4">
						<div className="mr-auto grid min-w-0 gap-1">
							<Primitive.Title className="font-semibold text-[1.0625rem] leading-tight">{title}</Primitive.Title>
							{description && (
								<Primitive.Description className="text-muted-foreground">{description}</Primitive.Description>
							)}
						</div>
						{subject?.place}
						{dismissible && (
							<Primitive.Close
								aria-label="Close"
								className="-my-2 -mr-2.5 grid size-9 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground max-sm:size-11"
							>
								<X aria-hidden="true" className="size-4" strokeWidth={1.75} />
							</Primitive.Close>
						)}
					</header>
					{/* A dialog that opens inside is about something else. */}
					<SubjectContext value={null}>
						<Fragment key={subject?.id}>
							{children}
							<Arrival name={subject?.id} />
						</Fragment>
					</SubjectContext>
				</Primitive.Content>
			</Primitive.Overlay>
		</Primitive.Portal>
	);
}

/** Stands within the dialog, behind what takes the keys: a portal shows its contents later than the component around it. */
export function Arrival({ name }: { name: string | undefined }) {
	useArrival(name);
	return null;
}

/** Whether the user has clicked into a field of the page since the dialog closed. A dialog underneath passes the focus on. */
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
	return <div {...props} className={clsx("min-h-0 grow overflow-y-auto p-5", className)} />;
}

export function DialogFooter({ className, ...props }: ComponentProps<"footer">) {
	return <footer {...props} className={clsx("flex justify-end gap-2 border-border border-t px-5 py-3.5", className)} />;
}

/** The button at the foot of a dialog that closes it. */
export const DialogCancel = ({ className, children = "Cancel" }: { className?: string; children?: ReactNode }) => (
	<Primitive.Close asChild>
		<DeskButton className={className}>{children}</DeskButton>
	</Primitive.Close>
);

type DialogFormProps = ComponentProps<"form"> & {
	/** The label of the button that sends it. */
	submit: string;
	busy: boolean;
	/** At the left of the buttons. */
	extra?: ReactNode;
	/** How its fields stand. */
	fieldsClass?: string;
	/** What someone would lose who leaves it after typing something. */
	warning?: string;
};

const endWithForm = () => endLeaveQuestion;

/** A form that fills its dialog, with its buttons at the foot. */
export function DialogForm({ submit, busy, extra, fieldsClass, warning, children, ...form }: DialogFormProps) {
	/** A file that was chosen can be chosen again. */
	function noteTyping({ currentTarget, target }: SyntheticEvent): void {
		if (target instanceof Element && target.matches("[type=file]")) return;
		currentTarget.setAttribute("data-unsaved", warning ?? usualWarning);
	}
	return (
		<form noValidate {...form} ref={endWithForm} onInput={noteTyping} className="contents">
			<DialogBody className={clsx("grid gap-4", fieldsClass)}>{children}</DialogBody>
			<DialogFooter>
				{extra}
				<DialogCancel />
				<SubmitButton busy={busy}>{submit}</SubmitButton>
			</DialogFooter>
		</form>
	);
}
