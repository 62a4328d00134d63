import { inArray } from "drizzle-orm";
import { type ErrorHandler, Hono } from "hono";
import { checkAccessTable, guardedPrefixes, noteFreshness, requireAccess } from "./access.server.ts";
import { activityApi } from "./features/activity/activity.api.ts";
import { applicationsApi } from "./features/applications/applications.api.ts";
import { authApi } from "./features/auth/auth.api.ts";
import { additionsApi } from "./features/auth/factors/removal/additions.api.ts";
import { findAdmin } from "./features/auth/sessions/bearer.server.ts";
import { sessionsApi } from "./features/auth/sessions/sessions.api.ts";
import { setupApi } from "./features/auth/setup/setup.api.ts";
import { bookingsApi } from "./features/bookings/bookings.api.ts";
import { busyTimesApi } from "./features/bookings/busy/busy-times.api.ts";
import { callSlotsApi } from "./features/bookings/slots/call-slots.api.ts";
import { contactsApi } from "./features/contacts/contacts.api.ts";
import { dashboardApi } from "./features/dashboard/dashboard.api.ts";
import { formTimeApi } from "./features/forms/form-time.server.ts";
import { inboundApi, inboundMailApi, receivedMessagesApi } from "./features/inbound/inbound.api.ts";
import { creditNotesApi, invoiceCreditNotesApi } from "./features/invoices/credit-notes/credit-notes.api.ts";
import { invoicesApi } from "./features/invoices/invoices.api.ts";
import { invoicePaymentsApi, paymentsApi } from "./features/invoices/ledger/payments.api.ts";
import { answerInvoiceFailure, manageInvoicesApi } from "./features/invoices/manage-invoices.api.ts";
import { stripeWebhookApi } from "./features/invoices/pay/stripe-webhook.server.ts";
import { retainersApi } from "./features/invoices/retainers/retainers.api.ts";
import { jobsApi } from "./features/jobs/jobs.api.ts";
import { mailsApi } from "./features/mails/mails.api.ts";
import { peopleApi } from "./features/people/people.api.ts";
import { blogImagesApi, postsApi } from "./features/posts/posts.api.ts";
import { privacyApi } from "./features/privacy/privacy.api.ts";
import { quarantineApi } from "./features/quarantine/quarantine.api.ts";
import { reportApi } from "./features/report/report.api.ts";
import { searchApi } from "./features/search/search.api.ts";
import { settingsApi } from "./features/settings/settings.api.ts";
import { brandFiles } from "./features/site-pages/site-logo.server.ts";
import { sitePagesApi } from "./features/site-pages/site-pages.api.ts";
import { openPresence } from "./features/threads/presence.server.ts";
import { tablesOfThreads } from "./features/threads/thread-of-record.server.ts";
import {
	cannedRepliesApi,
	signatureApi,
	threadAttachmentsApi,
	threadMessagesApi,
	threadsApi,
} from "./features/threads/threads.api.ts";
import { readMessages, readThreads, seenThread } from "./features/threads/threads.server.ts";
import { threadMessagesTable } from "./features/threads/threads.table.ts";
import { invitationsApi } from "./features/users/invitations/invitations.api.ts";
import { profileApi, profilePicturesApi, usersApi } from "./features/users/users.api.ts";
import type { AccountEnv } from "./platform/http/account.server.ts";
import { answerHttpError } from "./platform/http/http-errors.server.ts";
import { type LiveRow, type LiveSource, liveApi } from "./platform/live/live.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { getRecords, type RecordSource } from "./platform/records/records.server.ts";
import { recordSources } from "./records.server.ts";
import { sees } from "./records.ts";
import { intakeHooks, releasesOf, renewPrivateLink, statusChangesOf } from "./wiring.server.ts";

/**
 * Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts; who may call what is
 * in access.server.ts.
 * @param sources the kinds of records that search, people, privacy, the dashboard and live changes know
 */
