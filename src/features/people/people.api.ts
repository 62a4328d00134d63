import { Hono } from "hono";
import { z } from "zod";
import { emailField } from "#lib/fields.ts";
import { withIsoDates } from "#lib/pick.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { seenSources } from "#platform/records/record-api.server.ts";
import type { RecordSource } from "#platform/records/records.server.ts";
import { seenTables } from "#records.ts";
import { listDealings, listMailsTo } from "./people.server.ts";

/** The history of one person, found by the email address, which is all that their records share. */
export function peopleApi({ db }: Pick<Deps, "db">, sources: readonly RecordSource[]) {
	return new Hono<AccountEnv>().get("/", validateQuery(z.object({ email: emailField })), async (c) => {
		const { email } = c.req.valid("query");
		const [dealings, mails] = await Promise.all([
			listDealings(db, seenSources(c, sources), email),
			listMailsTo(db, email, seenTables(c.get("account").areas)),
		]);
		return c.json({ dealings: dealings.map(withIsoDates), mails });
	});
}
