import { eq, isNotNull } from "drizzle-orm";
import { threadMessagesTable, threadsTable } from "#features/threads/threads.table.ts";
import { readSettings } from "#platform/process/settings.server.ts";
import { corpus, corpusMessage } from "#tests/inbound-corpus.ts";
import { inboundSettings, signedRequest } from "#tests/inbound-message.ts";
import { setUpCorpusThreads } from "#tests/inbound-threads.ts";
import { expectAccessible } from "./axe.ts";
import { contactsPath, openDesk, openLiveDesk, toast } from "./desk.ts";
import { expect, test } from "./fixtures.ts";
import type { SiteServer } from "./site-server.ts";

async function deliver(site: SiteServer, message: Uint8Array<ArrayBuffer> | string): Promise<void> {
	const bytes = typeof message === "string" ? new Uint8Array(Buffer.from(message.replaceAll("\n", "\r\n"))) : message;
	const answer = await fetch(`${site.url}/api/inbound-mail`, signedRequest(bytes));
	expect([200, 201]).toContain(answer.status);
}

test("mail comes in live, an answer joins its conversation, and what was put aside is taken in", async ({
	ownSite,
	page,
}) => {
	const site = await ownSite(inboundSettings);
	await openLiveDesk(page, site.url + contactsPath);
	const from = "From: Iris Vale <iris@vale.example>\nTo: hello@firm.example\nDate: Mon, 9 Nov 2026 10:00:00 +0000";
	await deliver(site, `${from}\nSubject: Opening night\nMessage-ID: <one@vale.example>\n\nCould you photograph it?\n`);
	await expect(toast(page, "New Contact Inquiry!")).toContainText("New message from Iris Vale");
	await deliver(
		site,
		`${from}\nSubject: Re: Opening night\nMessage-ID: <two@vale.example>\nIn-Reply-To: <one@vale.example>\n\nAt eight.\n\nOn Mon, Nov 9, 2026 Iris Vale wrote:\n> Could you photograph it?\n`,
	);
	await expect(toast(page, "New Reply!")).toContainText("Iris Vale has answered: Re: Opening night");
	await page
		.getByRole("row", { name: /Iris Vale/ })
		.getByRole("button", { name: /details/i })
		.click();
	const conversation = page.getByRole("dialog").getByRole("region", { name: "Conversation" });
	await expect(conversation.getByText("At eight.")).toBeVisible();
	await expect(conversation.getByText("> Could you photograph it?")).toBeHidden();
	await conversation.getByRole("button", { name: "Show quoted text" }).click();
	await expect(conversation.getByText("> Could you photograph it?")).toBeVisible();

	await deliver(
		site,
		`${from}\nSubject: Ten openings\nMessage-ID: <list@vale.example>\nList-Id: <list.vale.example>\n\nNews.\n`,
	);
	await page.goto(`${site.url}/admin/mail`);
	await page.getByRole("tab", { name: "Received" }).click();
	const row = page.getByRole("row", { name: /Ten openings/ });
	await expect(row).toContainText("Ignored");
	await expectAccessible(page);
	await row.getByRole("button", { name: /details/i }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Take In" }).click();
	await expect(toast(page, "Email Added")).toBeVisible();
	await expect(page.getByRole("dialog").getByText("New inquiry", { exact: true })).toBeVisible();

	const failFor = async (minutes: number) => {
		const database = await site.openDatabase();
		await database.query(
			"update inbound_sources set last_error = 'The mail server refused the sign-in.', failing_since = now() - $1 * interval '1 minute'",
			[minutes],
		);
		await database.close();
		await page.goto(`${site.url}/admin/mail?tab=received`);
		await expect(page.getByRole("row", { name: /Ten openings/ })).toBeVisible();
	};
	const notice = page.getByText(/^Incoming mail has not been read since .+ The mail server refused the sign-in\.$/);
	await failFor(14);
	await expect(page.getByText(/are read from/)).toBeVisible();
	await expect(notice).toBeHidden();
	await failFor(15);
	await expect(notice).toBeVisible();
});

// A3
test("an email that can't be read says so, and what to do", async ({ ownSite, page }) => {
	const site = await ownSite(inboundSettings);
	await deliver(site, "nothing like an email");
	await openDesk(page, `${site.url}/admin/mail?tab=received`);
	const row = page.getByRole("row", { name: /No sender/ });
	await expect(row).toContainText("Could not be read");
	await row.getByRole("button", { name: /details/i }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText("Open it in your mailbox, or ask the sender to send it again.");
	await expect(dialog.getByRole("button", { name: "Take In" })).toBeHidden();
	await expectAccessible(page);
});

test("hostile messages load nothing and run nothing while they are open", async ({ ownSite, page }) => {
	test.slow();
	const site = await ownSite(inboundSettings);
	const database = await site.openDatabase();
	const settings = readSettings({ ...site.settings, ...inboundSettings });
	const { placeholders } = await setUpCorpusThreads({ db: database.db, settings }, "browser");
	for (const { file } of corpus.messages) await deliver(site, corpusMessage(file, placeholders));
	const withHtml = await database.db
		.selectDistinct({ id: threadsTable.record_id })
		.from(threadMessagesTable)
		.innerJoin(threadsTable, eq(threadsTable.id, threadMessagesTable.thread_id))
		.where(isNotNull(threadMessagesTable.html));
	await database.close();
	const elsewhere: string[] = [];
	page.on("request", (request) => {
		const { origin, protocol } = new URL(request.url());
		if (/^https?:$/.test(protocol) && origin !== site.url) elsewhere.push(request.url());
	});
	expect(withHtml.length).toBeGreaterThan(3);
	await openDesk(page, `${site.url}${contactsPath}`);
	for (const { id } of withHtml) {
		await page.goto(`${site.url}${contactsPath}?id=${id}`);
		const originals = page.getByRole("button", { name: "Show Original" });
		await expect(page.getByRole("dialog").getByRole("button", { name: "Download Source" }).first()).toBeVisible();
		for (let left = await originals.count(); left > 0; left--) await originals.first().click();
		for (const frame of await page.getByTitle("Original email").all()) {
			await expect(frame.contentFrame().locator("body")).not.toBeEmpty();
		}
	}
	expect(elsewhere).toEqual([]);
	expect(await page.evaluate(() => "pwned" in window)).toBe(false);
});
