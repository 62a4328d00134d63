import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { AuthError } from "./features/auth/auth-errors.server.ts";
import { checkBearer } from "./features/auth/sessions/bearer.server.ts";
import type { RecordDefinition, StandardEndpoint } from "./lib/record.ts";
import type { AccountEnv } from "./platform/http/account.server.ts";
import { endpointName, findEndpoint, isEndpoint } from "./platform/http/endpoints.server.ts";
import {
	forbidden,
	noEndpoint,
	stepNeeded,
	unauthenticated,
	verificationNeeded,
} from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { records } from "./records.ts";

/** What an endpoint asks of its caller. */
export type Access = {
	/**
	 * "user" is anyone who is signed in, "admin" anyone with that role in `profiles`, each with the second step taken where
	 * the account demands one. "limited" is anyone who is signed in, before that step too: only the authentication service,
	 * which needs it to take the step, has such endpoints (contracts: second-factor 3).
	 */
	who: "anyone" | "limited" | "user" | "admin";
	/**
	 * Whether the session must have been verified lately, so that a stolen one can't do it (decision 068). "by request":
	 * only for some of what the endpoint does, which its handler knows.
	 */
	fresh: boolean | "by request";
};

type AccessTable = Readonly<Record<string, Access>>;

/** Who may call the standard endpoints of records (platform/records/record-api.server.ts): admins alone. */
export const standardAccess = (definitions: readonly RecordDefinition[]): AccessTable =>
	Object.fromEntries(
		definitions.flatMap(({ api }) =>
			(api?.endpoints ?? []).map((endpoint) => [
				standardEndpoints[endpoint](api?.path ?? ""),
				{ who: "admin", fresh: false },
			]),
		),
	);

const standardEndpoints: Record<StandardEndpoint, (path: string) => string> = {
	list: (path) => `GET ${path}`,
	add: (path) => `POST ${path}`,
	update: (path) => `PATCH ${path}/:id`,
	statuses: (path) => `POST ${path}/statuses`,
};

/**
 * Every other endpoint, who may call it, and whether that needs a recent verification. An endpoint that is listed nowhere
 * keeps the server from starting. Those under /auth/v1 check their bearer themselves (auth-requests.server.ts), because
 * they refuse in the words of another contract.
 */
