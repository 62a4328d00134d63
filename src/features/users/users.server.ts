import { asc, eq } from "drizzle-orm";
import type { Database } from "#platform/database.server.ts";
import { forbidden, HttpError, notFound } from "#platform/http-errors.server.ts";
import { newestFirst } from "#platform/keyset.server.ts";
import type { Role } from "./users.schema.ts";
import { type Profile, profilesTable } from "./users.table.ts";

/** Newest first. */
export function listProfiles(db: Database): Promise<Profile[]> {
	return db
		.select()
		.from(profilesTable)
		.orderBy(...newestFirst(profilesTable.created_at, profilesTable.id));
}

export async function getProfile(db: Database, userId: string): Promise<Profile> {
	const [profile] = await db.select().from(profilesTable).where(eq(profilesTable.user_id, userId));
	if (!profile) throw notFound("This profile");
	return profile;
}

export async function hasAdmin(db: Database): Promise<boolean> {
	const admins = await db
		.select({ id: profilesTable.id })
		.from(profilesTable)
		.where(eq(profilesTable.role, "admin"))
		.limit(1);
	return admins.length > 0;
}

const ownRole = () => new HttpError(409, "own_role", "You cannot demote yourself from admin");

/**
 * Changes somebody's role. The last admin cannot lose it: nobody demotes themselves, and whoever demotes another must
 * still be an admin once the rows of all admins are locked, which leaves at least that one.
 */
export async function updateRole(db: Database, callerId: string, userId: string, role: Role): Promise<Profile> {
	if (userId === callerId && role !== "admin") throw ownRole();
	return db.transaction(async (tx) => {
		const admins = await tx
			.select({ userId: profilesTable.user_id })
			.from(profilesTable)
			.where(eq(profilesTable.role, "admin"))
			.orderBy(asc(profilesTable.id))
			.for("update");
		if (!admins.some((admin) => admin.userId === callerId)) throw forbidden();
		const [profile] = await tx.update(profilesTable).set({ role }).where(eq(profilesTable.user_id, userId)).returning();
		if (!profile) throw notFound("This user");
		return profile;
	});
}
