import { collectDefaultMetrics } from "prom-client";
import { startCleaning } from "./cleaning.server.ts";
import { ensureConfiguredAdmin } from "./features/auth/accounts/admins.server.ts";
import { renewAppSecrets } from "./features/auth/factors/authenticator-apps.server.ts";
import { factorResetJobs } from "./features/auth/factors/removal/factor-reset.server.ts";
import { mailFactorResets } from "./features/auth/factors/removal/factor-reset-mails.server.ts";
import { warnOfForeignPasskeys } from "./features/auth/passkeys/passkeys.server.ts";
import { calendarJobs, sendCalendarMails } from "./features/bookings/calendar/booking-invitations.server.ts";
import { startCalls } from "./features/bookings/guests/start-calls.server.ts";
import { imageVariantJobs, makeImageVariants } from "./features/images/image-variants.server.ts";
import { watchFolder } from "./features/inbound/sources/folder.server.ts";
import { watchMailbox } from "./features/inbound/sources/imap.server.ts";
import { invoiceMailJobs, sendInvoiceMails } from "./features/invoices/delivery/invoice-delivery.server.ts";
import { startInvoiceSchedule } from "./features/invoices/delivery/invoice-schedule.server.ts";
import { fillCurrencies } from "./features/invoices/ledger/fill-currencies.server.ts";
import { dailyPayments, startStripe } from "./features/invoices/pay/settle.server.ts";
import { dailyPaymentsJobs, stripeJobs } from "./features/invoices/pay/stripe-jobs.server.ts";
import { mailJobs, sendQueuedMail } from "./features/mails/mail-outbox.server.ts";
import { dailyRetention, retentionJobs } from "./features/privacy/retention.server.ts";
import { startQuarantineNotices } from "./features/quarantine/quarantine-notices.server.ts";
import { followSitePages } from "./features/site-pages/follow-site-pages.server.ts";
import { dailyBackup, dailyBackupJobs } from "./platform/backup/scheduled-backups.server.ts";
import type { DatabaseHandle } from "./platform/database/database.server.ts";
import { openDatabase } from "./platform/database/site-database.server.ts";
import { openStorage } from "./platform/files/open-storage.server.ts";
import { startDailyWork } from "./platform/jobs/daily-work.server.ts";
import { openJobQueue } from "./platform/jobs/job-queue.server.ts";
import { createRateLimits, noRateLimits } from "./platform/limits/rate-limits.server.ts";
import { openChangeFeed } from "./platform/live/change-feed.server.ts";
import { openMailer } from "./platform/mail/mailer.server.ts";
import { claimDataFolder } from "./platform/process/data-folder.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import type { Logger } from "./platform/process/logger.server.ts";
import { createMetrics, type Metrics, watchDatabase } from "./platform/process/metrics.server.ts";
import { createPasswordHasher } from "./platform/process/password-hasher.server.ts";
import { retainedKinds, type Settings } from "./platform/process/settings.server.ts";
import { seedDatabase } from "./seed.server.ts";
import { intakeHooks, renewPrivateLink } from "./wiring.server.ts";

/** Every kind of work that is done outside of a request. */
export const jobKinds = [
	mailJobs,
	calendarJobs,
	imageVariantJobs,
	invoiceMailJobs,
	dailyBackupJobs,
	retentionJobs,
	factorResetJobs,
	stripeJobs,
	dailyPaymentsJobs,
];

/** Less than the queue waits for its jobs, so that it hears of what was cut off and tries it again. */
const mailsFinishWithinMs = 2_500;

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Memory, event loop and the like too, which are the whole process's: once in it. */
function watchProcess(database: DatabaseHandle): Metrics {
	const metrics = createMetrics();
	collectDefaultMetrics({ register: metrics.registry });
	watchDatabase(metrics, database);
	return metrics;
}

/** Opens everything that outlives a request: database, migrations, email, live updates. */
export async function openServices(settings: Settings, logger: Logger, migrationsFolder: string) {
	await claimDataFolder(settings.dataDir, logger);
	const database = await openDatabase(settings, migrationsFolder, { logger, takesLog: true });
	const stop = new AbortController();
	const jobs = await openJobQueue(database, logger, jobKinds);
	const mailer = openMailer(settings.mail, logger);
	const deps: Deps = {
		settings,
		database,
		db: database.db,
		logger,
		clock: () => new Date(),
		jobs,
		rateLimits: settings.rateLimits ? createRateLimits(database) : noRateLimits,
		passwords: createPasswordHasher(),
		changes: await openChangeFeed(database, logger),
		storage: await openStorage(settings),
		metrics: watchProcess(database),
		stopping: stop.signal,
	};
	await followSitePages(deps);
	await fillCurrencies(deps.db);
	await seedDatabase(deps);
	await ensureConfiguredAdmin(deps);
	await renewAppSecrets(deps);
	await warnOfForeignPasskeys(deps);
	if (settings.production && settings.auth.requireSecondFactor === "off") {
		logger.info(
			{},
			"no one is required to use a second step; to require it of admins, set AUTH_REQUIRE_SECOND_FACTOR=admins",
		);
	}
	await sendQueuedMail(deps, mailer, renewPrivateLink(deps));
	await mailFactorResets(deps);
	await sendCalendarMails(deps);
	await makeImageVariants(deps);
	const stopCleaning = startCleaning(deps);
	await sendInvoiceMails(deps);
	startInvoiceSchedule(deps);
	await startStripe(deps);
	startQuarantineNotices(deps);
	await startCalls(deps);
	const hooks = intakeHooks(deps);
	const stopSources = [watchFolder(deps, hooks), watchMailbox(deps, hooks)];
	await startDailyWork(deps, [
		...(settings.backup ? [dailyBackup(deps)] : []),
		...(settings.stripe ? [dailyPayments(deps)] : []),
		...(retainedKinds.some((kind) => settings.retention[kind]) ? [dailyRetention(deps)] : []),
	]);
	return {
		deps,
		/** Ends what would otherwise keep requests open; call before waiting for them. */
		beginStop: () => stop.abort(),
		close: async () => {
			await Promise.all(stopSources.map((stop) => stop()));
			await stopCleaning();
			const cutOff = setTimeout(() => mailer.close(), mailsFinishWithinMs);
			await jobs.stop();
			clearTimeout(cutOff);
			mailer.close();
			await database.close();
		},
	};
}