const ownAccess = {
	"POST /auth/v1/token": { who: "anyone", fresh: false },
	"POST /auth/v1/signup": { who: "anyone", fresh: false },
	"POST /auth/v1/logout": { who: "limited", fresh: "by request" },
	"GET /auth/v1/user": { who: "limited", fresh: false },
	"PUT /auth/v1/user": { who: "user", fresh: "by request" },
	"POST /auth/v1/recover": { who: "anyone", fresh: false },
	"POST /auth/v1/resend": { who: "anyone", fresh: false },
	"GET /auth/v1/verify": { who: "anyone", fresh: false },
	"POST /auth/v1/verify": { who: "anyone", fresh: false },
	"GET /auth/v1/settings": { who: "anyone", fresh: false },
	"GET /auth/v1/health": { who: "anyone", fresh: false },
	"GET /auth/v1/.well-known/jwks.json": { who: "anyone", fresh: false },
	"POST /auth/v1/factors": { who: "limited", fresh: true },
	"POST /auth/v1/factors/:id/challenge": { who: "limited", fresh: false },
	"POST /auth/v1/factors/:id/verify": { who: "limited", fresh: false },
	"DELETE /auth/v1/factors/:id": { who: "limited", fresh: "by request" },
	"GET /auth/v1/factors/recovery-codes": { who: "limited", fresh: false },
	"POST /auth/v1/factors/recovery-codes": { who: "user", fresh: true },
	"POST /auth/v1/factors/recovery-codes/verify": { who: "limited", fresh: false },
	"POST /auth/v1/factors/recovery-codes/regenerate": { who: "user", fresh: true },
	"DELETE /auth/v1/factors/recovery-codes": { who: "user", fresh: true },
	"POST /auth/v1/passkeys/registration/options": { who: "limited", fresh: true },
	"POST /auth/v1/passkeys/registration/verify": { who: "limited", fresh: true },
	"POST /auth/v1/passkeys/authentication/options": { who: "anyone", fresh: false },
	"POST /auth/v1/passkeys/authentication/verify": { who: "anyone", fresh: false },
	"GET /auth/v1/passkeys": { who: "limited", fresh: false },
	"PATCH /auth/v1/passkeys/:id": { who: "user", fresh: false },
	"DELETE /auth/v1/passkeys/:id": { who: "limited", fresh: "by request" },

	"GET /api/sessions": { who: "user", fresh: false },
	"DELETE /api/sessions": { who: "user", fresh: true },
	"DELETE /api/sessions/:id": { who: "user", fresh: true },
	"POST /api/second-steps/undo": { who: "anyone", fresh: false },

	"GET /api/profile": { who: "user", fresh: false },
	"PATCH /api/profile": { who: "user", fresh: false },
	"PUT /api/profile/picture": { who: "admin", fresh: false },
	"DELETE /api/profile/picture": { who: "user", fresh: false },
	"GET /storage/v1/object/public/profile-pictures/:name": { who: "anyone", fresh: false },
	"PATCH /api/users/:id/role": { who: "admin", fresh: true },
	"PATCH /api/users/:id/active": { who: "admin", fresh: true },
	"GET /api/users/last-seen": { who: "admin", fresh: false },
	"GET /api/invitations": { who: "admin", fresh: false },
	"POST /api/invitations": { who: "admin", fresh: true },
	"POST /api/invitations/:id/send-again": { who: "admin", fresh: true },
	"DELETE /api/invitations/:id": { who: "admin", fresh: false },
	"POST /api/invitations/check": { who: "anyone", fresh: false },
	"POST /api/invitations/accept": { who: "anyone", fresh: false },
	"POST /api/setup": { who: "anyone", fresh: false },
	"DELETE /api/users/:id/sessions": { who: "admin", fresh: true },
	"DELETE /api/bookings/:id": { who: "admin", fresh: false },
	"GET /api/bookings/response-times": { who: "admin", fresh: false },
	"GET /api/bookings/hours": { who: "admin", fresh: false },
	"PUT /api/bookings/hours": { who: "admin", fresh: false },
	"POST /api/bookings/hours/preview": { who: "admin", fresh: false },
	"GET /api/bookings/calendar": { who: "admin", fresh: false },
	"GET /api/bookings/feed": { who: "admin", fresh: false },
	"POST /api/bookings/feed": { who: "admin", fresh: true },
	"DELETE /api/bookings/feed": { who: "admin", fresh: false },
	"GET /api/call-slots": { who: "anyone", fresh: false },
	"GET /api/contacts/response-times": { who: "admin", fresh: false },
	"POST /api/applications": { who: "anyone", fresh: false },
	"GET /api/applications/positions": { who: "admin", fresh: false },
	"DELETE /api/applications/:id": { who: "admin", fresh: false },
	"GET /api/applications/:id/resume": { who: "admin", fresh: false },
	"GET /api/jobs/:id": { who: "admin", fresh: false },
	"GET /api/jobs/applicants": { who: "admin", fresh: false },
	"DELETE /api/jobs/:id": { who: "admin", fresh: false },
	"GET /api/quarantine": { who: "admin", fresh: false },
	"GET /api/quarantine/counts": { who: "admin", fresh: false },
	"POST /api/quarantine/:id/release": { who: "admin", fresh: false },
	"DELETE /api/quarantine/:id": { who: "admin", fresh: false },
	"GET /api/quarantine/:id/file": { who: "admin", fresh: false },
	"POST /api/inbound-mail": { who: "anyone", fresh: false },
	"GET /api/inbound": { who: "admin", fresh: false },
	"GET /api/inbound/status": { who: "admin", fresh: false },
	"POST /api/inbound/:id/take": { who: "admin", fresh: false },
	"GET /api/thread-messages/:id/html": { who: "admin", fresh: false },
	"GET /api/thread-messages/:id/source": { who: "admin", fresh: false },
	"POST /api/thread-messages/:id/split": { who: "admin", fresh: false },
	"GET /api/form-time": { who: "anyone", fresh: false },
	"GET /api/live": { who: "admin", fresh: false },
	"GET /api/live/deletions": { who: "admin", fresh: false },
	"GET /api/mails/of-record": { who: "admin", fresh: false },
	"GET /api/mails/transport": { who: "admin", fresh: false },
	"GET /api/mails/:id/message": { who: "admin", fresh: "by request" },
	"POST /api/mails/test": { who: "admin", fresh: false },
	"POST /api/mails/:id/send-again": { who: "admin", fresh: false },
	"GET /api/threads": { who: "admin", fresh: false },
	"GET /api/threads/search": { who: "admin", fresh: false },
	"GET /api/threads/members": { who: "admin", fresh: false },
	"GET /api/threads/drafts": { who: "admin", fresh: false },
	"GET /api/threads/:table/:id": { who: "admin", fresh: false },
	"PATCH /api/threads/:table/:id": { who: "admin", fresh: false },
	"POST /api/threads/:table/assignees": { who: "admin", fresh: false },
	"POST /api/threads/:table/:id/seen": { who: "admin", fresh: false },
	"POST /api/threads/:table/:id/presence": { who: "admin", fresh: false },
	"PUT /api/threads/:table/:id/draft": { who: "admin", fresh: false },
	"DELETE /api/threads/:table/:id/draft": { who: "admin", fresh: false },
	"POST /api/threads/:table/:id/attachments": { who: "admin", fresh: false },
	"POST /api/threads/:table/:id/replies": { who: "admin", fresh: false },
	"POST /api/thread-messages/:id/undo": { who: "admin", fresh: false },
	"GET /api/thread-attachments/:id": { who: "admin", fresh: false },
	"DELETE /api/thread-attachments/:id": { who: "admin", fresh: false },
	"GET /api/canned-replies": { who: "admin", fresh: false },
	"POST /api/canned-replies": { who: "admin", fresh: false },
	"PUT /api/canned-replies/:id": { who: "admin", fresh: false },
	"DELETE /api/canned-replies/:id": { who: "admin", fresh: false },
	"GET /api/signature": { who: "admin", fresh: false },
	"PUT /api/signature": { who: "admin", fresh: false },
	"GET /api/dashboard": { who: "admin", fresh: false },
	"GET /api/dashboard/trends": { who: "admin", fresh: false },
	"GET /api/dashboard/oldest": { who: "admin", fresh: false },
	"GET /api/search": { who: "admin", fresh: false },
	"GET /api/people": { who: "admin", fresh: false },
	"GET /api/activity": { who: "admin", fresh: false },
	"GET /api/activity/actors": { who: "admin", fresh: false },
	"GET /api/activity/:id": { who: "admin", fresh: false },
	"POST /api/activity/replies": { who: "admin", fresh: false },

	"POST /api/posts/images": { who: "admin", fresh: false },
	"GET /api/posts/drafts": { who: "admin", fresh: false },
	"GET /api/posts/:id": { who: "admin", fresh: false },
	"PUT /api/posts/:id": { who: "admin", fresh: false },
	"PATCH /api/posts/:id": { who: "admin", fresh: false },
	"GET /api/posts/:id/draft": { who: "admin", fresh: false },
	"PUT /api/posts/:id/draft": { who: "admin", fresh: false },
	"DELETE /api/posts/:id": { who: "admin", fresh: false },
	"PATCH /api/posts/:id/status": { who: "admin", fresh: false },
	"GET /api/posts/:id/revisions": { who: "admin", fresh: false },
	"GET /api/posts/:id/revisions/:revisionId": { who: "admin", fresh: false },
	"POST /api/posts/:id/revisions/:revisionId/restore": { who: "admin", fresh: false },
	"GET /api/posts/:id/preview": { who: "admin", fresh: false },
	"POST /api/posts/:id/preview": { who: "admin", fresh: false },
	"DELETE /api/posts/:id/preview": { who: "admin", fresh: false },
	"GET /storage/v1/object/public/logos/:name": { who: "anyone", fresh: false },
	"GET /storage/v1/object/public/blog-images/:name": { who: "anyone", fresh: false },
	"GET /functions/v1/manage-invoices": { who: "admin", fresh: false },
	"POST /functions/v1/manage-invoices": { who: "admin", fresh: false },
	"PUT /functions/v1/manage-invoices": { who: "admin", fresh: false },
	"DELETE /functions/v1/manage-invoices": { who: "admin", fresh: false },
	"GET /api/invoices/clients": { who: "admin", fresh: false },
	"POST /api/invoices/:id/send": { who: "admin", fresh: false },
	"POST /api/invoices/:id/remind": { who: "admin", fresh: false },
	"POST /api/invoices/reminders": { who: "admin", fresh: false },
	"POST /api/invoices/:id/link": { who: "admin", fresh: false },
	"DELETE /api/invoices/:id/link": { who: "admin", fresh: false },
	"GET /api/invoices/:id/email": { who: "admin", fresh: false },
	"GET /api/invoices/:id/pdf": { who: "admin", fresh: false },
	"GET /api/report": { who: "admin", fresh: false },
	"GET /api/site": { who: "admin", fresh: false },
	"POST /api/site/logo": { who: "admin", fresh: false },
	"GET /api/site/preview": { who: "admin", fresh: false },
	"POST /api/site/preview": { who: "admin", fresh: false },
	"DELETE /api/site/preview": { who: "admin", fresh: false },
	"GET /api/site/:page": { who: "admin", fresh: false },
	"GET /api/site/:page/versions": { who: "admin", fresh: false },
	"PUT /api/site/:page/draft": { who: "admin", fresh: false },
	"POST /api/site/:page/images/:field": { who: "admin", fresh: false },
	"POST /api/site/:page/publish": { who: "admin", fresh: "by request" },
	"POST /api/site/:page/discard": { who: "admin", fresh: false },
	"GET /api/settings": { who: "admin", fresh: false },
	"GET /api/settings/backup": { who: "admin", fresh: false },
	"POST /api/settings/backup": { who: "admin", fresh: true },
	"POST /api/privacy/export": { who: "admin", fresh: true },
	"POST /api/privacy/preview": { who: "admin", fresh: false },
	"POST /api/privacy/erase": { who: "admin", fresh: true },
} as const satisfies AccessTable;

