/** The caller, as the database has it at this request. */
type Account = { userId: string; sessionId: string; email: string; role: "user" | "admin" };

/**
 * Environment of the API's handlers. Set only behind an endpoint that the access table keeps to "user" or "admin".
 * Whatever reads a body calls `checkAccess`, where it is set, once it has it: a caller takes any time to send one, and
 * may lose the right or the session meanwhile.
 */
export type AccountEnv = { Variables: { account: Account; checkAccess?: () => Promise<void> } };
