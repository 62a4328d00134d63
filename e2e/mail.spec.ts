import { type MailServer, type MailServerBehavior, startMailServer } from "#tests/mail-server.ts";
import { expectAccessible } from "./axe.ts";
import { addOverHttp, openDesk, rowOf, toast, uniqueName } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

const staffEmail = "desk@pilcrow.example";

const inquiry = { form: { firstName: "Ada", lastName: "Byron", email: "ada@example.com", message: "Hello" } };

const recipients = ({ received }: MailServer) => received.map(({ to }) => to[0]).sort();
const bothOnce = ["ada@example.com", staffEmail];

test("a form is answered while the mail server leaves every connection unanswered", async ({ request }) => {
	const server = await startMailServer();
	server.behave({ greeting: "hang" });
	const site = await startSite({ SMTP_URL: server.url, STAFF_EMAIL: staffEmail });
	const asked = server.reached("connection");
	expect((await request.post(`${site.url}/contact`, inquiry)).status()).toBe(201);
	await asked;
	expect((await request.post(`${site.url}/contact`, inquiry)).status()).toBe(201);
	expect(server.received).toEqual([]);
	await site.stop();
	await server.stop();
});

/** Makes what a killed process held available at once, as its time limit does after a minute. */
async function letAMinutePass(site: SiteServer): Promise<void> {
	const database = await site.openDatabase();
	await database.query("update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry')");
	await database.close();
}

type Step = {
	step: string;
	behavior: MailServerBehavior;
	reached: "connection" | "message";
	arrives: string[];
	tag?: string;
};

const steps: Step[] = [
	{
		step: "before the mail server greets",
		behavior: { greeting: "hang" },
		reached: "connection",
		arrives: bothOnce,
		tag: "@long",
	},
	{
		step: "before the mail server takes the message",
		behavior: { message: "hang" },
		reached: "message",
		arrives: bothOnce,
		tag: "@long",
	},
	{
		step: "between the mail server's taking the message and its being noted as sent",
		behavior: { message: "keep and hang" },
		reached: "message",
		arrives: [...bothOnce, ...bothOnce].sort(),
	},
];

const setups = [
	{ setup: "with its own database server", settings: ownServer },
	{ setup: "on a server that others may use", settings: {} },
];

for (const { setup, settings } of setups) {
	for (const { step, behavior, reached, arrives, tag = [] } of steps) {
		test(`${setup}, a process killed ${step} loses no mail`, { tag }, async ({ request }) => {
			const server = await startMailServer();
			server.behave(behavior);
			const site = await startSite({ SMTP_URL: server.url, STAFF_EMAIL: staffEmail, ...settings });
			const bothUnderWay = server.reached(reached, 2);
			expect((await request.post(`${site.url}/contact`, inquiry)).status()).toBe(201);
			await bothUnderWay;
			await site.kill();
			server.behave({});
			// Its own server serves one process, which may go on at once.
			if (settings !== ownServer) await letAMinutePass(site);
			await site.start();
			await server.receives(arrives.length);
			await expect.poll(() => mailStatuses(site)).toEqual(["sent", "sent"]);
			expect(recipients(server)).toEqual(arrives);
			expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(2);
			await site.stop();
			await server.stop();
		});
	}
}

async function mailStatuses(site: SiteServer): Promise<string[]> {
	const answer = await fetch(`${site.url}/api/mails`, {
		headers: { authorization: `Bearer ${await signInOverHttp(site)}` },
	});
	return (await answer.json()).rows.map((row: { status: string }) => row.status);
}

test("staff see why a mail failed, send it again, and see it arrive", async ({ page, ownSite }) => {
	const server = await startMailServer();
	server.behave({ recipient: () => ({ code: 550, text: "5.1.1 No such user here" }) });
	const site = await ownSite({ SMTP_URL: server.url, MAIL_UNDO_SECONDS: "0" });
	const name = uniqueName("Dana");
	await addOverHttp(site, "bookings", {
		name,
		email: "dana@example.com",
		service_type: "Photography",
		preferred_date: "2099-11-24",
		preferred_time: "14:30",
	});
	await openDesk(page, `${site.url}/admin/bookings`);
	await page.getByRole("button", { name: `Details of ${name}` }).click();
	const mails = page.getByRole("region", { name: "Mails" });
	await expect(mails.getByRole("listitem")).toContainText(
		"The mail server refused the email: 550 5.1.1 No such user here",
	);
	await expect(mails.getByText("Failed", { exact: true })).toBeVisible();
	await expectAccessible(page);
	server.behave({});
	await mails.getByRole("button", { name: "Send again: Call to dana@example.com" }).click();
	await expect(toast(page, "Email Queued")).toBeVisible();
	await expect(mails.getByText("Sent", { exact: true })).toBeVisible();
	expect(server.received).toHaveLength(1);

	await page.getByRole("button", { name: "Change date and time" }).click();
	await page.getByLabel("Time", { exact: true }).fill("16:00");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(toast(page, "Booking Updated")).toBeVisible();
	await expect(page.getByRole("dialog")).toContainText("4:00 PM");
	await server.receives(2);
	await expect(mails.getByText("Sent", { exact: true })).toHaveCount(2);
	const calendars = server.received.map(({ source }) => source.match(/text\/calendar.*method=\w+/)?.[0]);
	expect(calendars).toEqual(Array.from({ length: 2 }, () => expect.stringContaining("method=REQUEST")));
	await page.goto("about:blank");
	await server.stop();
});

test("without a mail server the outgoing messages can be read in the back office", async ({ page, site, request }) => {
	const printed = site.log().length;
	const lastName = uniqueName("Byron");
	const words = "<img src=x onerror=alert(1)> & a question";
	await request.post("/contact", { form: { ...inquiry.form, lastName, message: words } });
	await openDesk(page, "/admin");
	await page.getByRole("button", { name: /My Account/ }).click();
	await page.getByRole("menuitem", { name: "Settings" }).click();
	await page.getByRole("link", { name: "Email", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Outgoing Email" })).toBeVisible();
	await expect(page.getByText("No mail server is set up")).toBeVisible();
	await page.getByRole("button", { name: "Send a Test Email" }).click();
	await expect(toast(page, "Test Email Kept as a File")).toBeVisible();
	await expect(rowOf(page, "Test email from").getByText("Kept as a File", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Details of the email to ada@example.com" }).first().click();
	const dialog = page.getByRole("dialog", { name: "We've received your message" });
	const message = dialog.getByTitle("Message").contentFrame();
	await expect(message.getByRole("heading", { name: "We've received your message." })).toBeVisible();
	await expect(message.getByText(`Hello Ada ${lastName},`)).toBeVisible();
	await expect(message.getByText("<img src=x")).toBeVisible();
	await dialog.getByText("Headers").click();
	await expect(dialog.getByText("Auto-Submitted: auto-replied")).toBeVisible();
	expect(site.log().slice(printed)).not.toContain("error");
});
