import { Hono } from "hono";
import type { Deps } from "#platform/deps.server.ts";
import { listQuerySchema } from "#platform/keyset.server.ts";
import { parseId, validateJson, validateQuery } from "#platform/validate.server.ts";
import { contactChangeSchema, contactInputSchema } from "./contacts.schema.ts";
import { createContact, listContacts, presentContact, updateContact } from "./contacts.server.ts";

/** Staff's side of contact inquiries; visitors write through the action of the public page. */
export function contactsApi({ db }: Pick<Deps, "db">) {
	return new Hono()
		.get("/", validateQuery(listQuerySchema), async (c) => {
			const { rows, next } = await listContacts(db, c.req.valid("query"));
			return c.json({ rows: rows.map(presentContact), next });
		})
		.post("/", validateJson(contactInputSchema), async (c) => {
			const row = await createContact(db, c.req.valid("json"));
			return c.json(presentContact(row), 201);
		})
		.patch("/:id", validateJson(contactChangeSchema), async (c) => {
			const id = parseId(c.req.param("id"), "This inquiry");
			const row = await updateContact(db, id, c.req.valid("json"));
			return c.json(presentContact(row));
		});
}
