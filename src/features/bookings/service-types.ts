/** Stored as they read (decisions: bookings and contacts). */
export const serviceTypes = [
	"Corporate Communications",
	"Brand Development",
	"Public Relations",
	"Contact Center Services",
	"Photography",
	"Videography",
	"Graphic Design",
	"General Consultation",
	"Blocked Time",
] as const;
export type ServiceType = (typeof serviceTypes)[number];
