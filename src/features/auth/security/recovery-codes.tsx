import { useState } from "react";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { saveFile } from "#admin/table/save-file.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { CopyButton } from "./copy-button.tsx";
import { inGroups } from "./step-texts.ts";
import { StepView } from "./step-view.tsx";

/** Shows new recovery codes, this once: they are kept in memory only. */
export function RecoveryCodes({ codes, dense, onDone }: { codes: string[]; dense: boolean; onDone(): void }) {
	const [saved, setSaved] = useState(false);
	const text = `${codes.map(inGroups).join("\n")}\n`;
	return (
		<StepView
			title="Save your recovery codes"
			lead="Each code works once, when you have neither your passkey nor your app. Keep them away from this device."
			dense={dense}
		>
			<UnsavedChangesGuard warning="You won't be able to see these codes again." unsaved={() => !saved} />
			<ul
				data-sheet
				aria-label="Recovery codes"
				className="grid gap-x-6 gap-y-1.5 rounded-sm border border-border p-4 font-mono sm:grid-cols-2 print:border-0 print:bg-white print:text-black"
			>
				{codes.map((code) => (
					<li key={code}>{inGroups(code)}</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-2 print:hidden">
				<CopyButton text={text} />
				<DeskButton onClick={() => saveFile(new Blob([text]), `recovery-codes-${window.location.hostname}.txt`)}>
					Download
				</DeskButton>
				<DeskButton onClick={() => window.print()}>Print</DeskButton>
			</div>
			<label className="flex min-h-11 items-center gap-2.5 print:hidden">
				<input
					type="checkbox"
					className="size-4.5"
					checked={saved}
					onChange={(event) => setSaved(event.target.checked)}
				/>
				I have saved these codes
			</label>
			<Button
				size={dense ? "dense" : "lg"}
				disabled={!saved}
				className={dense ? "justify-self-start print:hidden" : "print:hidden"}
				onClick={onDone}
			>
				Done
			</Button>
		</StepView>
	);
}
