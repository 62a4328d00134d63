import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Download } from "lucide-react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { authorizedFetch } from "#admin/session/api-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { type QuarantinedForm, useDecisions } from "./quarantine-query.ts";
import { spamReasons } from "./spam.ts";
import { formLabels, hasWaitedTooLong } from "./waiting-forms.ts";

/** A submission on hold as it was written, the reasons why it is here, and the two possible decisions. */
export function QuarantineCard({ row }: { row: QuarantinedForm }) {
	const urgent = hasWaitedTooLong(row.received_at, useNow());
	return (
		<li
			className={clsx(
				"grid gap-3 rounded-md border border-border bg-card p-4",
				urgent && "border-l-3 border-l-status-red",
			)}
		>
			<header className="flex items-start gap-3">
				<div className="min-w-0 grow">
					<h2 className="font-semibold text-base [overflow-wrap:anywhere]">{row.name}</h2>
					<p className="text-muted-foreground [overflow-wrap:anywhere]">
						{[row.email, row.phone, row.about].filter(Boolean).join(" · ")}
					</p>
				</div>
				{urgent && <StatusBadge tone="red">Urgent</StatusBadge>}
				<StatusBadge tone="grey">{formLabels[row.form]}</StatusBadge>
			</header>
			{row.text && (
				<p
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
					tabIndex={0}
					className="max-h-40 overflow-y-auto whitespace-pre-wrap rounded-sm bg-muted p-3.5 [overflow-wrap:anywhere]"
				>
					{row.text}
				</p>
			)}
			{row.ended_file_name && (
				<p className="text-muted-foreground [overflow-wrap:anywhere]">
					The attached file “{row.ended_file_name}” was deleted after 30 days.
				</p>
			)}
			<ul aria-label="Why it's on hold" className="list-disc pl-4.5 text-status-yellow">
				{row.reasons.map((reason) => (
					<li key={reason}>{spamReasons[reason]}</li>
				))}
			</ul>
			<footer className="flex flex-wrap items-center gap-2 max-sm:justify-end">
				<span className="mr-auto text-muted-foreground max-sm:w-full">
					<RelativeTime at={row.received_at} />
				</span>
				<Decisions row={row} />
			</footer>
		</li>
	);
}

function Decisions({ row }: { row: QuarantinedForm }) {
	const { releasing, removal } = useDecisions(row);
	const busy = releasing.isPending || removal.isPending;

	return (
		<>
			{row.file_name && <DownloadFile row={row} />}
			<ConfirmedAction
				title="Delete Submission"
				subject={row.name}
				question="Permanently delete this submission? This can't be undone."
				consequence={row.file_name ? `Its file will be deleted, too: ${row.file_name}` : undefined}
				action="Delete"
				onConfirm={removal.mutate}
				button={
					<DeskButton
						className="text-destructive!"
						aria-label={`Delete the submission from ${row.name}`}
						busy={removal.isPending}
						disabled={busy}
					>
						Delete
					</DeskButton>
				}
			/>
			<PrimaryButton
				aria-label={`Release the submission from ${row.name}`}
				busy={releasing.isPending}
				disabled={busy}
				onClick={() => releasing.mutate()}
			>
				Release
			</PrimaryButton>
		</>
	);
}

/** A resume from a stranger who may be a bot: it can be saved, but is never shown. */
function DownloadFile({ row }: { row: QuarantinedForm }) {
	const { mutate, isPending } = useMutation({
		mutationFn: async () => (await authorizedFetch(`/api/quarantine/${row.id}/file`)).blob(),
		onSuccess: (file) => saveFile(file, row.file_name ?? "file"),
		meta: { failure: "Failed to download file. Please try again.", reads: true },
	});
	return (
		<DeskButton
			aria-label={`Download the file from ${row.name}`}
			busy={isPending}
			onClick={() => mutate()}
			icon={Download}
		>
			File
		</DeskButton>
	);
}
