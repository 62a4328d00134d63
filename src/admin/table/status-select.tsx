import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { StatusTone } from "#lib/status.ts";
import { statusToneClass } from "#ui/badge.tsx";
import { useRestoredFocus } from "#ui/button.tsx";

/** A row's status badge and its selector: the browser's own list, which works with every screen reader and phone. */
export function StatusSelect<Status extends string>({
	label,
	value,
	labels,
	tones,
	saving = false,
	fixed = false,
	noteId,
	onChange,
}: {
	/** Names the row: 'Status of Dana Whitfield'. */
	label: string;
	value: Status;
	labels: Record<Status, string>;
	tones: Record<Status, StatusTone>;
	saving?: boolean;
	/** If true, the status can't be changed; a note has to say why. */
	fixed?: boolean;
	noteId?: string | undefined;
	onChange(status: Status): void;
}) {
	useRestoredFocus(saving);
	const options = Object.entries<string>(labels) as [Status, string][];
	return (
		<span
			className={clsx(
				"relative inline-flex items-center rounded-bowl font-semibold text-xs transition-opacity duration-160",
				statusToneClass(tones[value]),
				saving && "opacity-55",
			)}
		>
			<select
				aria-label={label}
				aria-busy={saving || undefined}
				aria-describedby={noteId}
				disabled={saving || fixed}
				value={value}
				onChange={(event) => {
					const chosen = options.find(([status]) => status === event.target.value);
					if (chosen) onChange(chosen[0]);
				}}
				className="field-sizing-content h-8 cursor-pointer appearance-none rounded-bowl bg-transparent pr-6.5 pl-2.75 disabled:cursor-default md:h-6"
			>
				{options.map(([status, text]) => (
					<option key={status} value={status} className="bg-popover font-normal text-popover-foreground">
						{text}
					</option>
				))}
			</select>
			<ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3" strokeWidth={2} />
		</span>
	);
}
