import { CountBadge } from "#ui/badge.tsx";
import { useLiveState } from "./live.ts";

/** Says when the list does not follow by itself; says nothing while it does. */
export function LiveBadge() {
	const lost = useLiveState() === "lost";
	return <span role="status">{lost && <CountBadge tone="yellow">Reconnecting…</CountBadge>}</span>;
}
