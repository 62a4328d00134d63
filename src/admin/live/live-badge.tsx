import { CountBadge } from "#ui/badge.tsx";
import { useLiveState } from "./live.ts";

/** Says when the list is not updated automatically, and shows nothing while it is. */
export function LiveBadge() {
	const lost = useLiveState() === "lost";
	return <span role="status">{lost && <CountBadge tone="yellow">Reconnecting...</CountBadge>}</span>;
}