export function createApi(deps: Deps, sources: readonly RecordSource[] = recordSources) {
	const presence = openPresence(deps);
	const statusChanges = statusChangesOf(deps);
	const api = new Hono<AccountEnv>()
		.onError(answerFailure)
		.on("ALL", [...guardedPrefixes], requireAccess(deps))
		.use("/auth/v1/*", noteFreshness)
		.route("/auth/v1", authApi(deps))
		.route("/api/profile", profileApi(deps))
		.route("/api/sessions", sessionsApi(deps))
		.route("/api/second-steps", additionsApi(deps))
		.route("/api/users", usersApi(deps))
		.route("/api/invitations", invitationsApi(deps))
		.route("/api/setup", setupApi(deps))
		.route("/api/bookings", bookingsApi(deps))
		.route("/api/busy-times", busyTimesApi(deps))
		.route("/api/call-slots", callSlotsApi(deps))
		.route("/api/contacts", contactsApi(deps))
		.route("/api/applications", applicationsApi(deps))
		.route("/api/jobs", jobsApi(deps))
		.route("/api/posts", postsApi(deps))
		.route("/storage/v1/object/public/blog-images", blogImagesApi(deps))
		.route("/storage/v1/object/public/logos", brandFiles(deps))
		.route("/storage/v1/object/public/profile-pictures", profilePicturesApi(deps))
		.route(manageInvoicesPath, manageInvoicesApi(deps))
		.route("/api/invoices", invoicesApi(deps))
		.route("/api/invoices", invoicePaymentsApi(deps))
		.route("/api/invoices", invoiceCreditNotesApi(deps))
		.route("/api/credit-notes", creditNotesApi(deps))
		.route("/api/payments", paymentsApi(deps))
		.route("/api/retainers", retainersApi(deps))
		.route("/api/mails", mailsApi(deps, renewPrivateLink(deps)))
		.route("/api/threads", threadsApi({ ...deps, presence, statusChanges }))
		.route("/api/thread-messages", threadMessagesApi({ ...deps, statusChanges }))
		.route("/api/thread-attachments", threadAttachmentsApi(deps))
		.route("/api/canned-replies", cannedRepliesApi(deps))
		.route("/api/signature", signatureApi(deps))
		.route("/api/privacy", privacyApi(deps, sources))
		.route("/api/dashboard", dashboardApi(deps, sources))
		.route("/api/report", reportApi(deps))
		.route("/api/settings", settingsApi(deps))
		.route("/api/site", sitePagesApi(deps))
		.route("/api/search", searchApi(deps, sources))
		.route("/api/people", peopleApi(deps, sources))
		.route("/api/activity", activityApi(deps, sources))
		.route("/api/quarantine", quarantineApi(deps, releasesOf(deps)))
		.route("/api/stripe", stripeWebhookApi(deps))
		.route("/api/inbound-mail", inboundMailApi(deps, intakeHooks(deps)))
		.route("/api/inbound", inboundApi(deps, intakeHooks(deps)))
		.route("/api/thread-messages", receivedMessagesApi(deps))
		.route("/api/form-time", formTimeApi(deps))
		.route(
			"/api/live",
			liveApi({
				...deps,
				presence,
				sources: liveSources(deps, sources),
				findListener: (bearer) => findAdmin(deps, bearer, "GET /api/live"),
			}),
		);
	checkAccessTable(api.routes);
	return api;
}

const manageInvoicesPath = "/functions/v1/manage-invoices";

/** The guard refuses for all; one endpoint has a contract of its own for how it fails. */
const answerFailure: ErrorHandler = (error, c) =>
	c.req.path === manageInvoicesPath ? answerInvoiceFailure(error, c) : answerHttpError(error, c);

/** Tables whose changes reach the screens of the back office. */
const liveSources = (deps: Deps, sources: readonly RecordSource[]): Record<string, LiveSource> => ({
	...Object.fromEntries(
		sources
			.filter(({ record }) => record.live)
			.map((source) => [
				source.record.table,
				async (ids) =>
					(await getRecords(deps.db, source, ids)).map((row) =>
						liveRow(source.owner ? row.owner_table : source.record.table, source.present(row, deps.clock())),
					),
			]),
	),
	threads: async (ids) =>
		(await readThreads({ ...deps, areas: null }, ids)).map((thread) => ({
			...liveRow(thread.record_table, thread),
			for: (limit) => (sees(limit, thread.record_table) ? seenThread(limit, thread) : undefined),
		})),
	async thread_messages(ids) {
		const messages = await readMessages(deps, inArray(threadMessagesTable.id, ids));
		const tables = await tablesOfThreads(
			deps.db,
			messages.flatMap(({ thread_id }) => thread_id ?? []),
		);
		return messages.map((message) => liveRow(tables.get(message.thread_id ?? ""), message));
	},
});

/** @param table of the record by whose area it is decided who gets the row */
const liveRow = (table: unknown, row: { id: string }): LiveRow => ({
	id: row.id,
	for: (limit) => (sees(limit, typeof table === "string" ? table : null) ? row : undefined),
});

export type Api = ReturnType<typeof createApi>;
