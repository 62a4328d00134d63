import { expect, test } from "vitest";
import { parseHours } from "./site-queries.ts";

test.each([
	["09:00-17:30", [9, 17.5]],
	["9 AM - 5:30 p.m.", [9, 17.5]],
	["9am–4pm", [9, 16]],
	["9-5", [9, 17]],
	["9 to 4:30", [9, 16.5]],
	["12 pm-12 am", [12, 24]],
	["08:00-24:00", [8, 24]],
	[" Closed ", null],
	["", null],
	["by appointment", "by appointment"],
	["9-12-5", "9-12-5"],
])("%j is %j", (typed, hours) => {
	expect(parseHours(typed)).toEqual(hours);
});
