import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectAccessible } from "./axe.ts";
import { answerQuestion, inDatabase, openDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// A refused address is an answer, which browsers log.
test.use({ expectedErrors: /422|check the marked fields/ });

/** A calendar with one event at 2 PM in New York on the next day on which calls can be booked. */
function calendarAt(day: string): string {
	const lines = ["DTSTART;TZID=America/New_York", "DTEND;TZID=America/New_York"];
	const times = lines.map((line, index) => `${line}:${day.replaceAll("-", "")}T${14 + index * 2}0000`);
	return ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", ...times, "SUMMARY:Dentist", "END:VEVENT", "END:VCALENDAR"].join(
		"\r\n",
	);
}

for (const width of [390, 1280]) {
	test(`at ${width} px, staff add a calendar, test it, read why it fails, and remove it`, async ({ ownSite, page }) => {
		await page.setViewportSize({ width, height: 900 });
		let answer: string | undefined;
		const server = createServer((_, response) => {
			if (answer === undefined) response.writeHead(404).end();
			else response.end(answer);
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const site = await ownSite({ BUSY_TIMES_LOOPBACK: "on" });
		const { days } = await (await fetch(`${site.url}/api/call-slots`)).json();
		const { date, slots } = days.find(({ slots }: { slots: string[] }) => slots.some((slot) => isAtTwo(slot)));
		const taken = slots.find((slot: string) => isAtTwo(slot));
		const offered = async () =>
			(await (await fetch(`${site.url}/api/call-slots`)).json()).days.flatMap((day: { slots: string[] }) => day.slots);
		expect(await offered()).toContain(taken);

		await openDesk(page, `${site.url}/admin`);
		await page.getByRole("button", { name: /My Account/ }).click();
		await page.getByRole("menuitem", { name: "Busy Times" }).click();
		await page.getByLabel("Takes calls").click();
		await expect(page.getByLabel("Takes calls")).toBeChecked();
		await page
			.getByLabel("Secret address")
			.fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-1234.ics`);
		await page.getByRole("button", { name: "Add Calendar" }).click();
		await expect(page.getByLabel("Secret address")).toHaveAccessibleDescription(/The address no longer exists/);
		await page.screenshot({ path: test.info().outputPath("refused.png") });
		answer = calendarAt(date);
		await page.getByRole("button", { name: "Add Calendar" }).click();
		await expect(toast(page, "Calendar Added")).toBeVisible();
		await expect(page.getByText(/Read 1 event, next busy: .*day.* 2 PM/)).toBeVisible();
		await expect(page.getByText("127.0.0.1 ….ics")).toBeVisible();
		await expectAccessible(page);
		expect(await offered()).not.toContain(taken);
		await page.screenshot({ path: test.info().outputPath("added.png"), fullPage: true });

		answer = undefined;
		await page.getByRole("button", { name: /^Test / }).click();
		await expect(page.getByRole("alert").filter({ hasText: "no longer exists" })).toContainText("Last read:");
		await page.screenshot({ path: test.info().outputPath("failing.png"), fullPage: true });
		await inDatabase(site, (db) => db.execute("update busy_sources set unread_until = now() + interval '60 days'"));
		await page.reload();
		await page.getByRole("button", { name: /My Account/ }).click();
		await expect(page.getByRole("menuitem", { name: /Busy Times/ })).toContainText("no longer exists");
		await page.screenshot({ path: test.info().outputPath("menu.png") });
		await page.keyboard.press("Escape");

		await page.goto(`${site.url}/admin/bookings/calendar?week=${date}`);
		await expect(page.getByText(/: busy$/)).toBeVisible();
		await expect(page.getByText(/calendar can't be read/)).toBeVisible();
		await expectAccessible(page);
		await page.screenshot({ path: test.info().outputPath("calendar.png"), fullPage: true });
		await page.goto(`${site.url}/book-call`);
		await page.screenshot({ path: test.info().outputPath("book-call.png"), fullPage: true });

		await page.goto(`${site.url}/account/busy-times`);
		await page.getByRole("button", { name: /^Remove / }).click();
		await answerQuestion(page, "Remove Calendar", "Remove Calendar");
		await expect(toast(page, "Calendar Removed")).toBeVisible();
		expect(await offered()).toContain(taken);
		server.close();
	});
}

const isAtTwo = (slot: string) =>
	new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", minute: "2-digit" }).format(
		new Date(slot),
	) === "2:00 PM";
