import { useEffect } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { actsAlone, hasOwnUndo, setSingleKeys, useSingleKeys } from "#admin/editing/single-keys.ts";
import { undoLastChange } from "#admin/lists/last-change.ts";
import { setPalette } from "#admin/record/palette-state.ts";
import { createStore, useStore } from "#admin/session/store.ts";
import { DialogBody } from "#ui/dialog.tsx";
import { startHoldingKeys } from "#ui/focus/held-keys.ts";

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** 'Ctrl K', and '⌘ K' on a Mac. */
const keyText = (keys: string) => (isApple() ? keys.replace("Ctrl", "⌘") : keys);

const sheet = createStore(false);
export const showKeys = () => sheet.set(true);

/** The keys that work anywhere in the back office, from the first moment, and the sheet that lists all of them. */
export function DeskKeys() {
	const isSheetShown = useStore(sheet, (isShown) => isShown);
	useDocumentEvent("keydown", (event) => {
		if (event.defaultPrevented || event.altKey || event.repeat) return;
		const key = event.key.toLowerCase();
		const command = event.ctrlKey || event.metaKey;
		if (command && !event.shiftKey && key === "k") setPalette("toggle");
		else if (command && !event.shiftKey && key === "z") {
			if (hasOwnUndo(event.target)) return;
			// In any case not the browser's, which would go back to what was typed in some field.
			undoLastChange();
		} else if (command && key === "enter") {
			const form = event.target instanceof Element ? event.target.closest("form") : null;
			const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
			if (!button) return;
			// Does nothing while the button is disabled: what is being saved is not saved twice.
			button.click();
		} else if (key === "?" && actsAlone(event)) showKeys();
		else return;
		event.preventDefault();
	});
	// The browser undoes what was typed last, in whichever field: not in one behind a dialog.
	useDocumentEvent(
		"beforeinput",
		(event) => {
			const isHidden = event.target instanceof Element && event.target.closest("[aria-hidden=true]");
			if (isHidden && event.inputType.startsWith("history")) event.preventDefault();
		},
		true,
	);
	useEffect(() => {
		const stop = startHoldingKeys();
		return () => {
			stop();
			setPalette(false);
			sheet.set(false);
		};
	}, []);
	return isSheetShown && <KeysSheet onClose={() => sheet.set(false)} />;
}

const groups: readonly { heading: string; keys: readonly [string, string][] }[] = [
	{
		heading: "Anywhere",
		keys: [
			["Ctrl K", "Search or go to a screen"],
			["Ctrl Z", "Undo the last change or reply"],
			["Ctrl Enter", "Save or send the form"],
			["/", "Search the list"],
			["?", "Show these shortcuts"],
			["Esc", "Close"],
		],
	},
	{
		heading: "In a List",
		keys: [
			["↓ or J", "Next row"],
			["↑ or K", "Previous row"],
			["Home, End", "First and last row"],
			["Enter", "Open"],
			["R", "Open and reply"],
			["C", "Open and reply with a canned reply"],
			["A", "Assign to me"],
			[
				"1 to 5",
				"Set the status of the current row or the selected rows. 1 is the first status, such as New or Pending.",
			],
			["X", "Select"],
			["Shift X", "Select all rows from the last selected one to this one"],
		],
	},
	{
		heading: "In a Blog Post",
		keys: [
			["Ctrl S", "Save"],
			["Ctrl K", "Make the selected words a link"],
			["Alt F10", "Go to the toolbar"],
		],
	},
	{
		heading: "In a Record",
		keys: [
			["→ or J", "Next record"],
			["← or K", "Previous record"],
			["1 to 5", "Set the status. 1 is the first from the left."],
			["R", "Reply"],
			["C", "Reply with a canned reply"],
			["A", "Assign to me"],
			["N", "Write a note"],
			["M", "Move the booking: change its date and time"],
			["Ctrl Enter", "Send the reply, or save the note"],
			["Ctrl Shift Enter", "Send or save, then go to the next record"],
			["Ctrl Alt Enter", "Send with the other status, Resolved or In Progress, then go on"],
			["S", "Snooze"],
		],
	},
];

function KeysSheet({ onClose }: { onClose(): void }) {
	const singleKeys = useSingleKeys();
	return (
		<OpenDialog title="Keyboard Shortcuts" onClose={onClose}>
			<DialogBody className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
				{groups.map(({ heading, keys }) => (
					<section key={heading} className="grid content-start gap-1.5">
						<h3 className="font-semibold text-muted-foreground text-xs">{heading}</h3>
						<dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5">
							{keys.map(([key, meaning]) => (
								<div key={key} className="col-span-2 grid grid-cols-subgrid">
									<dt>
										<KeyHint>{key}</KeyHint>
									</dt>
									<dd>{meaning}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
				<label className="flex min-h-6 cursor-pointer items-start gap-2 self-end max-md:min-h-11">
					<input
						type="checkbox"
						checked={singleKeys}
						onChange={(event) => setSingleKeys(event.target.checked)}
						className="mt-0.5 size-4 shrink-0"
					/>
					<span>
						Single-key shortcuts
						<span className="block text-muted-foreground text-xs">
							Turn this off if you use voice control. In a list, the keys still work on the current row.
						</span>
					</span>
				</label>
			</DialogBody>
		</OpenDialog>
	);
}

export const KeyHint = ({ children, className = "" }: { children: string; className?: string }) => (
	<kbd className={`whitespace-nowrap rounded-xs bg-muted px-1.5 font-sans text-xs ${className}`}>
		{keyText(children)}
	</kbd>
);
