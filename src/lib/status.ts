/** The six status colours of the brand; each status of a subject maps to one. */
export type StatusTone = "blue" | "yellow" | "green" | "grey" | "purple" | "red";

/** Statuses of bookings and contact inquiries; any may follow any. */
export const requestStatuses = ["new", "in_progress", "resolved", "closed"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestStatusLabels: Record<RequestStatus, string> = {
	new: "New",
	in_progress: "In Progress",
	resolved: "Resolved",
	closed: "Closed",
};

export const requestStatusTones: Record<RequestStatus, StatusTone> = {
	new: "blue",
	in_progress: "yellow",
	resolved: "green",
	closed: "grey",
};

export const requestStatusOptions = requestStatuses.map((value) => ({ value, label: requestStatusLabels[value] }));