export const accessTable: AccessTable = { ...ownAccess, ...standardAccess(records) };

/** The prefixes behind `requireAccess`. */
export const guardedPrefixes = ["/api/*", "/functions/v1/*", "/storage/v1/*"] as const;

/** Tells those under /auth/v1, which check their bearer themselves, whether they need a recent verification. */
export const noteFreshness: MiddlewareHandler<AccountEnv> = (c, next) => {
	const route = findEndpoint(c);
	c.set("needsFresh", route !== undefined && accessTable[endpointName(route)]?.fresh === true);
	return next();
};

/** Lets a request through to the endpoint it matches if the caller may call it, and to nothing else. */
export function requireAccess(deps: Deps, table: AccessTable = accessTable): MiddlewareHandler<AccountEnv> {
	return async (c, next) => {
		c.set("arrived", new Date());
		const route = findEndpoint(c);
		if (!route) throw noEndpoint();
		const endpoint = endpointName(route);
		const { who, fresh } = table[endpoint] ?? { who: "admin", fresh: true };
		if (who !== "anyone") {
			const refused = (fields: object) =>
				deps.logger.warn({ endpoint, path: c.req.path, needed: who, ...fields }, "access refused");
			const checkAccess = async () => {
				const bearer = await checkBearer(deps, c.req.header("Authorization"), endpoint).catch((error) => {
					if (!(error instanceof AuthError)) throw error;
					refused({ reason: error.code });
					throw error.code === "insufficient_aal" ? stepNeeded() : unauthenticated();
				});
				const { user, session, role, isFresh } = bearer;
				if (who !== "user" && role !== "admin") {
					refused({ userId: user.id });
					throw forbidden();
				}
				if (fresh === true && !isFresh) {
					refused({ userId: user.id, reason: "reauthentication_needed" });
					throw verificationNeeded();
				}
				c.set("account", { userId: user.id, sessionId: session.id, email: user.email, role, isFresh });
			};
			await checkAccess();
			// A body that is here already was not held back while the caller lost a right.
			if (!(c.env as Partial<HttpBindings> | undefined)?.incoming?.complete) c.set("checkAccess", checkAccess);
		}
		await next();
	};
}

/** @throws when an endpoint has no entry or half an entry, an entry no endpoint, or an endpoint lies where no guard stands */
export function checkAccessTable(routes: RouterRoute[], table: AccessTable = accessTable): void {
	const endpoints = new Set(routes.filter(isEndpoint).map(endpointName));
	const problems = [
		...[...endpoints].filter((name) => !Object.hasOwn(table, name)).map((name) => `${name} has no entry`),
		...Object.keys(table)
			.filter((name) => !endpoints.has(name))
			.map((name) => `${name} is listed and does not exist`),
		...Object.keys(table)
			.filter((name) => table[name]?.who === undefined || table[name].fresh === undefined)
			.map((name) => `${name} doesn't say who may call it and whether that needs a recent verification`),
		...[...endpoints].filter((name) => !prefixes.test(name)).map((name) => `${name} is outside of the API`),
	];
	if (problems.length > 0) throw new Error(`the access table does not fit the API: ${problems.join("; ")}`);
}

const prefixes = /^[A-Z]+ \/(api|auth\/v1|functions\/v1|storage\/v1)\//;
