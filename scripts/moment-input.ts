import { z } from "zod";
import { readWall } from "#lib/time/zone-clock.ts";

const moment = z.iso.datetime({ local: true, offset: true });

/**
 * The moment that someone writes by the clock on the firm's wall ('2026-11-22 14:05', with seconds if need be), or with an
 * offset from UTC ('2026-11-22T14:05:00-05:00', '…Z'). Of an hour that comes twice it is the first. Undefined if it is none.
 */
export function parseMoment(timeZone: string, text: string): Date | undefined {
	const written = text.trim().replace(" ", "T");
	if (!moment.safeParse(written).success) return undefined;
	const [day = "", time = ""] = written.split("T");
	return /[Z+-]/.test(time) ? new Date(written) : readWall(timeZone, day, time);
}
