import { recordBy } from "./pick.ts";

/** The six status colors of the brand; each status of a subject maps to one. */
export type StatusTone = "blue" | "yellow" | "green" | "grey" | "purple" | "red";

/** The statuses of a subject in their order, each with its label and its tone. */
export function defineStatuses<Status extends string>(definitions: Record<Status, [label: string, tone: StatusTone]>) {
	// TypeScript knows of `Object.keys` only that it answers strings.
	const statuses = Object.keys(definitions) as [Status, ...Status[]];
	return {
		statuses,
		labels: recordBy(statuses, (status) => definitions[status][0]),
		tones: recordBy(statuses, (status) => definitions[status][1]),
	};
}

/** Of bookings and contact inquiries; any may follow any. */
export const {
	statuses: requestStatuses,
	labels: requestStatusLabels,
	tones: requestStatusTones,
} = defineStatuses({
	new: ["New", "blue"],
	in_progress: ["In Progress", "yellow"],
	resolved: ["Resolved", "green"],
	closed: ["Closed", "grey"],
});
/** Nothing is left to do. */
export const settledRequests: readonly RequestStatus[] = ["resolved", "closed"];
export type RequestStatus = (typeof requestStatuses)[number];

export const requestStatusOptions = requestStatuses.map((value) => ({ value, label: requestStatusLabels[value] }));
