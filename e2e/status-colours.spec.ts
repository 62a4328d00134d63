import type { Locator } from "@playwright/test";
import { requestStatuses } from "#lib/status.ts";
import { colorName } from "#tests/color-name.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { inDatabase, openDesk, rowOf, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

async function colourOf(element: Locator, property: "color" | "borderLeftColor" = "color"): Promise<string> {
	const pixel = await element.evaluate((node, property) => {
		const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		if (!context) throw new Error("This browser has no canvas.");
		context.fillStyle = getComputedStyle(node)[property];
		context.fillRect(0, 0, 1, 1);
		return [...context.getImageData(0, 0, 1, 1).data];
	}, property);
	return colorName(pixel);
}

/** Of a booking's row, the border is tinted by its age; of an inquiry's only while it is new. */
const lists = {
	bookings: { 1: "green", 9: "yellow", 25: "red" },
	contacts: { 1: "blue", 3: "yellow", 9: "red", "taken up": "none" },
} as const;

// proves S4-status-03, S4-urgency-04
test("a status has its color in bookings and inquiries alike, and a row that of its age", async ({ page, site }) => {
	const name = uniqueName("Colored");
	const ago = (hours: number) => ({ name: `${name} ${hours}`, created_at: new Date(Date.now() - hours * 3_600_000) });
	await inDatabase(site, async (db) => {
		for (const status of requestStatuses) {
			await insertBooking(db, { name: `${name} ${status}`, status });
			await insertContact(db, { name: `${name} ${status}`, status });
		}
		for (const hours of [1, 9, 25]) await insertBooking(db, ago(hours));
		for (const hours of [1, 3, 9]) await insertContact(db, ago(hours));
		await insertContact(db, { ...ago(9), name: `${name} taken up`, status: "in_progress" });
	});
	for (const [path, ages] of Object.entries(lists)) {
		// Searched for: other tests have left newer rows here, and only rows in sight are in the document.
		await openDesk(page, `/admin/${path}?q=${name}`);
		const colors = [];
		for (const status of requestStatuses) {
			const row = rowOf(page, `${name} ${status}`);
			await expect(row).toBeVisible();
			colors.push(await colourOf(row.getByRole("combobox")));
		}
		expect(colors, path).toEqual(["blue", "yellow", "green", "grey"]);
		for (const [age, color] of Object.entries(ages)) {
			const row = rowOf(page, `${name} ${age}`);
			await expect(row).toBeVisible();
			expect(await colourOf(row, "borderLeftColor"), `${path} ${age}`).toBe(color);
		}
	}
});
