import { removeStrayResumes } from "./features/applications/applications.server.ts";
import type { Deps } from "./platform/deps.server.ts";
import { forgetOldDeletions } from "./platform/live.server.ts";
import { forgetOldMails, giveUpLostMails } from "./platform/mail-outbox.server.ts";
import { removeAbandonedUploads } from "./platform/upload.server.ts";

const everyMs = 60 * 60_000;

/**
 * Removes, now and every hour, the files that a killed process has left halfway, and what nobody asks for any more.
 * @returns a function that ends this and waits for the round that is running
 */
export function startCleaning(deps: Deps): () => Promise<void> {
	const clean = () =>
		Promise.all([
			removeAbandonedUploads(deps.settings, deps.clock()),
			removeStrayResumes(deps),
			forgetOldDeletions(deps.db, deps.clock()),
			giveUpLostMails(deps),
			forgetOldMails(deps),
		]).catch((error) => deps.logger.error({ err: error }, "leftovers could not be removed"));
	let round: Promise<unknown> = clean();
	const timer = setInterval(() => {
		round = clean();
	}, everyMs);
	return async () => {
		clearInterval(timer);
		await round;
	};
}
