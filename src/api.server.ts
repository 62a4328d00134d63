import { type ErrorHandler, Hono } from "hono";
import { checkAccessTable, guardedPrefixes, requireAccess } from "./access.server.ts";
import { activityApi } from "./features/activity/activity.api.ts";
import { applicationsApi } from "./features/applications/applications.api.ts";
import { getApplications, presentApplication } from "./features/applications/applications.server.ts";
import { authApi } from "./features/auth/auth.api.ts";
import { checkBearer } from "./features/auth/sessions/bearer.server.ts";
import { bookingsApi } from "./features/bookings/bookings.api.ts";
import { getBookings, presentBooking } from "./features/bookings/bookings.server.ts";
import { contactsApi } from "./features/contacts/contacts.api.ts";
import { getContacts, presentContact } from "./features/contacts/contacts.server.ts";
import { dashboardApi } from "./features/dashboard/dashboard.api.ts";
import { invoicesApi } from "./features/invoices/invoices.api.ts";
import { getInvoices, presentInvoice } from "./features/invoices/invoices.server.ts";
import { answerInvoiceFailure, manageInvoicesApi } from "./features/invoices/manage-invoices.api.ts";
import { jobsApi } from "./features/jobs/jobs.api.ts";
import { getJobs, presentJob } from "./features/jobs/jobs.server.ts";
import { mailsApi } from "./features/mails/mails.api.ts";
import { getMails, presentMail } from "./features/mails/mails.server.ts";
import { peopleApi } from "./features/people/people.api.ts";
import { blogImagesApi } from "./features/posts/pictures/blog-images.api.ts";
import { postsApi } from "./features/posts/posts.api.ts";
import { getPostRows, presentPostRow } from "./features/posts/posts.server.ts";
import { privacyApi } from "./features/privacy/privacy.api.ts";
import { formTimeApi } from "./features/quarantine/form-time.server.ts";
import { quarantineApi } from "./features/quarantine/quarantine.api.ts";
import { searchApi } from "./features/search/search.api.ts";
import { invitationsApi } from "./features/users/invitations.api.ts";
import { profileApi, profilePicturesApi, usersApi } from "./features/users/users.api.ts";
import { getUsers, presentUser } from "./features/users/users.server.ts";
import type { AccountEnv } from "./platform/http/account.server.ts";
import { answerHttpError } from "./platform/http/http-errors.server.ts";
import { type LiveSource, liveApi } from "./platform/live/live.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { releasesOf } from "./releases.server.ts";

/**
 * Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts; who may call what is
 * in access.server.ts.
 */
export function createApi(deps: Deps) {
	const api = new Hono<AccountEnv>()
		.onError(answerFailure)
		.on("ALL", [...guardedPrefixes], requireAccess(deps))
		.route("/auth/v1", authApi(deps))
		.route("/api/profile", profileApi(deps))
		.route("/api/users", usersApi(deps))
		.route("/api/invitations", invitationsApi(deps))
		.route("/api/bookings", bookingsApi(deps))
		.route("/api/contacts", contactsApi(deps))
		.route("/api/applications", applicationsApi(deps))
		.route("/api/jobs", jobsApi(deps))
		.route("/api/posts", postsApi(deps))
		.route("/storage/v1/object/public/blog-images", blogImagesApi(deps))
		.route("/storage/v1/object/public/profile-pictures", profilePicturesApi(deps))
		.route(manageInvoicesPath, manageInvoicesApi(deps))
		.route("/api/invoices", invoicesApi(deps))
		.route("/api/mails", mailsApi(deps))
		.route("/api/privacy", privacyApi(deps))
		.route("/api/dashboard", dashboardApi(deps))
		.route("/api/search", searchApi(deps))
		.route("/api/people", peopleApi(deps))
		.route("/api/activity", activityApi(deps))
		.route("/api/quarantine", quarantineApi(deps, releasesOf(deps)))
		.route("/api/form-time", formTimeApi(deps))
		.route("/api/live", liveApi({ ...deps, sources: liveSources(deps), mayListen: (bearer) => isAdmin(deps, bearer) }));
	checkAccessTable(api.routes);
	return api;
}

const manageInvoicesPath = "/functions/v1/manage-invoices";

/** The guard refuses for all; one endpoint has a contract of its own for how it fails. */
const answerFailure: ErrorHandler = (error, c) =>
	c.req.path === manageInvoicesPath ? answerInvoiceFailure(error, c) : answerHttpError(error, c);

/** Tables whose changes reach the screens of the back office. */
function liveSources({ db }: Deps): Record<string, LiveSource> {
	return {
		bookings: async (ids) => (await getBookings(db, ids)).map(presentBooking),
		contact_inquiries: async (ids) => (await getContacts(db, ids)).map(presentContact),
		job_applications: async (ids) => (await getApplications(db, ids)).map(presentApplication),
		blog_posts: async (ids) => (await getPostRows(db, ids)).map(presentPostRow),
		mails: async (ids) => (await getMails(db, ids)).map(presentMail),
		jobs: async (ids) => (await getJobs(db, ids)).map(presentJob),
		profiles: async (ids) => (await getUsers(db, ids)).map(presentUser),
		invoices: async (ids) => (await getInvoices(db, ids)).map(presentInvoice),
	};
}

async function isAdmin(deps: Deps, authorization: string | undefined): Promise<boolean> {
	return (await checkBearer(deps, authorization)).role === "admin";
}

export type Api = ReturnType<typeof createApi>;
