import { Hono } from "hono";
import { checkAccessTable, guardedPrefixes, requireAccess } from "./access.server.ts";
import { authApi } from "./features/auth/auth.api.ts";
import { profileApi, usersApi } from "./features/users/users.api.ts";
import type { AccountEnv } from "./platform/account.server.ts";
import type { Deps } from "./platform/deps.server.ts";
import { answerHttpError } from "./platform/http-errors.server.ts";

/**
 * Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts; who may call what is
 * in access.server.ts.
 */
export function createApi(deps: Deps) {
	const api = new Hono<AccountEnv>()
		.onError(answerHttpError)
		.on("ALL", [...guardedPrefixes], requireAccess(deps))
		.route("/auth/v1", authApi(deps))
		.route("/api/profile", profileApi(deps))
		.route("/api/users", usersApi(deps));
	checkAccessTable(api.routes);
	return api;
}

export type Api = ReturnType<typeof createApi>;
