import type { Areas } from "#lib/access/areas.ts";

/** The caller's account, as the database has it during this request. */
type Account = {
	userId: string;
	sessionId: string;
	email: string;
	role: "user" | "admin";
	/** To which an admin is limited; null without a limit. */
	areas: Areas;
	/** Whether the session was verified lately. */
	isFresh: boolean;
};

/**
 * The record by whose area access to a row is decided: a whole table without an id, and what belongs to none with null. `what`
 * names the row in a refusal, as if there were none.
 */
export type RowOwner = { table: string | null; id?: string; what?: string };

/**
 * Environment of the API's handlers. The account is set only behind endpoints that the access table reserves for
 * "user" or "admin". Code that reads a body calls `checkAccess`, if it is set, after reading it: sending a body can
 * take long, and the caller may lose the role or the session in the meantime. `needsFresh` is for the authentication service.
 * `arrived` is when the request did, by the real clock. `record` is the one way to the rows of an endpoint whose line in the access
 * table says "record": it refuses the caller who may not see the record.
 */
export type AccountEnv = {
	Variables: {
		account: Account;
		record: (owner: RowOwner) => Promise<void>;
		arrived?: Date;
		checkAccess?: () => Promise<void>;
		needsFresh?: boolean;
	};
};
