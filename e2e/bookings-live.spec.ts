import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { buildBooking, insertBooking } from "#tests/factories/bookings.ts";
import {
	addOverHttp,
	bookingsPath,
	inDatabase,
	lostConnection,
	openDesk,
	openSecondDesk,
	rowOf,
	toast,
	uniqueName,
} from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { listAsStaff } from "./staff.ts";

test.describe("two people editing the same notes", () => {
	for (const { choice, kept } of [
		{ choice: "Keep Mine", kept: "Second text" },
		{ choice: "Use Theirs", kept: "First text" },
	]) {
		// proves S2-bookings-13, D-forms-04
		test(`are told, and '${choice}' leaves '${kept}'`, async ({ page, browser, site }) => {
			const name = uniqueName("Ada Byron");
			await addOverHttp(site, "bookings", buildBooking({ name }));
			await openDesk(page, bookingsPath);
			const second = await openSecondDesk(browser, bookingsPath);
			for (const staff of [page, second]) await rowOf(staff, name).getByRole("button", { name: "Details" }).click();
			await second.getByLabel("Internal Notes").fill("Second text");
			await page.getByLabel("Internal Notes").fill("First text");
			const sent = page.waitForRequest((request) => request.method() === "PATCH");
			await page.getByRole("button", { name: "Save Notes" }).click();
			// With what was read before, so that the server can refuse what someone else has changed.
			expect((await sent).postDataJSON()).toEqual({ notes: "First text", version: expect.any(String) });
			await expect(toast(page, "Notes Saved")).toBeVisible();

			const told = second.getByRole("alert");
			await expect(told).toContainText("Someone else has changed these notes.");
			await expect(told).toContainText("First text");
			await expect(second.getByRole("button", { name: "Save Notes" })).toBeDisabled();
			await told.getByRole("button", { name: choice }).click();
			await expect(told).toBeHidden();
			await expect(second.getByLabel("Internal Notes")).toHaveValue(kept);
			await expect
				.poll(async () => (await listAsStaff(site, "bookings")).find((row) => row.name === name))
				.toMatchObject({ notes: kept, status: "new" });
			await second.context().close();
		});
	}
});

/** The most toasts that were on screen at once since this was called: each goes after five seconds, seen or not. */
async function countToasts(page: Page): Promise<() => Promise<number>> {
	const most = await page.evaluateHandle(() => {
		const seen = { most: 0 };
		const count = () => {
			seen.most = Math.max(seen.most, document.querySelectorAll("[role=region][aria-label^=Notifications] li").length);
		};
		new MutationObserver(count).observe(document, { subtree: true, childList: true });
		return seen;
	});
	return () => most.evaluate((seen) => seen.most);
}

test("of a burst of 200 bookings none is lost, and one toast shows at a time", { tag: "@long" }, async ({
	page,
	site,
}) => {
	const name = uniqueName("Burst");
	await openDesk(page, bookingsPath);
	await page.getByRole("searchbox").fill(name);
	await expect(page.getByText("No bookings found")).toBeVisible();
	const mostToasts = await countToasts(page);
	const bursts = Array.from({ length: 8 }, (_, part) =>
		addOverHttp(
			site,
			"bookings",
			...Array.from({ length: 25 }, (_, i) => buildBooking({ name: `${name} ${part}-${i}` })),
		),
	);
	await Promise.all(bursts);
	await expect(page.getByText("200", { exact: true })).toBeVisible({ timeout: 20_000 });
	await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "201");
	expect(await mostToasts()).toBe(1);
});

test.describe("while the server restarts", () => {
	test.use({ expectedErrors: lostConnection });

	test("the screen says that it is not live, then catches up without a toast", async ({ page, site }) => {
		const known = uniqueName("Known");
		const missed = uniqueName("Missed");
		const removed = uniqueName("Removed");
		await addOverHttp(site, "bookings", buildBooking({ name: known }), buildBooking({ name: removed }));
		await openDesk(page, bookingsPath);
		await expect(rowOf(page, known)).toBeVisible();
		await site.kill();
		await inDatabase(site, async (db) => {
			await insertBooking(db, { name: missed });
			await db.delete(bookingsTable).where(eq(bookingsTable.name, removed));
		});
		await expect(page.getByText("Reconnecting...")).toBeVisible();
		await expect(rowOf(page, removed)).toBeVisible();
		await site.start();
		await expect(rowOf(page, missed)).toBeVisible({ timeout: 20_000 });
		await expect(rowOf(page, removed)).toHaveCount(0);
		await expect(page.getByText("Reconnecting...")).toBeHidden();
		await expect(toast(page, "New Booking!")).toHaveCount(0);
	});
});

// proves S4-urgency-04
test("age and tint of a booking move on while the screen stands open", async ({ page, site }) => {
	const name = uniqueName("Ageing");
	const almostADay = new Date(Date.now() - (24 * 60 - 1) * 60_000);
	await inDatabase(site, (db) => insertBooking(db, { name, created_at: almostADay }));
	await page.clock.install();
	await openDesk(page, bookingsPath);
	await page.getByRole("searchbox").fill(name);
	const row = rowOf(page, name);
	await expect(row).toContainText("23 hours ago");
	const tint = await row.evaluate((element) => getComputedStyle(element).backgroundColor);
	await page.clock.fastForward(3 * 60_000);
	await expect(row).toContainText("1 day ago");
	await expect(row).not.toHaveCSS("background-color", tint);
});
