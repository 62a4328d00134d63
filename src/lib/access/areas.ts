import { z } from "zod";

/** The parts of the firm's work to which an admin may be limited (contracts: areas 1). */
export const areas = ["desk", "hiring", "writing", "money"] as const;
export type Area = (typeof areas)[number];

/** What an admin may see: everything, where there is no limit. Never an empty list. */
export type Areas = Area[] | null;

export const areaLabels: Record<Area, string> = { desk: "Desk", hiring: "Hiring", writing: "Writing", money: "Money" };

/** 'Desk, Writing', in the order of the areas. */
export const accessText = (limit: Areas): string =>
	limit ? areas.flatMap((area) => (limit.includes(area) ? areaLabels[area] : [])).join(", ") : "Everything";

export const foreignSectionText = (giver: string) =>
	`You don't have access to this section. ${giver} can give it to you.`;

/** Stored in the order of the areas, each once, so that equal limits are equal rows. */
export const areasSchema = z
	.array(z.enum(areas, "Please choose areas from the list."))
	.min(1, "Please choose at least one area.")
	.transform((chosen) => areas.filter((area) => chosen.includes(area)))
	.nullable();

/** Whether someone with this limit sees what belongs to an area, to any of several, or to unlimited admins only. */
export function seesArea(limit: Areas, area: Area | readonly Area[] | "unlimited"): boolean {
	if (limit === null) return true;
	return area !== "unlimited" && [area].flat().some((one) => limit.includes(one));
}
