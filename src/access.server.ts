import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { accessGiver } from "./features/auth/accounts/admins.server.ts";
import { AuthError } from "./features/auth/auth-errors.server.ts";
import { checkBearer } from "./features/auth/sessions/bearer.server.ts";
import { type Area, seesArea } from "./lib/access/areas.ts";
import type { RecordDefinition, StandardEndpoint } from "./lib/record.ts";
import type { AccountEnv, RowOwner } from "./platform/http/account.server.ts";
import { endpointName, findEndpoint, isEndpoint } from "./platform/http/endpoints.server.ts";
import {
	forbidden,
	foreignSection,
	noEndpoint,
	notFound,
	stepNeeded,
	unauthenticated,
	verificationNeeded,
} from "./platform/http/http-errors.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";
import { records, sees } from "./records.ts";

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
	/**
	 * What of the firm's work it shows or changes, for admins who are limited to areas (contracts: areas 1): one area, any of
	 * several, or "unlimited", which is for those without a limit. "all" concerns only the caller, or everyone. "any" gives
	 * each of them the rows of their areas. "record" asks for the record that a row belongs to, by `c.get("record")`.
	 */
	area: Area | readonly Area[] | "unlimited" | "all" | "any" | "record";
};

type AccessTable = Readonly<Record<string, Access>>;

/**
 * Who may call the standard endpoints of records (platform/records/record-api.server.ts): admins alone, of the record's area. A
 * list of rows that belong to records of several areas is for admins without a limit.
 */
