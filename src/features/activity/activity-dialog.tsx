import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { Fact, Facts } from "#admin/record/record-dialog.tsx";
import { MaybeLink } from "#admin/table/maybe-link.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { DialogBody, DialogCancel, DialogFooter } from "#ui/dialog.tsx";
import type { PresentedActivity } from "./activity.server.ts";
import { actorName, changePhrases, linkedRecord, originText, recordName } from "./activity-text.ts";

/** One entry of the log, with its exact time. */
export function ActivityDialog({ row, onClose }: { row: PresentedActivity; onClose(): void }) {
	const origin = originText(row);
	return (
		<OpenDialog title="Activity Details" onClose={onClose}>
			<DialogBody className="grid content-start gap-5">
				<Facts>
					<Fact label="Who">
						<span className="font-semibold">{actorName(row)}</span>
						{origin && <span className="text-muted-foreground">{origin}</span>}
					</Fact>
					<Fact label="What">
						<MaybeLink
							to={linkedRecord(row)}
							className="inline-flex min-h-6 items-center underline underline-offset-2 max-md:min-h-9"
						>
							{recordName(row)}
						</MaybeLink>
					</Fact>
					<Fact label="When">{formatMoment(row.at)}</Fact>
				</Facts>
				<section className="grid gap-1">
					<h3 className="font-semibold text-muted-foreground text-xs">Changes</h3>
					<ul className="grid gap-1 whitespace-pre-wrap rounded-sm bg-muted p-3.5 [overflow-wrap:anywhere]">
						{changePhrases(row).map((phrase) => (
							<li key={phrase}>{phrase}</li>
						))}
					</ul>
				</section>
			</DialogBody>
			<DialogFooter>
				<DialogCancel>Close</DialogCancel>
			</DialogFooter>
		</OpenDialog>
	);
}
