import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { callHoursId, callHoursTable, firstCallHours } from "#features/bookings/slots/call-hours.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { sitePagesTable } from "#features/site-pages/site-pages.table.ts";
import { invitationsTable } from "#features/users/invitations/invitations.table.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { isPicture } from "#site/content/values/picture-value.ts";
import { type OwnItem, ownItems, type Tick } from "./make-it-yours.schema.ts";
import { makeItYoursTable } from "./make-it-yours.table.ts";

/**
 * The items of the card, and whether each was found to be done or was ticked off; none once the card is gone. When all are
 * done, that is noted like a dismissal: the card stays away when, say, the test email is deleted after a year.
 */
export async function listOwnItems(deps: Deps) {
	const [row] = await deps.db.select().from(makeItYoursTable);
	const ticked = row?.ticked ?? [];
	if (ticked.includes("all")) return [];
	const found = await findDone(deps);
	const items = ownItems.map((item) => ({ item, found: found[item], ticked: ticked.includes(item) }));
	if (items.some(({ found, ticked }) => !found && !ticked)) return items;
	await tickOff(deps, { item: "all", ticked: true });
	return [];
}

/** To untick an item brings the card back. */
export async function tickOff({ db }: Deps, { item, ticked }: Tick): Promise<void> {
	const { is_only: target, ticked: before } = makeItYoursTable;
	const after = ticked
		? sql`array_append(${before}, ${item})`
		: sql`array_remove(array_remove(${before}, ${item}), 'all')`;
	const row = { ticked: ticked ? [item] : [] };
	await db
		.insert(makeItYoursTable)
		.values(row)
		.onConflictDoUpdate({ target, set: { ticked: after } });
}

/** What differs from the original. */
async function findDone({ db, settings: { backup, dataDir } }: Deps): Promise<Record<OwnItem, boolean>> {
	const published = (await db.select().from(sitePagesTable)).map(({ page, published }) => [page, published] as const);
	const { firm = {}, brand = {}, offer: _, ...pages } = Object.fromEntries(published);
	const values = Object.values(pages).flatMap((fields) => Object.values(fields).map(({ value }) => value));
	const [hours] = await db.select().from(callHoursTable);
	const testSent = and(eq(mailsTable.kind, "test"), eq(mailsTable.status, "sent"));
	const admins = await db.$count(profilesTable, eq(profilesTable.role, "admin"));
	return {
		name: Boolean(firm.name && firm.phone && firm.email),
		logo: Boolean(brand.logo),
		texts: values.some((value) => !isPicture(value)),
		pictures: values.some((value) => isPicture(value) && value.image !== null),
		email: (await db.$count(mailsTable, testSent)) > 0,
		hours: hours !== undefined && !isDeepStrictEqual(hours, { id: callHoursId, ...firstCallHours }),
		// Backups beside the data, where the image makes them at first, are lost with it.
		backups: backup !== undefined && relative(dataDir, backup.dir).startsWith(".."),
		colleagues: admins > 1 || (await db.$count(invitationsTable)) > 0,
	};
}
