import { deleteOldSignIns } from "./features/activity/activity.server.ts";
import { removeStrayResumes } from "./features/applications/applications.server.ts";
import { deleteUnconfirmedAccounts } from "./features/auth/accounts/unconfirmed-accounts.server.ts";
import { deleteAbandonedFactors } from "./features/auth/factors/assurance.server.ts";
import { deleteOldChallenges } from "./features/auth/factors/challenges.server.ts";
import { forgetOldDevices } from "./features/auth/factors/known-devices.server.ts";
import { deleteOldAdditions } from "./features/auth/factors/removal/additions.server.ts";
import { removeUnusedImages } from "./features/images/unused-images.server.ts";
import { forgetOldInbound, removeStraySources } from "./features/inbound/inbound-privacy.server.ts";
import { deleteOldMails, failLostMails } from "./features/mails/mail-removal.server.ts";
import { deleteOldDrafts } from "./features/posts/post-drafts.server.ts";
import { endOldQuarantineFiles, removeStrayQuarantineFiles } from "./features/quarantine/quarantine.server.ts";
import { removeUnusedAttachments } from "./features/threads/replies/attachments.server.ts";
import { deleteOldInvitations } from "./features/users/invitations/invitations.server.ts";
import { removeStrayProfilePictures } from "./features/users/profile-pictures.server.ts";
import { unlessRestoring } from "./platform/backup/backup.server.ts";
import { removeAbandonedUploads } from "./platform/http/upload.server.ts";
import { repeat } from "./platform/jobs/repeat.server.ts";
import { deleteOldDeletions } from "./platform/live/live.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";

const hourMs = 60 * 60_000;

/**
 * Removes, now and every hour, the unfinished files of killed processes, and what is no longer used;
 * every day, because all posts are read for it, the pictures that no post shows (decision 012).
 * @returns a function that ends this and waits for the rounds that are running
 */
export function startCleaning(deps: Deps): () => Promise<void> {
	const failure = "could not remove leftover files";
	const hourly = () =>
		Promise.all([
			removeAbandonedUploads(deps.settings, deps.clock()),
			deleteUnconfirmedAccounts(deps),
			deleteOldInvitations(deps),
			deleteOldChallenges(deps),
			deleteAbandonedFactors(deps),
			deleteOldAdditions(deps),
			forgetOldDevices(deps),
			unlessRestoring(deps, removeStrayResumes),
			unlessRestoring(deps, removeStrayProfilePictures),
			unlessRestoring(deps, removeUnusedAttachments),
			unlessRestoring(deps, async () => {
				await forgetOldInbound(deps);
				await removeStraySources(deps);
			}),
			unlessRestoring(deps, async () => {
				await endOldQuarantineFiles(deps);
				await removeStrayQuarantineFiles(deps);
			}),
			deleteOldDeletions(deps.db, deps.clock()),
			failLostMails(deps),
			deleteOldMails(deps),
			deleteOldSignIns(deps.db),
			deleteOldDrafts(deps),
		]);
	const rounds = [
		repeat(deps, hourMs, failure, hourly),
		repeat(deps, 24 * hourMs, failure, () => unlessRestoring(deps, removeUnusedImages)),
	];
	return async () => {
		await Promise.all(rounds.map((stop) => stop()));
	};
}
