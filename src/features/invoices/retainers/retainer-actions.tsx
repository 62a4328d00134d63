import { Pause, Play } from "lucide-react";
import type { ComponentProps } from "react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { useRetainerActions } from "./retainer-queries.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";

/** Pauses a retainer that is active, or resumes it. */
export function PauseButton({
	retainer,
	...button
}: ComponentProps<typeof DeskButton> & { retainer: PresentedRetainer }) {
	const { change } = useRetainerActions(retainer);
	if (retainer.state === "ended") return null;
	const [act, label, icon] =
		retainer.state === "paused" ? (["resume", "Resume", Play] as const) : (["pause", "Pause", Pause] as const);
	return (
		<DeskButton
			icon={icon}
			busy={change.isPending}
			aria-label={`${label} ${retainer.name}`}
			onClick={() => change.mutate(act)}
			{...button}
		>
			{label}
		</DeskButton>
	);
}

/** Ends a retainer, or deletes it while it has written nothing. */
export function EndButton({ retainer, onDeleted }: { retainer: PresentedRetainer; onDeleted(): void }) {
	const { change, removal } = useRetainerActions(retainer, onDeleted);
	const { name, next_n, state } = retainer;
	if (next_n === 1)
		return (
			<ConfirmedAction
				title="Delete Retainer"
				subject={name}
				question="Are you sure you want to delete this retainer?"
				consequence="It hasn't written any invoices. This can't be undone."
				action="Delete"
				onConfirm={removal.mutate}
				button={
					<DeskButton busy={removal.isPending} className="text-destructive!">
						Delete
					</DeskButton>
				}
			/>
		);
	if (state === "ended") return null;
	return (
		<ConfirmedAction
			title="End Retainer"
			subject={name}
			question="Are you sure you want to end this retainer?"
			consequence="It will write no more invoices. The ones that it has written will stay. This can't be undone."
			action="End"
			onConfirm={() => change.mutate("end")}
			button={
				<DeskButton busy={change.isPending} className="text-destructive!">
					End
				</DeskButton>
			}
		/>
	);
}
