import type { Reach } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";

type PrivacyLineProps = {
	reach: Reach;
	/** What the details are for: "to reply to you". */
	purpose: string;
	/** After how many days the setting deletes them; undefined if it keeps them. */
	days: number | undefined;
	/** From when those days count. */
	from?: string;
};

/** What becomes of the details, for how long, and whom to ask. It is beside the button of every form of the public pages. */
export function PrivacyLine({ reach, purpose, days, from = "our last contact" }: PrivacyLineProps) {
	return (
		<p className="text-quiet text-small sm:col-span-2">
			We use these details {purpose}, and for nothing else.{" "}
			{days
				? `We delete them ${counted(days, "day")} after ${from}, or sooner if you write to `
				: "We keep them until you ask us to delete them: "}
			<a href={reach.emailHref} className="underline">
				{reach.email}
			</a>
			. Read our{" "}
			<a href="/privacy" className="underline">
				privacy page
			</a>
			.
		</p>
	);
}
