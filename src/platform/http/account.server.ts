/** The caller's account, as the database has it during this request. */
type Account = {
	userId: string;
	sessionId: string;
	email: string;
	role: "user" | "admin";
	/** Whether the session was verified lately. */
	isFresh: boolean;
};

/**
 * Environment of the API's handlers. The account is set only behind endpoints that the access table reserves for
 * "user" or "admin". Code that reads a body calls `checkAccess`, if it is set, after reading it: sending a body can
 * take long, and the caller may lose the role or the session in the meantime. `needsFresh` is for the authentication service.
 * `arrived` is when the request did, by the real clock.
 */
export type AccountEnv = {
	Variables: { account: Account; arrived?: Date; checkAccess?: () => Promise<void>; needsFresh?: boolean };
};
