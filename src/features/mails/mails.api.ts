import type { Context } from "hono";
import { z } from "zod";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { tooManyRequests } from "#platform/http/http-errors.server.ts";
import { parseId, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listApi, withCaller } from "#platform/records/record-api.server.ts";
import { getRecord, theRecord } from "#platform/records/records.server.ts";
import { mailedTables } from "#records.ts";
import { queueMail, type RenewLink, sendMailAgain } from "./mail-outbox.server.ts";
import { mails } from "./mails.record.server.ts";
import { describeTransport, getMailMessage, listRecordMails } from "./mails.server.ts";
import { testMail, testMailLimit } from "./test-mail.server.ts";

/** Which record's emails to list. */
const mailRecordSchema = z.object({ table: z.enum(mailedTables), id: z.uuid("Please choose a record.") });

/** Outgoing email, as staff see it. */
export function mailsApi(deps: Pick<Deps, "db" | "clock" | "jobs" | "settings" | "rateLimits">, renewLink: RenewLink) {
	/** @throws {HttpError} 404 also for an email about what the caller may not see */
	async function idOf(c: Context<AccountEnv>): Promise<string> {
		const what = theRecord(mails);
		const id = parseId(c.req.param("id") ?? "", what);
		const { record_table } = await getRecord(deps.db, mails, id);
		await c.get("record")({ table: record_table, id, what });
		return id;
	}
	return listApi(deps, mails)
		.get("/of-record", validateQuery(mailRecordSchema), async (c) => {
			await c.get("record")(c.req.valid("query"));
			const rows = await listRecordMails(deps.db, c.req.valid("query"));
			return c.json({ rows: rows.map((row) => mails.present(row)) });
		})
		.get("/transport", (c) => c.json(describeTransport(deps.settings)))
		.get("/:id/message", async (c) => {
			return c.json(await getMailMessage(deps, await idOf(c), c.get("account").isFresh));
		})
		.post("/test", async (c) => {
			const { userId, email } = c.get("account");
			const wait = await deps.rateLimits.count(testMailLimit, userId);
			if (wait) throw tooManyRequests(wait);
			await withCaller(deps.db, c, (tx) => queueMail(deps, tx, testMail(email)));
			return c.json({ recipient: email }, 202);
		})
		.post("/:id/send-again", async (c) => {
			const id = await idOf(c);
			const arrived = c.get("arrived");
			await withCaller(deps.db, c, (tx) => sendMailAgain({ ...deps, db: tx }, id, renewLink, arrived));
			return c.json(mails.present(await getRecord(deps.db, mails, id)));
		});
}
