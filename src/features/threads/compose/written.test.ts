import { expect, test } from "vitest";
import { isWritten } from "./written.ts";

const signature = "Best regards,\nThe Pilcrow Team";

// F41
test.each([
	["nothing", ""],
	["the signature", `\n\n${signature}`],
	["the signature twice", `${signature}\n\n${signature}`],
	["a part of the signature, in other spaces", "The  Pilcrow\u00a0Team "],
	["the signature in bold", "**Best regards,**\n*The Pilcrow Team*"],
	["spaces and characters without a shape", ` \t\u200b\u00a0\u2060\ufeff\u00ad\u3164\u2800\u200e\n\n${signature}`],
	["marks without a letter", "\u0301 \u20e3\n\ufe0f"],
	["the place of an object", "\ufffc"],
	["invisible characters within the signature", "Best\u200b regards,\r\nThe Pilcrow Team"],
	["a quote", `On Monday, June 3, 2030, at 9:00 AM EDT, Ada Young wrote:\n> Hello\n>\n> Ada\n\n${signature}`],
	["empty items and a line that is drawn", `- \n-\n---\n-- \n${signature}`],
])("a reply of %s isn't written", (_, text) => {
	expect(isWritten(text, signature)).toBe(false);
});

// F41
test.each(["Yes", "?", "👍🏽", "-1", "Best regards", "> Hello\n\nSure.", "On Monday", "你好"])(
	"%j is a reply",
	(text) => {
		expect(isWritten(`${text}\n\n${signature}`, signature)).toBe(true);
	},
);

test("without a signature, what is written counts", () => {
	expect(isWritten("Thanks", "")).toBe(true);
	expect(isWritten("\u200b\n", "")).toBe(false);
});
