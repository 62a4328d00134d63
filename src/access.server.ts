import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { AuthError } from "./features/auth/auth-errors.server.ts";
import { checkBearer } from "./features/auth/sessions/bearer.server.ts";
import type { RecordDefinition, StandardEndpoint } from "./lib/record.ts";
import type { AccountEnv } from "./platform/http/account.server.ts";
import { endpointName, findEndpoint, isEndpoint } from "./platform/http/endpoints.server.ts";
import { forbidden, noEndpoint, stepNeeded, unauthenticated } from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { records } from "./records.ts";

/**
 * "user" is anyone who is signed in, "admin" anyone with that role in `profiles`, each with the second step taken where the
 * account demands one. "limited" is anyone who is signed in, before that step too: only the authentication service, which
 * needs it to take the step, has such endpoints (contracts: second-factor 3).
 */
export type Access = "anyone" | "limited" | "user" | "admin";

type AccessTable = Readonly<Record<string, Access>>;

/** Who may call the standard endpoints of records (platform/records/record-api.server.ts): admins alone. */
export const standardAccess = (definitions: readonly RecordDefinition[]): AccessTable =>
	Object.fromEntries(
		definitions.flatMap(({ api }) =>
			(api?.endpoints ?? []).map((endpoint) => [standardEndpoints[endpoint](api?.path ?? ""), "admin" as const]),
		),
	);

const standardEndpoints: Record<StandardEndpoint, (path: string) => string> = {
	list: (path) => `GET ${path}`,
	add: (path) => `POST ${path}`,
	update: (path) => `PATCH ${path}/:id`,
	statuses: (path) => `POST ${path}/statuses`,
};

/**
 * Every other endpoint and who may call it. An endpoint that is listed nowhere keeps the server from starting.
 * Those under /auth/v1 check their bearer themselves, because they refuse in the words of another contract.
 */
