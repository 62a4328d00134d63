import { validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { recordApi, withCaller } from "#platform/records/record-api.server.ts";
import { changeStatuses, updateRecord } from "#platform/records/records.server.ts";
import { contacts } from "./contacts.record.server.ts";
import { contactChangeSchema, contactInputSchema, contactStatusesChangeSchema } from "./contacts.schema.ts";
import { contactResponseTimes, createContact } from "./contacts.server.ts";

/** Staff's side of contact inquiries; visitors write through the action of the public page. */
export function contactsApi(deps: Pick<Deps, "db" | "clock">) {
	const { db, clock } = deps;
	return recordApi(deps, contacts, {
		change: contactChangeSchema,
		update: (tx, id, change) => updateRecord(tx, contacts, id, change),
		statuses: contactStatusesChangeSchema,
		updateStatuses: (tx, change) => changeStatuses(tx, contacts, change),
	})
		.get("/response-times", async (c) => c.json(await contactResponseTimes(db, clock())))
		.post("/", validateJson(contactInputSchema), async (c) => {
			const row = await withCaller(db, c, (tx) => createContact(tx, c.req.valid("json")));
			return c.json(contacts.present(row), 201);
		});
}
