import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Profile, profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { withActor } from "#platform/database/actor.server.ts";
import { writeRowOfFile } from "#platform/files/file-row.server.ts";
import { removeFile } from "#platform/files/stored-file.server.ts";
import { namesIn, removeStrayFiles } from "#platform/files/stray-files.server.ts";
import { encodePicture, pictureInput, readPicture } from "#platform/files/uploaded-picture.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { updateRow } from "#platform/records/records.server.ts";
import { profilePictureLimits } from "./users.schema.ts";

export const profilePictureField = { name: "picture", maxBytes: profilePictureLimits.megabytes * 1024 * 1024 } as const;

/** Sharp on the densest screens, where the picture is 32 pixels wide. */
const side = 128;

/**
 * Stores an upload as a user's profile picture, in place of an earlier one: a small square of its middle, without
 * metadata. Its name can't be guessed, because browsers request pictures without credentials.
 * @throws {HttpError} 413 or 422
 */
export async function updateProfilePicture(
	deps: Pick<Deps, "db" | "storage" | "logger">,
	userId: string,
	upload: UploadedFile | undefined,
): Promise<Profile> {
	const { content } = await readPicture(upload, profilePictureField.name, profilePictureLimits.megabytes);
	const { default: sharp } = await import("sharp");
	const square = await encodePicture(profilePictureField.name, () =>
		sharp(content, pictureInput)
			.autoOrient()
			.resize({ width: side, height: side, fit: "cover" })
			.webp({ quality: 82 })
			.toBuffer(),
	);
	const name = `${randomBytes(16).toString("hex")}.webp`;
	await deps.storage.put("profile-pictures", name, new Blob([new Uint8Array(square)]));
	return replacePicture(deps, userId, name);
}

export const deleteProfilePicture = (deps: Pick<Deps, "db" | "storage" | "logger">, userId: string) =>
	replacePicture(deps, userId, null);

/** The replaced file is removed once the row no longer names it. */
async function replacePicture(
	{ db, storage, logger }: Pick<Deps, "db" | "storage" | "logger">,
	userId: string,
	picture: string | null,
): Promise<Profile> {
	const { before, profile } = await writeRowOfFile<{ before: Profile; profile: Profile }>(
		() => removeFile(storage, "profile-pictures", picture),
		(write) => withActor(db, userId, write),
		async (tx) => {
			const [before] = await tx.select().from(profilesTable).where(eq(profilesTable.user_id, userId)).for("update");
			const profile = await updateRow(tx, profilesTable, eq(profilesTable.user_id, userId), { picture });
			if (!before || !profile) throw notFound("This profile");
			return { before, profile };
		},
	);
	if (before.picture) {
		// A file that can't be removed now is removed by the cleanup.
		await storage
			.remove("profile-pictures", before.picture)
			.catch((error: unknown) =>
				logger.warn({ err: error }, "could not remove a replaced picture; a later cleanup will"),
			);
	}
	return profile;
}

export const removeStrayProfilePictures = (deps: Pick<Deps, "db" | "storage" | "clock" | "logger">) =>
	removeStrayFiles(deps, "profile-pictures", namesIn(deps.db, profilesTable.picture));
