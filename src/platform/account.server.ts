/** Who calls, as the database knows it at this request. */
export type Account = { userId: string; sessionId: string; email: string; role: "user" | "admin" };

/** Environment of the API's handlers: `c.get("account")`. Set only behind an endpoint that the access table keeps to "user" or "admin". */
export type AccountEnv = { Variables: { account: Account } };
