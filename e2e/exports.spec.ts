import { insertAccount } from "./accounts.ts";
import { exported, openDesk, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { createJobAsStaff } from "./jobs-api.ts";

test("saves every list as a file for spreadsheets, what a stranger calls themselves included", async ({
	page,
	site,
}) => {
	const group = uniqueName("Export");
	await insertAccount(site, "user", `=${group}`);
	await createJobAsStaff(site, { title: `@${group}` });
	const database = await site.openDatabase();
	await database.query(
		"insert into mails (kind, recipient, subject, status) values ('notice', 'a@example.com', $1, 'sent')",
		[`+${group}`],
	);
	await database.close();
	await openDesk(page, "/admin/users");
	for (const [path, filename, header, row] of [
		["users", "users.csv", "Name,Email,Role,Access,Status,Second Step,Joined", `"'=${group}"`],
		["applications/jobs", "jobs.csv", "Title,Address,Location,Type,Applicants,Status,Created,Updated", `"'@${group}"`],
		["mail", "mails.csv", "Recipient,Subject,Kind,Status,Queued,Sent,Attempts,Last error", `"'+${group}"`],
	] as const) {
		await page.goto(`/admin/${path}`);
		const text = await exported(page, filename);
		expect(text.slice(1).split("\r\n")[0]).toBe(header);
		expect(text).toContain(row);
	}
});

test("saves all of the log that its filter lets through, not only what is on the screen", async ({ page, site }) => {
	const label = uniqueName("=Logged");
	const database = await site.openDatabase();
	await database.query(
		`insert into activity (actor_kind, record_table, record_id, record_label, action, changes)
			select 'system', case when n % 5 = 0 then 'bookings' else 'people' end, gen_random_uuid(), $1, 'erase', '{}'
			from generate_series(1, 150) n`,
		[label],
	);
	await database.close();
	await openDesk(page, "/admin/activity?table=people");
	await expect(page.getByRole("button", { name: "Show More" })).toBeVisible();
	const text = await exported(page, "activity.csv");
	expect(text).toMatch(/^\uFEFFWhen,Who,Email,What,Record,Change,Address,Device\r\n/);
	expect(text.split(`"'${label}"`)).toHaveLength(121);
	expect(text).not.toContain("Booking");
});
