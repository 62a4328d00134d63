import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { site } from "#site.config.ts";

/** A moment in the guest's own zone where it is known, and then the firm's too. */
export function momentFor(guestZone: string | null, start: Date): { when: string; ours: string | undefined } {
	const ours = formatFirmMomentLong(site, start);
	if (!guestZone || guestZone === site.timeZone) return { when: ours, ours: undefined };
	return { when: formatFirmMomentLong({ ...site, timeZone: guestZone }, start), ours };
}