export const standardAccess = (definitions: readonly RecordDefinition[]): AccessTable =>
	Object.fromEntries(
		definitions.flatMap(({ api, area }) =>
			(api?.endpoints ?? []).map((endpoint) => [
				standardEndpoints[endpoint](api?.path ?? ""),
				{ who: "admin", fresh: false, area: area === "record" ? "unlimited" : area },
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
 * Every other endpoint, who may call it, whether that needs a recent verification, and whose area it is. An endpoint that is
 * listed nowhere, or in part, keeps the server from starting. Those under /auth/v1 check their bearer themselves (auth-requests.server.ts), because
 * they refuse in the words of another contract.
 */
const ownAccess = {
	"POST /auth/v1/token": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/signup": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/logout": { who: "limited", fresh: "by request", area: "all" },
	"GET /auth/v1/user": { who: "limited", fresh: false, area: "all" },
	"PUT /auth/v1/user": { who: "user", fresh: "by request", area: "all" },
	"POST /auth/v1/recover": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/resend": { who: "anyone", fresh: false, area: "all" },
	"GET /auth/v1/verify": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/verify": { who: "anyone", fresh: false, area: "all" },
	"GET /auth/v1/settings": { who: "anyone", fresh: false, area: "all" },
	"GET /auth/v1/health": { who: "anyone", fresh: false, area: "all" },
	"GET /auth/v1/.well-known/jwks.json": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/factors": { who: "limited", fresh: true, area: "all" },
	"POST /auth/v1/factors/:id/challenge": { who: "limited", fresh: false, area: "all" },
	"POST /auth/v1/factors/:id/verify": { who: "limited", fresh: false, area: "all" },
	"DELETE /auth/v1/factors/:id": { who: "limited", fresh: "by request", area: "all" },
	"GET /auth/v1/factors/recovery-codes": { who: "limited", fresh: false, area: "all" },
	"POST /auth/v1/factors/recovery-codes": { who: "user", fresh: true, area: "all" },
	"POST /auth/v1/factors/recovery-codes/verify": { who: "limited", fresh: false, area: "all" },
	"POST /auth/v1/factors/recovery-codes/regenerate": { who: "user", fresh: true, area: "all" },
	"DELETE /auth/v1/factors/recovery-codes": { who: "user", fresh: true, area: "all" },
	"POST /auth/v1/passkeys/registration/options": { who: "limited", fresh: true, area: "all" },
	"POST /auth/v1/passkeys/registration/verify": { who: "limited", fresh: true, area: "all" },
	"POST /auth/v1/passkeys/authentication/options": { who: "anyone", fresh: false, area: "all" },
	"POST /auth/v1/passkeys/authentication/verify": { who: "anyone", fresh: false, area: "all" },
	"GET /auth/v1/passkeys": { who: "limited", fresh: false, area: "all" },
	"PATCH /auth/v1/passkeys/:id": { who: "user", fresh: false, area: "all" },
	"DELETE /auth/v1/passkeys/:id": { who: "limited", fresh: "by request", area: "all" },

	"GET /api/sessions": { who: "user", fresh: false, area: "all" },
	"DELETE /api/sessions": { who: "user", fresh: true, area: "all" },
	"DELETE /api/sessions/:id": { who: "user", fresh: true, area: "all" },
	"POST /api/second-steps/undo": { who: "anyone", fresh: false, area: "all" },

	"GET /api/profile": { who: "user", fresh: false, area: "all" },
	"PATCH /api/profile": { who: "user", fresh: false, area: "all" },
	"PUT /api/profile/picture": { who: "admin", fresh: false, area: "all" },
	"DELETE /api/profile/picture": { who: "user", fresh: false, area: "all" },
	"GET /storage/v1/object/public/profile-pictures/:name": { who: "anyone", fresh: false, area: "all" },
	"PATCH /api/users/:id/role": { who: "admin", fresh: true, area: "unlimited" },
	"PATCH /api/users/:id/areas": { who: "admin", fresh: true, area: "unlimited" },
	"PATCH /api/users/:id/active": { who: "admin", fresh: true, area: "unlimited" },
	"GET /api/users/last-seen": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/invitations": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/invitations": { who: "admin", fresh: true, area: "unlimited" },
	"POST /api/invitations/:id/send-again": { who: "admin", fresh: true, area: "unlimited" },
	"DELETE /api/invitations/:id": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/invitations/check": { who: "anyone", fresh: false, area: "all" },
	"POST /api/invitations/accept": { who: "anyone", fresh: false, area: "all" },
	"POST /api/setup": { who: "anyone", fresh: false, area: "all" },
	"DELETE /api/users/:id/sessions": { who: "admin", fresh: true, area: "unlimited" },
	"DELETE /api/bookings/:id": { who: "admin", fresh: false, area: "desk" },
	"GET /api/bookings/response-times": { who: "admin", fresh: false, area: "desk" },
	"GET /api/bookings/hours": { who: "admin", fresh: false, area: "unlimited" },
	"PUT /api/bookings/hours": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/bookings/hours/preview": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/bookings/calendar": { who: "admin", fresh: false, area: "desk" },
	"GET /api/bookings/feed": { who: "admin", fresh: false, area: "desk" },
	"POST /api/bookings/feed": { who: "admin", fresh: true, area: "desk" },
	"DELETE /api/bookings/feed": { who: "admin", fresh: false, area: "desk" },
	"GET /api/busy-times": { who: "admin", fresh: false, area: "all" },
	"PATCH /api/busy-times": { who: "admin", fresh: false, area: "all" },
	"PUT /api/busy-times/settings": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/busy-times/sources": { who: "admin", fresh: false, area: "all" },
	"POST /api/busy-times/sources/:id/test": { who: "admin", fresh: false, area: "all" },
	"DELETE /api/busy-times/sources/:id": { who: "admin", fresh: false, area: "all" },
	"GET /api/call-slots": { who: "anyone", fresh: false, area: "all" },
	"GET /api/contacts/response-times": { who: "admin", fresh: false, area: "desk" },
	"POST /api/applications": { who: "anyone", fresh: false, area: "all" },
	"GET /api/applications/positions": { who: "admin", fresh: false, area: "hiring" },
	"DELETE /api/applications/:id": { who: "admin", fresh: false, area: "hiring" },
	"GET /api/applications/:id/resume": { who: "admin", fresh: false, area: "hiring" },
	"GET /api/jobs/:id": { who: "admin", fresh: false, area: "hiring" },
	"GET /api/jobs/applicants": { who: "admin", fresh: false, area: "hiring" },
	"DELETE /api/jobs/:id": { who: "admin", fresh: false, area: "hiring" },
	"GET /api/quarantine": { who: "admin", fresh: false, area: "any" },
	"GET /api/quarantine/counts": { who: "admin", fresh: false, area: "any" },
	"POST /api/quarantine/:id/release": { who: "admin", fresh: false, area: "record" },
	"DELETE /api/quarantine/:id": { who: "admin", fresh: false, area: "record" },
	"GET /api/quarantine/:id/file": { who: "admin", fresh: false, area: "record" },
	"POST /api/stripe/webhook": { who: "anyone", fresh: false, area: "all" },
	"POST /api/inbound-mail": { who: "anyone", fresh: false, area: "all" },
	"GET /api/inbound": { who: "admin", fresh: false, area: "any" },
	"GET /api/inbound/status": { who: "admin", fresh: false, area: ["desk", "hiring"] },
	"POST /api/inbound/:id/take": { who: "admin", fresh: false, area: "record" },
	"GET /api/thread-messages/:id/html": { who: "admin", fresh: false, area: "record" },
	"GET /api/thread-messages/:id/source": { who: "admin", fresh: false, area: "record" },
	"POST /api/thread-messages/:id/split": { who: "admin", fresh: false, area: "record" },
	"GET /api/form-time": { who: "anyone", fresh: false, area: "all" },
	"GET /api/live": { who: "admin", fresh: false, area: "any" },
	"GET /api/live/deletions": { who: "admin", fresh: false, area: "any" },
	"GET /api/mails/of-record": { who: "admin", fresh: false, area: "record" },
	"GET /api/mails/transport": { who: "admin", fresh: false, area: "any" },
	"GET /api/mails/:id/message": { who: "admin", fresh: "by request", area: "record" },
	"POST /api/mails/test": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/mails/:id/send-again": { who: "admin", fresh: false, area: "record" },
	"GET /api/threads": { who: "admin", fresh: false, area: "any" },
	"GET /api/threads/search": { who: "admin", fresh: false, area: "any" },
	"GET /api/threads/members": { who: "admin", fresh: false, area: "any" },
	"GET /api/threads/drafts": { who: "admin", fresh: false, area: "any" },
	"GET /api/threads/:table/:id": { who: "admin", fresh: false, area: "record" },
	"PATCH /api/threads/:table/:id": { who: "admin", fresh: false, area: "record" },
	"POST /api/threads/:table/assignees": { who: "admin", fresh: false, area: "record" },
	"POST /api/threads/:table/:id/seen": { who: "admin", fresh: false, area: "record" },
	"POST /api/threads/:table/:id/presence": { who: "admin", fresh: false, area: "record" },
	"PUT /api/threads/:table/:id/draft": { who: "admin", fresh: false, area: "record" },
	"DELETE /api/threads/:table/:id/draft": { who: "admin", fresh: false, area: "record" },
	"POST /api/threads/:table/:id/attachments": { who: "admin", fresh: false, area: "record" },
	"POST /api/threads/:table/:id/replies": { who: "admin", fresh: false, area: "record" },
	"POST /api/thread-messages/:id/undo": { who: "admin", fresh: false, area: "record" },
	"GET /api/thread-attachments/:id": { who: "admin", fresh: false, area: "record" },
	"DELETE /api/thread-attachments/:id": { who: "admin", fresh: false, area: "record" },
	"GET /api/canned-replies": { who: "admin", fresh: false, area: "any" },
	"POST /api/canned-replies": { who: "admin", fresh: false, area: ["desk", "hiring"] },
	"PUT /api/canned-replies/:id": { who: "admin", fresh: false, area: ["desk", "hiring"] },
	"DELETE /api/canned-replies/:id": { who: "admin", fresh: false, area: ["desk", "hiring"] },
	"GET /api/signature": { who: "admin", fresh: false, area: "all" },
	"PUT /api/signature": { who: "admin", fresh: false, area: "all" },
	"GET /api/dashboard": { who: "admin", fresh: false, area: "any" },
	"GET /api/dashboard/trends": { who: "admin", fresh: false, area: "any" },
	"GET /api/dashboard/oldest": { who: "admin", fresh: false, area: "any" },
	"GET /api/dashboard/make-it-yours": { who: "admin", fresh: false, area: "unlimited" },
	"PATCH /api/dashboard/make-it-yours": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/search": { who: "admin", fresh: false, area: "any" },
	"GET /api/people": { who: "admin", fresh: false, area: "any" },
	"GET /api/activity": { who: "admin", fresh: false, area: "record" },
	"GET /api/activity/actors": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/activity/:id": { who: "admin", fresh: false, area: "record" },
	"POST /api/activity/replies": { who: "admin", fresh: false, area: "record" },

	"POST /api/posts/images": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/drafts": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/:id": { who: "admin", fresh: false, area: "writing" },
	"PUT /api/posts/:id": { who: "admin", fresh: false, area: "writing" },
	"PATCH /api/posts/:id": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/:id/draft": { who: "admin", fresh: false, area: "writing" },
	"PUT /api/posts/:id/draft": { who: "admin", fresh: false, area: "writing" },
	"DELETE /api/posts/:id": { who: "admin", fresh: false, area: "writing" },
	"PATCH /api/posts/:id/status": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/:id/revisions": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/:id/revisions/:revisionId": { who: "admin", fresh: false, area: "writing" },
	"POST /api/posts/:id/revisions/:revisionId/restore": { who: "admin", fresh: false, area: "writing" },
	"GET /api/posts/:id/preview": { who: "admin", fresh: false, area: "writing" },
	"POST /api/posts/:id/preview": { who: "admin", fresh: false, area: "writing" },
	"DELETE /api/posts/:id/preview": { who: "admin", fresh: false, area: "writing" },
	"GET /storage/v1/object/public/logos/:name": { who: "anyone", fresh: false, area: "all" },
	"GET /storage/v1/object/public/blog-images/:name": { who: "anyone", fresh: false, area: "all" },
	"GET /functions/v1/manage-invoices": { who: "admin", fresh: false, area: "money" },
	"POST /functions/v1/manage-invoices": { who: "admin", fresh: false, area: "money" },
	"PUT /functions/v1/manage-invoices": { who: "admin", fresh: false, area: "money" },
	"DELETE /functions/v1/manage-invoices": { who: "admin", fresh: false, area: "money" },
	"GET /api/invoices/clients": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/:id/send": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/:id/remind": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/reminders": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/:id/link": { who: "admin", fresh: false, area: "money" },
	"DELETE /api/invoices/:id/link": { who: "admin", fresh: false, area: "money" },
	"GET /api/invoices/:id/email": { who: "admin", fresh: false, area: "money" },
	"GET /api/invoices/:id/pdf": { who: "admin", fresh: false, area: "money" },
	"GET /api/invoices/:id/payments": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/:id/payments": { who: "admin", fresh: false, area: "money" },
	"POST /api/invoices/:id/credit-notes": { who: "admin", fresh: false, area: "money" },
	"GET /api/credit-notes/:id/pdf": { who: "admin", fresh: false, area: "money" },
	"POST /api/credit-notes/:id/send": { who: "admin", fresh: false, area: "money" },
	"POST /api/payments/:id/reverse": { who: "admin", fresh: false, area: "money" },
	"POST /api/payments/:id/receipt": { who: "admin", fresh: false, area: "money" },
	"GET /api/payments/received": { who: "admin", fresh: false, area: "money" },
	"GET /api/payments/export": { who: "admin", fresh: false, area: "money" },
	"GET /api/retainers/:id": { who: "admin", fresh: false, area: "money" },
	"PUT /api/retainers/:id": { who: "admin", fresh: false, area: "money" },
	"DELETE /api/retainers/:id": { who: "admin", fresh: false, area: "money" },
	"POST /api/retainers/:id/pause": { who: "admin", fresh: false, area: "money" },
	"POST /api/retainers/:id/resume": { who: "admin", fresh: false, area: "money" },
	"POST /api/retainers/:id/end": { who: "admin", fresh: false, area: "money" },
	"GET /api/report": { who: "admin", fresh: false, area: "any" },
	"GET /api/site": { who: "admin", fresh: false, area: "writing" },
	"POST /api/site/logo": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/site/preview": { who: "admin", fresh: false, area: "writing" },
	"POST /api/site/preview": { who: "admin", fresh: false, area: "writing" },
	"DELETE /api/site/preview": { who: "admin", fresh: false, area: "writing" },
	"GET /api/site/:page": { who: "admin", fresh: false, area: "record" },
	"GET /api/site/:page/versions": { who: "admin", fresh: false, area: "record" },
	"PUT /api/site/:page/draft": { who: "admin", fresh: false, area: "record" },
	"POST /api/site/:page/images/:field": { who: "admin", fresh: false, area: "record" },
	"POST /api/site/:page/publish": { who: "admin", fresh: "by request", area: "record" },
	"POST /api/site/:page/discard": { who: "admin", fresh: false, area: "record" },
	"GET /api/settings": { who: "admin", fresh: false, area: "unlimited" },
	"GET /api/settings/backup": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/settings/backup": { who: "admin", fresh: true, area: "unlimited" },
	"POST /api/privacy/export": { who: "admin", fresh: true, area: "unlimited" },
	"POST /api/privacy/preview": { who: "admin", fresh: false, area: "unlimited" },
	"POST /api/privacy/erase": { who: "admin", fresh: true, area: "unlimited" },
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

/** What is listed nowhere, which the start refuses already. */
const unlisted: Access = { who: "admin", fresh: true, area: "unlimited" };

/** Lets a request through to the endpoint it matches if the caller may call it, and to nothing else. */
export function requireAccess(deps: Deps, table: AccessTable = accessTable): MiddlewareHandler<AccountEnv> {
	return async (c, next) => {
		c.set("arrived", new Date());
		const route = findEndpoint(c);
		if (!route) throw noEndpoint();
		const endpoint = endpointName(route);
		const { who, fresh, area } = table[endpoint] ?? unlisted;
		if (who === "anyone") return next();
		const refused = (fields: object) =>
			deps.logger.warn({ endpoint, path: c.req.path, needed: who, ...fields }, "access refused");
		/** One row of a foreign area is not there, whether it exists or not; of everything else, the caller learns who gives access. */
		const foreign = async (row: string | undefined) => {
			refused({ userId: c.get("account").userId, reason: "area" });
			return row ? notFound(row) : foreignSection(await accessGiver(deps.db));
		};
		const owners: RowOwner[] = [];
		const checkOwner = async ({ table, id, what = "This record" }: RowOwner) => {
			if (!sees(c.get("account").areas, table, id)) throw await foreign(id && what);
		};
		const checkAccess = async () => {
			const bearer = await checkBearer(deps, c.req.header("Authorization"), endpoint).catch((error) => {
				if (!(error instanceof AuthError)) throw error;
				refused({ reason: error.code });
				throw error.code === "insufficient_aal" ? stepNeeded() : unauthenticated();
			});
			const { user, session, role, areas, isFresh } = bearer;
			if (who !== "user" && role !== "admin") {
				refused({ userId: user.id });
				throw forbidden();
			}
			c.set("account", { userId: user.id, sessionId: session.id, email: user.email, role, areas, isFresh });
			const isFiltered = area === "all" || area === "any" || area === "record";
			if (!isFiltered && !seesArea(areas, area)) {
				const isOneRow = route.path.includes("/:") || c.req.query("id") !== undefined;
				throw await foreign(isOneRow ? "This record" : undefined);
			}
			for (const owner of owners) await checkOwner(owner);
			if (fresh === true && !isFresh) {
				refused({ userId: user.id, reason: "reauthentication_needed" });
				throw verificationNeeded();
			}
		};
		c.set("record", async (owner) => {
			owners.push(owner);
			await checkOwner(owner);
		});
		await checkAccess();
		// A body that is here already was not held back while the caller lost a right.
		if (!(c.env as Partial<HttpBindings> | undefined)?.incoming?.complete) c.set("checkAccess", checkAccess);
		await next();
		if (area === "record" && owners.length === 0 && c.res.ok) {
			throw new Error(`${endpoint} has answered without asking for the record`);
		}
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
			.filter((name) => !table[name]?.who || table[name].fresh === undefined || !table[name].area)
			.map(
				(name) => `${name} doesn't say who may call it, whether that needs a recent verification, and whose area it is`,
			),
		...[...endpoints].filter((name) => !prefixes.test(name)).map((name) => `${name} is outside of the API`),
	];
	if (problems.length > 0) throw new Error(`the access table does not fit the API: ${problems.join("; ")}`);
}

const prefixes = /^[A-Z]+ \/(api|auth\/v1|functions\/v1|storage\/v1)\//;
