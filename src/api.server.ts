import { Hono } from "hono";
import { checkAccessTable, guardedPrefixes, requireAccess } from "./access.server.ts";
import { authApi } from "./features/auth/auth.api.ts";
import { checkBearer } from "./features/auth/bearer.server.ts";
import { createBookingsApi } from "./features/bookings/bookings.api.ts";
import { getBookings, presentBooking } from "./features/bookings/bookings.server.ts";
import { createContactsApi } from "./features/contacts/contacts.api.ts";
import { getContacts, presentContact } from "./features/contacts/contacts.server.ts";
import { createPostsApi } from "./features/posts/posts.api.ts";
import { profileApi, usersApi } from "./features/users/users.api.ts";
import type { AccountEnv } from "./platform/account.server.ts";
import type { Deps } from "./platform/deps.server.ts";
import { answerHttpError } from "./platform/http-errors.server.ts";
import { createLiveApi, type LiveSource } from "./platform/live.server.ts";

/**
 * Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts; who may call what is
 * in access.server.ts.
 */
export function createApi(deps: Deps) {
	const mayListen = async (authorization: string | undefined) =>
		(await checkBearer(deps, authorization)).role === "admin";
	const api = new Hono<AccountEnv>()
		.onError(answerHttpError)
		.on("ALL", [...guardedPrefixes], requireAccess(deps))
		.route("/auth/v1", authApi(deps))
		.route("/api/profile", profileApi(deps))
		.route("/api/users", usersApi(deps))
		.route("/api/bookings", createBookingsApi(deps))
		.route("/api/contacts", createContactsApi(deps))
		.route("/api/posts", createPostsApi(deps))
		.route("/api/live", createLiveApi({ ...deps, sources: liveSources(deps), mayListen }));
	checkAccessTable(api.routes);
	return api;
}

/** Tables whose changes reach the screens of the back office. */
function liveSources({ db }: Deps): Record<string, LiveSource> {
	return {
		bookings: async (ids) => (await getBookings(db, ids)).map(presentBooking),
		contact_inquiries: async (ids) => (await getContacts(db, ids)).map(presentContact),
	};
}

export type Api = ReturnType<typeof createApi>;
