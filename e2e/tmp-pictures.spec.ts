import { openDesk } from "./desk.ts";
import { test } from "./fixtures.ts";
import { addOverHttp } from "./desk.ts";
import { buildBooking } from "#tests/factories/bookings.ts";

test("pictures", async ({ page, site }) => {
	test.setTimeout(200_000);
	const { days } = await (await fetch(`${site.url}/api/call-slots`)).json();
	const slots = days.flatMap((d: { slots: string[] }) => d.slots);
	for (const [i, n] of [3, 8, 14, 20].entries()) {
		const r = await fetch(`${site.url}/book-call`, { method: "POST", body: new URLSearchParams({ firstName: "Ada", lastName: `Byron${i}`, email: `a${i}@example.com`, phone: "1", projectDescription: "x", slot: slots[n] }) });
		console.log(r.status);
	}
	await addOverHttp(site, "bookings", buildBooking({ service_type: "Blocked Time", name: "Trade fair", preferred_date: "2026-11-26", preferred_time: null }));
	await addOverHttp(site, "bookings", buildBooking({ name: "Extra Guest", preferred_date: "2026-11-24", preferred_time: "10:00" }));
	const mail = (await site.mails()).map((m) => m.replaceAll(/=\r?\n/g, "")).at(-1) ?? "";
	const link = (await site.mails()).map((m) => /\/call\/[\w-]{43}/.exec(m.replaceAll(/=\r?\n/g, ""))?.[0]).find(Boolean);
	for (const width of [360, 768, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		await page.goto("/book-call");
		await page.locator("[data-call-times]").screenshot({ path: `/tmp/shots/picker-${width}.png` });
		if (link) { await page.goto(link); await page.screenshot({ path: `/tmp/shots/call-${width}.png`, fullPage: true }); }
	}
	await page.setViewportSize({ width: 1280, height: 900 });
	await openDesk(page, "/admin/bookings/hours");
	for (const width of [360, 768, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		await page.goto("/admin/bookings/hours");
		await page.getByLabel("Monday").waitFor();
		await page.screenshot({ path: `/tmp/shots/hours-${width}.png`, fullPage: true });
		await page.goto("/admin/bookings/calendar");
		await page.getByText("Trade fair").first().waitFor();
		await page.screenshot({ path: `/tmp/shots/week-${width}.png`, fullPage: true });
	}
	await page.goto("/admin/bookings");
	await page.getByText("Extra Guest").first().waitFor();
	await page.screenshot({ path: `/tmp/shots/list-1280.png` });
	await page.getByRole("button", { name: "Details" }).first().click();
	await page.waitForTimeout(500);
	await page.screenshot({ path: `/tmp/shots/details-1280.png` });
	void mail;
});
