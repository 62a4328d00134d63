import { expect, test } from "vitest";
import { placeOfZone, usableZone } from "./visitor-zone.ts";

// F13
test("a zone is named after its place as people call it today", () => {
	const today = {
		"Europe/Kiev": "Kyiv",
		"Europe/Kyiv": "Kyiv",
		"Asia/Calcutta": "Kolkata",
		"Asia/Saigon": "Ho Chi Minh",
	};
	const others = {
		"Asia/Katmandu": "Kathmandu",
		"Asia/Rangoon": "Yangon",
		"America/Godthab": "Nuuk",
	};
	const asIs = {
		"America/New_York": "New York",
		"America/Indiana/Knox": "Knox",
		"America/Port-au-Prince": "Port-au-Prince",
	};
	for (const [zone, place] of Object.entries({ ...today, ...others, ...asIs })) expect(placeOfZone(zone)).toBe(place);
});

// F13
test("every former name of the tz database reads as the place's name of today", () => {
	const former = {
		"Asia/Dacca": "Dhaka",
		"Europe/Uzhgorod": "Kyiv",
		"Australia/NSW": "Sydney",
		"US/Pacific": "Los Angeles",
	};
	for (const [zone, place] of Object.entries(former)) expect(placeOfZone(usableZone(zone) ?? "")).toBe(place);
});

// F13
test("a zone without a place has no name that could lie", () => {
	const zones = [
		"Etc/GMT+5",
		"Etc/GMT-14",
		"Etc/UCT",
		"UTC",
		"GMT0",
		"EST5EDT",
		"US/Pacific",
		"+05:30",
		"Zulu",
		"Etc/Unknown",
	];
	for (const zone of zones) expect(placeOfZone(zone), zone).toBeUndefined();
});

// F2
test("a zone in which no time can be shown is none", () => {
	for (const zone of ["Etc/Unknown", "", "Factory", "Mars/Olympus", "../x"])
		expect(usableZone(zone), zone).toBeUndefined();
	for (const zone of ["Europe/Berlin", "Etc/GMT+5", "+05:30"]) expect(usableZone(zone), zone).toBe(zone);
});
