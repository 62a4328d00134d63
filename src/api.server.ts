import { Hono } from "hono";
import { createBookingsApi } from "./features/bookings/bookings.api.ts";
import { getBookings, presentBooking } from "./features/bookings/bookings.server.ts";
import { createContactsApi } from "./features/contacts/contacts.api.ts";
import { getContacts, presentContact } from "./features/contacts/contacts.server.ts";
import { createPostsApi } from "./features/posts/posts.api.ts";
import type { Deps } from "./platform/deps.server.ts";
import { answerError } from "./platform/http-errors.server.ts";
import { createLiveApi, type LiveSource } from "./platform/live.server.ts";

/** Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts. */
export function createApi(deps: Deps) {
	return new Hono()
		.onError(answerError)
		.route("/api/bookings", createBookingsApi(deps))
		.route("/api/contacts", createContactsApi(deps))
		.route("/api/posts", createPostsApi(deps))
		.route("/api/live", createLiveApi({ ...deps, sources: liveSources(deps), mayListen: async () => true }));
}

/** Tables whose changes reach the screens of the back office. */
function liveSources({ db }: Deps): Record<string, LiveSource> {
	return {
		bookings: async (ids) => (await getBookings(db, ids)).map(presentBooking),
		contact_inquiries: async (ids) => (await getContacts(db, ids)).map(presentContact),
	};
}

export type Api = ReturnType<typeof createApi>;
