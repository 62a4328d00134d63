import { Hono } from "hono";
import { accessGiver } from "#features/auth/accounts/admins.server.ts";
import type { Profile } from "#features/auth/accounts/profiles.table.ts";
import { pick } from "#lib/pick.ts";
import { withActor } from "#platform/database/actor.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { checkRoomForFiles } from "#platform/files/disk-space.server.ts";
import { answerPicture } from "#platform/files/stored-file.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { readUpload } from "#platform/http/upload.server.ts";
import { parseId, validateJson } from "#platform/http/validate.server.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { listApi } from "#platform/records/record-api.server.ts";
import { deleteProfilePicture, profilePictureField, updateProfilePicture } from "./profile-pictures.server.ts";
import { users } from "./users.record.server.ts";
import {
	activeChangeSchema,
	areasChangeSchema,
	ownProfileSchema,
	profilePicturePath,
	roleChangeSchema,
} from "./users.schema.ts";
import {
	endSessionsOf,
	getProfile,
	listLastSeen,
	updateActive,
	updateAreas,
	updateOwnProfile,
	updateRole,
} from "./users.server.ts";

export function usersApi(deps: Deps) {
	const { db, settings } = deps;
	return listApi(deps, users)
		.patch("/:id/role", validateJson(roleChangeSchema), async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			const caller = c.get("account").userId;
			const { role } = c.req.valid("json");
			const change = (tx: Database) => updateRole({ ...deps, db: tx }, caller, userId, role);
			return c.json(users.present(await withActor(db, caller, change, clientOf(c, settings))));
		})
		.patch("/:id/areas", validateJson(areasChangeSchema), async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			const caller = c.get("account").userId;
			const { areas } = c.req.valid("json");
			const change = (tx: Database) => updateAreas({ ...deps, db: tx }, caller, userId, areas);
			return c.json(users.present(await withActor(db, caller, change, clientOf(c, settings))));
		})
		.patch("/:id/active", validateJson(activeChangeSchema), async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			const caller = c.get("account").userId;
			const { active } = c.req.valid("json");
			const client = clientOf(c, settings);
			const change = (tx: Database) => updateActive({ ...deps, db: tx }, caller, userId, active, client);
			return c.json(users.present(await withActor(db, caller, change, client)));
		})
		.get("/last-seen", async (c) => c.json(await listLastSeen(db)))
		.delete("/:id/sessions", async (c) => {
			const userId = parseId(c.req.param("id"), "This user");
			await endSessionsOf(deps, c.get("account").userId, userId, clientOf(c, settings));
			return c.body(null, 204);
		});
}

/** The caller's own profile: what the guard of the back office asks, and the picture that stands for them. */
export function profileApi(deps: Deps) {
	const { db, settings } = deps;
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json(await presentOwnProfile(db, await getProfile(db, c.get("account").userId))))
		.patch("/", validateJson(ownProfileSchema), async (c) => {
			const { userId } = c.get("account");
			const change = (tx: Database) => updateOwnProfile({ ...deps, db: tx }, userId, c.req.valid("json"));
			return c.json(await presentOwnProfile(db, await withActor(db, userId, change)));
		})
		.put("/picture", async (c) => {
			const refused = await checkRoomForFiles(deps);
			if (refused) throw refused;
			await using form = await readUpload(c.req.raw, settings, profilePictureField);
			await c.get("checkAccess")?.();
			return c.json(await presentOwnProfile(db, await updateProfilePicture(deps, c.get("account").userId, form.file)));
		})
		.delete("/picture", async (c) =>
			c.json(await presentOwnProfile(db, await deleteProfilePicture(deps, c.get("account").userId))),
		);
}

async function presentOwnProfile(db: Database, profile: Profile) {
	const { role, areas, picture } = profile;
	return {
		...pick(profile, ["id", "user_id", "email", "full_name", "role", "areas"]),
		/** Who can lift the caller's limit. */
		giver: role === "admin" && areas ? await accessGiver(db) : null,
		picture: picture && profilePicturePath + picture,
	};
}

/** A name never gets another content; proxies do not keep it, so that a removed picture is gone. */
export function profilePicturesApi({ storage }: Pick<Deps, "storage">) {
	return new Hono().get("/:name", (c) =>
		answerPicture(storage, "profile-pictures", c.req.param("name"), "private, max-age=86400"),
	);
}
