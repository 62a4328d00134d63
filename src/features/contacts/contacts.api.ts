import { Hono } from "hono";
import { statusesBodyLimit } from "#lib/status-change.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listQuerySchema } from "#platform/records/keyset.server.ts";
import { presentStatus } from "#platform/records/statuses.server.ts";
import { contactResponseTimes } from "./contact-response-times.server.ts";
import { contactChangeSchema, contactInputSchema, contactStatusesChangeSchema } from "./contacts.schema.ts";
import {
	changeContactStatuses,
	createContact,
	listContacts,
	presentContact,
	updateContact,
} from "./contacts.server.ts";

/** Staff's side of contact inquiries; visitors write through the action of the public page. */
export function contactsApi({ db, clock }: Pick<Deps, "db" | "clock">) {
	return new Hono<AccountEnv>()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listContacts(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentContact), next });
		})
		.get("/response-times", async (c) => c.json(await contactResponseTimes(db, clock())))
		.post("/", validateJson(contactInputSchema), async (c) => {
			const input = { ...c.req.valid("json"), by_staff: true };
			const row = await withActor(db, c.get("account").userId, (tx) => createContact(tx, input));
			return c.json(presentContact(row), 201);
		})
		.post("/statuses", validateJson(contactStatusesChangeSchema, statusesBodyLimit), async (c) => {
			const change = c.req.valid("json");
			const changed = await withActor(db, c.get("account").userId, (tx) => changeContactStatuses(tx, change));
			return c.json({ changed: changed.map(presentStatus) });
		})
		.patch("/:id", validateJson(contactChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This inquiry");
			const row = await withActor(db, c.get("account").userId, (tx) => updateContact(tx, id, c.req.valid("json")));
			return c.json(presentContact(row));
		});
}
