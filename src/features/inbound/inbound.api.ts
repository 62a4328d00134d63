import { type Context, Hono } from "hono";
import { z } from "zod";
import { contactRecord } from "#features/contacts/contacts.record.ts";
import { placeOf, recordOfMessage } from "#features/threads/thread-of-record.server.ts";
import { threadTables } from "#features/threads/threads.schema.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import { clientAddress } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listApi } from "#platform/records/record-api.server.ts";
import { getRecord } from "#platform/records/records.server.ts";
import { inboundMails } from "./inbound.record.server.ts";
import { splitConversation, takeByHand } from "./intake/by-hand.server.ts";
import type { IntakeHooks } from "./intake/hooks.ts";
import type { IntakeDeps } from "./intake/take-in.server.ts";
import { answerSource, readMessageHtml } from "./message-view.server.ts";
import { describeSources } from "./sources/source-states.server.ts";
import { receiveByWebhook } from "./sources/webhook.server.ts";

/** Where a provider posts incoming messages. */
export const inboundMailApi = (deps: IntakeDeps, hooks: IntakeHooks) =>
	new Hono<AccountEnv>().post("/", async (c) => {
		const { duplicate, ...taken } = await receiveByWebhook(
			deps,
			hooks,
			c.req.raw,
			clientAddress(c, deps.settings.trustedProxies),
		);
		return duplicate ? c.json({ ...taken, duplicate }, 200) : c.json(taken, 201);
	});

const what = "This email";

/** Where staff move a message: into a conversation, or into a new one. */
const takeSchema = z.object({
	into: z.object({ table: z.enum(threadTables), id: z.uuid("Please choose a record.") }).nullable(),
});

/** All received messages, no matter what was done with them. */
export const inboundApi = (deps: IntakeDeps, hooks: IntakeHooks) =>
	listApi(deps, inboundMails)
		.get("/status", async (c) => c.json(await describeSources(deps)))
		.post("/:id/take", validateJson(takeSchema), async (c) => {
			const id = parseId(c.req.param("id"), what);
			const { into } = c.req.valid("json");
			const { owner_table } = await getRecord(deps.db, inboundMails, id);
			await c.get("record")({ table: owner_table, id, what });
			await c.get("record")(into ?? { table: contactRecord.table });
			const record = await takeByHand(deps, hooks, c.get("account").userId, id, into);
			return c.json(placeOf(record), 201);
		});

/** What only received messages have. */
export function receivedMessagesApi(deps: IntakeDeps & Pick<Deps, "storage">) {
	/** @throws {HttpError} 404 also for a message about what the caller may not see */
	async function idOf(c: Context<AccountEnv>): Promise<string> {
		const id = parseId(c.req.param("id") ?? "", what);
		await c.get("record")({ ...(await recordOfMessage(deps.db, id, what)), what });
		return id;
	}
	return new Hono<AccountEnv>()
		.get("/:id/html", async (c) => c.json(await readMessageHtml(deps, await idOf(c))))
		.get("/:id/source", async (c) => answerSource(deps, await idOf(c)))
		.post("/:id/split", async (c) => {
			const id = await idOf(c);
			// The message becomes an inquiry.
			await c.get("record")({ table: contactRecord.table });
			return c.json(placeOf(await splitConversation(deps, c.get("account").userId, id)), 201);
		});
}
