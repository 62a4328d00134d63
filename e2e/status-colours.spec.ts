import type { Locator, Page } from "@playwright/test";
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

async function statusColours(page: Page, name: string, labels: string[]): Promise<string[]> {
	const colours = [];
	for (const label of labels) {
		const row = rowOf(page, `${name} ${label}`);
		await expect(row).toBeVisible();
		colours.push(await colourOf(row.getByRole("combobox")));
	}
	return colours;
}

// proves S4-status-03
test("bookings and inquiries are blue when new, yellow in progress, green resolved, grey closed", async ({
	page,
	site,
}) => {
	const name = uniqueName("Coloured");
	await inDatabase(site, async (db) => {
		for (const status of requestStatuses) {
			await insertBooking(db, { name: `${name} ${status}`, status });
			await insertContact(db, { name: `${name} ${status}`, status });
		}
	});
	await openDesk(page, "/admin/bookings");
	for (const path of ["bookings", "contacts"]) {
		await page.goto(`/admin/${path}`);
		expect(await statusColours(page, name, [...requestStatuses])).toEqual(["blue", "yellow", "green", "grey"]);
	}
});

// proves S4-urgency-04
test("rows are tinted by their age: bookings green, yellow, red; new inquiries blue, yellow, red, others not", async ({
	page,
	site,
}) => {
	const name = uniqueName("Tinted");
	const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
	await inDatabase(site, async (db) => {
		for (const hours of [1, 9, 25]) await insertBooking(db, { name: `${name} ${hours}`, created_at: hoursAgo(hours) });
		for (const hours of [1, 3, 9]) await insertContact(db, { name: `${name} ${hours}`, created_at: hoursAgo(hours) });
		await insertContact(db, { name: `${name} taken up`, status: "in_progress", created_at: hoursAgo(9) });
	});
	await openDesk(page, "/admin/bookings");
	for (const [path, colours] of [
		["bookings", { 1: "green", 9: "yellow", 25: "red" }],
		["contacts", { 1: "blue", 3: "yellow", 9: "red", "taken up": "none" }],
	] as const) {
		// Searched for: other tests have left newer rows here, and only rows in sight are in the document.
		await page.goto(`/admin/${path}?q=${name}`);
		for (const [label, colour] of Object.entries(colours)) {
			const row = rowOf(page, `${name} ${label}`);
			await expect(row).toBeVisible();
			expect(await colourOf(row, "borderLeftColor"), `${path} ${label}`).toBe(colour);
		}
	}
});
