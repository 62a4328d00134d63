import { useQuery } from "@tanstack/react-query";
import { useAuth } from "#admin/session/auth-context.tsx";
import { profileQuery } from "#admin/session/profile-query.ts";
import { type Area, type Areas, seesArea } from "#lib/access/areas.ts";
import { records } from "#records.ts";

/** Nothing, which no one is limited to: until it is known what someone sees. */
const nothing: Areas = [];

/** What the signed-in admin may see. This is for convenience, not security: every endpoint decides for itself. */
export function useAreas(): Areas {
	const { user, owner } = useAuth();
	const { data } = useQuery({ ...profileQuery(owner?.id ?? ""), enabled: user !== null });
	return data ? data.areas : nothing;
}

/** Whose the screens at an address, and below it, are; the longest address counts. Lists are their records'. */
const screens: Record<string, Area | readonly Area[] | "unlimited" | "any"> = {
	...Object.fromEntries(
		records.flatMap(({ list, area }) => (list && area !== "record" ? [[list.path, area] as const] : [])),
	),
	"/admin/bookings": "desk",
	"/bookings": "desk",
	"/admin/bookings/hours": "unlimited",
	"/admin/people": "any",
	"/admin/mail": ["desk", "hiring"],
	"/admin/quarantine": ["desk", "hiring"],
	"/admin/report": ["desk", "hiring", "money"],
	"/admin/site": "writing",
	"/admin/settings": "any",
	"/account": "any",
};

/** Whether someone with this limit may see the screen at an address. What is named nowhere is for those without a limit. */
export function seesScreen(limit: Areas, address: string): boolean {
	const [path = ""] = address.split(/[?#]/);
	const parts = path.split("/").filter(Boolean);
	if (parts.join("/") === "admin") return true;
	for (let count = parts.length; count > 0; count--) {
		const area = screens[`/${parts.slice(0, count).join("/")}`];
		if (area) return area === "any" || seesArea(limit, area);
	}
	return limit === null;
}

export function useSeesScreen(): (address: string) => boolean {
	const areas = useAreas();
	return (address) => seesScreen(areas, address);
}
