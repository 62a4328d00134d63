import { useWatch } from "react-hook-form";
import { z } from "zod";
import { writeShortDay } from "#features/invoices/invoice-days.ts";
import { fillPlaceholders, frequencies, occurrencesFrom } from "#lib/recurring/occurrences.ts";
import type { RetainerFormValues } from "./retainer-form-values.ts";

const scheduleSchema = z.object({
	frequency: z.enum(frequencies),
	starts_on: z.iso.date(),
	ends_on: z.union([z.literal("").transform(() => null), z.iso.date()]),
});

/** The next five dates, by the function that the server uses, with what the first item says then. */
export function RetainerPreview({ from, isPaused }: { from: number; isPaused: boolean }) {
	const [frequency, starts_on, ends_on, items] = useWatch<
		RetainerFormValues,
		["frequency", "starts_on", "ends_on", "items"]
	>({ name: ["frequency", "starts_on", "ends_on", "items"] });
	const { data: schedule } = scheduleSchema.safeParse({ frequency, starts_on, ends_on });
	const next = schedule ? occurrencesFrom(schedule, from, { most: 5 }) : [];
	return (
		<section aria-label="Next Invoices" className="grid gap-2 rounded-sm bg-secondary p-3 sm:col-span-2">
			<h2 className="font-semibold text-xs">Next Invoices</h2>
			{isPaused && <p>Nothing is written while this retainer is paused. Dates that pass are skipped.</p>}
			{!isPaused && next.length === 0 && (
				<p>{schedule ? "No date is left before the end." : "Enter a date to see the next ones."}</p>
			)}
			{!isPaused && (
				<ol className="grid gap-x-4 gap-y-2 md:grid-cols-5">
					{next.map((occurrence) => (
						<li key={occurrence.n} className="grid content-start">
							<span>{writeShortDay(occurrence.day)}</span>
							<span dir="auto" className="line-clamp-2 text-left text-muted-foreground text-xs wrap-anywhere">
								{fillPlaceholders(items[0]?.description ?? "", occurrence)}
							</span>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
