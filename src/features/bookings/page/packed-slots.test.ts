import { expect, test } from "vitest";
import { packSlots, unpackSlots } from "./packed-slots.ts";

const range = { length_minutes: 45, from: "2026-11-23", to: "2026-12-23", last_date: "2027-01-22" };

test("free times come out of the page as they went in", () => {
	const days = [
		{ date: "2026-11-24", slots: ["2026-11-24T13:00:00Z", "2026-11-24T13:30:00Z"] },
		{ date: "2026-11-26", slots: ["2026-11-26T22:15:00Z"] },
	];
	const packed = packSlots({ time_zone: "America/New_York", ...range, days });
	expect(packed.steps.slice(1)).toEqual([30, 3405]);
	expect(unpackSlots(packed)).toEqual(["2026-11-24T13:00:00Z", "2026-11-24T13:30:00Z", "2026-11-26T22:15:00Z"]);
	expect(unpackSlots(packSlots({ time_zone: "America/New_York", ...range, days: [] }))).toEqual([]);
});
