import { Hono } from "hono";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { sendMailAgain } from "./mail-outbox.server.ts";
import { mailRecordSchema } from "./mails.schema.ts";
import { describeTransport, getMail, getMailMessage, listMails, listRecordMails, presentMail } from "./mails.server.ts";

/** Outgoing mail, as staff see it. */
export function mailsApi(deps: Pick<Deps, "db" | "jobs" | "settings">) {
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listMails(deps.db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentMail), next });
		})
		.get("/of-record", validateQuery(mailRecordSchema), async (c) => {
			const rows = await listRecordMails(deps.db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentMail) });
		})
		.get("/transport", (c) => c.json(describeTransport(deps.settings)))
		.get("/:id/message", async (c) => {
			return c.json(await getMailMessage(deps, parseId(c.req.param("id"), "This message")));
		})
		.post("/:id/send-again", async (c) => {
			const id = parseId(c.req.param("id"), "This email");
			await withActor(deps.db, c.get("account").userId, (tx) => sendMailAgain({ ...deps, db: tx }, id));
			return c.json(presentMail(await getMail(deps.db, id)));
		});
}
