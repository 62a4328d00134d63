import { readStored, store } from "./browser-storage.ts";

/** The header of a save that names its editing session, a UUID (decision 051). */
export const sessionHeader = "editing-session";

/** Tells the saves of a session apart that arrive in another order. */
export const sentHeader = "editing-sent";

/** In the browser, as sessions go on after a reload. */
const lastSentKey = "pilcrow-last-sent";
let lastSent = 0;

const readLastSent = () => Number(readStored(lastSentKey)) || 0;

/** For a save of this session, which is sent now: later than the one before, even if the clock was put back. */
export function inSession(session: string) {
	lastSent = Math.max(Date.now(), lastSent + 1, readLastSent() + 1);
	// Where it isn't kept, only a clock that was put back leads to a refusal.
	store(lastSentKey, String(lastSent));
	return { headers: { [sessionHeader]: session, [sentHeader]: new Date(lastSent).toISOString() } };
}