const ownAccess = {
	"POST /auth/v1/token": "anyone",
	"POST /auth/v1/signup": "anyone",
	"POST /auth/v1/logout": "limited",
	"GET /auth/v1/user": "limited",
	"PUT /auth/v1/user": "user",
	"POST /auth/v1/recover": "anyone",
	"POST /auth/v1/resend": "anyone",
	"GET /auth/v1/verify": "anyone",
	"POST /auth/v1/verify": "anyone",
	"GET /auth/v1/settings": "anyone",
	"GET /auth/v1/health": "anyone",
	"GET /auth/v1/.well-known/jwks.json": "anyone",
	"POST /auth/v1/factors": "limited",
	"POST /auth/v1/factors/:id/challenge": "limited",
	"POST /auth/v1/factors/:id/verify": "limited",
	"DELETE /auth/v1/factors/:id": "limited",
	"GET /auth/v1/factors/recovery-codes": "limited",
	"POST /auth/v1/factors/recovery-codes": "user",
	"POST /auth/v1/factors/recovery-codes/verify": "limited",
	"POST /auth/v1/factors/recovery-codes/regenerate": "user",
	"DELETE /auth/v1/factors/recovery-codes": "user",
	"POST /auth/v1/passkeys/registration/options": "limited",
	"POST /auth/v1/passkeys/registration/verify": "limited",
	"POST /auth/v1/passkeys/authentication/options": "anyone",
	"POST /auth/v1/passkeys/authentication/verify": "anyone",
	"GET /auth/v1/passkeys": "limited",
	"PATCH /auth/v1/passkeys/:id": "user",
	"DELETE /auth/v1/passkeys/:id": "limited",

	"GET /api/sessions": "user",
	"DELETE /api/sessions": "user",
	"DELETE /api/sessions/:id": "user",

	"GET /api/profile": "user",
	"PATCH /api/profile": "user",
	"PUT /api/profile/picture": "admin",
	"DELETE /api/profile/picture": "user",
	"GET /storage/v1/object/public/profile-pictures/:name": "anyone",
	"PATCH /api/users/:id/role": "admin",
	"PATCH /api/users/:id/active": "admin",
	"GET /api/users/last-seen": "admin",
	"GET /api/invitations": "admin",
	"POST /api/invitations": "admin",
	"POST /api/invitations/:id/send-again": "admin",
	"DELETE /api/invitations/:id": "admin",
	"POST /api/invitations/check": "anyone",
	"POST /api/invitations/accept": "anyone",
	"DELETE /api/users/:id/sessions": "admin",
	"DELETE /api/bookings/:id": "admin",
	"GET /api/bookings/response-times": "admin",
	"GET /api/bookings/hours": "admin",
	"PUT /api/bookings/hours": "admin",
	"POST /api/bookings/hours/preview": "admin",
	"GET /api/bookings/calendar": "admin",
	"GET /api/bookings/feed": "admin",
	"POST /api/bookings/feed": "admin",
	"DELETE /api/bookings/feed": "admin",
	"GET /api/call-slots": "anyone",
	"GET /api/contacts/response-times": "admin",
	"POST /api/applications": "anyone",
	"GET /api/applications/positions": "admin",
	"DELETE /api/applications/:id": "admin",
	"GET /api/applications/:id/resume": "admin",
	"GET /api/jobs/:id": "admin",
	"GET /api/jobs/applicants": "admin",
	"DELETE /api/jobs/:id": "admin",
	"GET /api/quarantine": "admin",
	"GET /api/quarantine/counts": "admin",
	"POST /api/quarantine/:id/release": "admin",
	"DELETE /api/quarantine/:id": "admin",
	"GET /api/quarantine/:id/file": "admin",
	"POST /api/inbound-mail": "anyone",
	"GET /api/inbound": "admin",
	"GET /api/inbound/status": "admin",
	"POST /api/inbound/:id/take": "admin",
	"GET /api/thread-messages/:id/html": "admin",
	"GET /api/thread-messages/:id/source": "admin",
	"POST /api/thread-messages/:id/split": "admin",
	"GET /api/form-time": "anyone",
	"GET /api/live": "admin",
	"GET /api/live/deletions": "admin",
	"GET /api/mails/of-record": "admin",
	"GET /api/mails/transport": "admin",
	"GET /api/mails/:id/message": "admin",
	"POST /api/mails/test": "admin",
	"POST /api/mails/:id/send-again": "admin",
	"GET /api/threads": "admin",
	"GET /api/threads/search": "admin",
	"GET /api/threads/members": "admin",
	"GET /api/threads/drafts": "admin",
	"GET /api/threads/:table/:id": "admin",
	"PATCH /api/threads/:table/:id": "admin",
	"POST /api/threads/:table/assignees": "admin",
	"POST /api/threads/:table/:id/seen": "admin",
	"POST /api/threads/:table/:id/presence": "admin",
	"PUT /api/threads/:table/:id/draft": "admin",
	"DELETE /api/threads/:table/:id/draft": "admin",
	"POST /api/threads/:table/:id/attachments": "admin",
	"POST /api/threads/:table/:id/replies": "admin",
	"POST /api/thread-messages/:id/undo": "admin",
	"GET /api/thread-attachments/:id": "admin",
	"DELETE /api/thread-attachments/:id": "admin",
	"GET /api/canned-replies": "admin",
	"POST /api/canned-replies": "admin",
	"PUT /api/canned-replies/:id": "admin",
	"DELETE /api/canned-replies/:id": "admin",
	"GET /api/signature": "admin",
	"PUT /api/signature": "admin",
	"GET /api/dashboard": "admin",
	"GET /api/dashboard/trends": "admin",
	"GET /api/dashboard/oldest": "admin",
	"GET /api/search": "admin",
	"GET /api/people": "admin",
	"GET /api/activity": "admin",
	"GET /api/activity/actors": "admin",
	"GET /api/activity/:id": "admin",
	"POST /api/activity/replies": "admin",

	"POST /api/posts/images": "admin",
	"GET /api/posts/sessions/:session": "admin",
	"GET /api/posts/:id": "admin",
	"PUT /api/posts/:id": "admin",
	"DELETE /api/posts/:id": "admin",
	"PATCH /api/posts/:id/status": "admin",
	"GET /api/posts/:id/revisions": "admin",
	"GET /api/posts/:id/revisions/:revisionId": "admin",
	"PUT /api/posts/:id/revisions/:revisionId": "admin",
	"DELETE /api/posts/:id/revisions/:revisionId": "admin",
	"POST /api/posts/:id/revisions/:revisionId/restore": "admin",
	"GET /api/posts/:id/preview": "admin",
	"POST /api/posts/:id/preview": "admin",
	"DELETE /api/posts/:id/preview": "admin",
	"GET /storage/v1/object/public/blog-images/:name": "anyone",
	"GET /functions/v1/manage-invoices": "admin",
	"POST /functions/v1/manage-invoices": "admin",
	"PUT /functions/v1/manage-invoices": "admin",
	"DELETE /functions/v1/manage-invoices": "admin",
	"GET /api/invoices/clients": "admin",
	"POST /api/invoices/missing-characters": "admin",
	"POST /api/invoices/:id/send": "admin",
	"POST /api/invoices/:id/remind": "admin",
	"POST /api/invoices/reminders": "admin",
	"POST /api/invoices/:id/link": "admin",
	"DELETE /api/invoices/:id/link": "admin",
	"GET /api/invoices/:id/email": "admin",
	"GET /api/invoices/:id/pdf": "admin",
	"GET /api/report": "admin",
	"GET /api/settings": "admin",
	"GET /api/settings/backup": "admin",
	"POST /api/settings/backup": "admin",
	"POST /api/privacy/export": "admin",
	"POST /api/privacy/preview": "admin",
	"POST /api/privacy/erase": "admin",
} as const satisfies Record<string, Access>;

