import type { Booking } from "#features/bookings/bookings.table.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { site } from "#site.config.ts";

/** What the emails to a guest say of a call. */
export function callFacts(
	{ guest_time_zone, service_type }: Pick<Booking, "guest_time_zone" | "service_type">,
	start: Date,
) {
	const { when, ours } = momentFor(guest_time_zone, start);
	const facts = [
		{ label: "When", value: when },
		...(ours ? [{ label: "Our time", value: ours }] : []),
		{ label: "Service", value: service_type },
	];
	return { when, facts };
}

/** A moment in the guest's own zone where it is known, and then the firm's too. */
export function momentFor(guestZone: string | null, start: Date): { when: string; ours: string | undefined } {
	const ours = formatFirmMomentLong(site, start);
	if (!guestZone || guestZone === site.timeZone) return { when: ours, ours: undefined };
	return { when: formatFirmMomentLong({ ...site, timeZone: guestZone }, start), ours };
}