export const accessTable: AccessTable = { ...ownAccess, ...standardAccess(records) };

/** The prefixes behind `requireAccess`. */
export const guardedPrefixes = ["/api/*", "/functions/v1/*", "/storage/v1/*"] as const;

/** Lets a request through to the endpoint it matches if the caller may call it, and to nothing else. */
export function requireAccess(deps: Deps, table: AccessTable = accessTable): MiddlewareHandler<AccountEnv> {
	return async (c, next) => {
		const route = findEndpoint(c);
		if (!route) throw noEndpoint();
		const endpoint = endpointName(route);
		const needed = table[endpoint];
		if (needed !== "anyone") {
			const refused = (fields: object) =>
				deps.logger.warn({ endpoint, path: c.req.path, needed, ...fields }, "access refused");
			const checkAccess = async () => {
				const bearer = await checkBearer(deps, c.req.header("Authorization"), endpoint).catch((error) => {
					if (!(error instanceof AuthError)) throw error;
					refused({ reason: error.code });
					throw error.code === "insufficient_aal" ? stepNeeded() : unauthenticated();
				});
				const { user, session, role, isFresh } = bearer;
				if (needed !== "user" && role !== "admin") {
					refused({ userId: user.id });
					throw forbidden();
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

/** @throws when an endpoint has no entry, an entry no endpoint, or an endpoint lies where no guard stands */
export function checkAccessTable(routes: RouterRoute[], table: AccessTable = accessTable): void {
	const endpoints = new Set(routes.filter(isEndpoint).map(endpointName));
	const problems = [
		...[...endpoints].filter((name) => !Object.hasOwn(table, name)).map((name) => `${name} has no entry`),
		...Object.keys(table)
			.filter((name) => !endpoints.has(name))
			.map((name) => `${name} is listed and does not exist`),
		...[...endpoints].filter((name) => !prefixes.test(name)).map((name) => `${name} is outside of the API`),
	];
	if (problems.length > 0) throw new Error(`the access table does not fit the API: ${problems.join("; ")}`);
}

const prefixes = /^[A-Z]+ \/(api|auth\/v1|functions\/v1|storage\/v1)\//;
